import type { Scheduler } from "../../ports/driven/index.js";
import { withTimeout } from "../with-timeout.js";

/** Work of one kind that waits in the store; each item has a lease (decision 12.4). */
export interface LeaseWorkerHandlers<T> {
  /** Claims at most `limit` unclaimed items. */
  readonly claim: (limit: number) => Promise<readonly T[]>;
  /** Processes a claimed item. Never rejects; its result is ignored. */
  readonly process: (claimed: T) => Promise<unknown>;
  /** Releases the lease, so that another process can claim the item. Never rejects. */
  readonly release: (claimed: T) => Promise<void>;
  /** Called when `claim` fails. */
  readonly onError: (error: unknown) => void;
}

export interface LeaseWorkerOptions {
  /** How often the worker polls for unclaimed work, in milliseconds. */
  readonly pollIntervalMs: number;
  /** Maximum number of concurrent items that polls have claimed. */
  readonly concurrency: number;
}

interface RunningTask<T> {
  readonly claimed: T;
  readonly done: Promise<unknown>;
  /** Resolves the pending `run` call with `claimed`. */
  readonly cancel: () => void;
}

/**
 * Polls for unclaimed work, processes it, and releases what it cannot finish. After a crash the leases expire, and
 * other processes take over.
 */
export class LeaseWorker<T> {
  private readonly tasks = new Set<RunningTask<T>>();
  private cancelPoll: () => void = () => undefined;
  private currentPoll: Promise<void> | undefined;
  /** Number of running tasks that polls have started. */
  private backgroundCount = 0;
  /** Whether there may be more unclaimed work than the last poll has claimed. */
  private hasMore = false;
  private isStarted = false;
  private isStopped = false;
  private areTasksReleased = false;

  constructor(
    private readonly scheduler: Scheduler,
    private readonly handlers: LeaseWorkerHandlers<T>,
    private readonly options: LeaseWorkerOptions,
  ) {}

  /** Whether `stop` has released the unfinished work, whose result is then ignored. */
  get hasReleasedTasks(): boolean {
    return this.areTasksReleased;
  }

  /** Polls for unclaimed work until `stop()` is called. */
  start(): void {
    this.isStarted = true;
    this.poll();
  }

  /** Call it when there is unclaimed work. */
  wake(): void {
    this.hasMore = true;
    this.poll();
  }

  /**
   * Claims no more work, waits up to `graceMs` milliseconds for running tasks, and releases the leases of the rest, so
   * that other processes can claim it at once. Pending `run` calls of released tasks resolve with the claimed item.
   */
  async stop(graceMs: number): Promise<void> {
    this.isStopped = true;
    this.cancelPoll();
    const finished = Promise.resolve(this.currentPoll).then(() => Promise.all([...this.tasks].map(({ done }) => done)));
    await withTimeout(this.scheduler, graceMs, finished);
    const unfinished = [...this.tasks];
    this.areTasksReleased = true;
    await Promise.all(unfinished.map(({ claimed }) => this.handlers.release(claimed)));
    for (const { cancel } of unfinished) cancel();
  }

  /**
   * Runs `work` on a claimed item as a task that `stop` waits for. After `stop()` it only releases the lease.
   * @returns the result of `work`, or the claimed item when its lease was released before.
   */
  async run<Result>(claimed: T, work: () => Promise<Result>): Promise<Result | T> {
    if (this.isStopped) {
      await this.handlers.release(claimed);
      return claimed;
    }
    const { promise: cancelled, resolve } = Promise.withResolvers<T>();
    const done = work();
    const task: RunningTask<T> = { claimed, done, cancel: () => resolve(claimed) };
    this.tasks.add(task);
    try {
      return await Promise.race([done, cancelled]);
    } finally {
      this.tasks.delete(task);
    }
  }

  private poll(): void {
    if (this.isStopped || this.currentPoll) return;
    this.cancelPoll();
    this.currentPoll = this.claimAndRun().finally(() => {
      this.currentPoll = undefined;
      if (this.hasMore && this.backgroundCount < this.options.concurrency) this.poll();
      else if (this.isStarted && !this.isStopped) this.schedulePoll();
    });
  }

  private schedulePoll(): void {
    this.cancelPoll = this.scheduler.schedule(this.options.pollIntervalMs, () => this.poll());
  }

  private async claimAndRun(): Promise<void> {
    const freeCount = this.options.concurrency - this.backgroundCount;
    if (freeCount <= 0) return;
    this.hasMore = false;
    try {
      const claimedItems = await this.handlers.claim(freeCount);
      if (claimedItems.length === freeCount) this.hasMore = true;
      const started = claimedItems.map((claimed) => this.runInBackground(claimed));
      // `stop` was called during the claim: `run` releases the items, and `stop` waits for that.
      if (this.isStopped) await Promise.all(started);
    } catch (error) {
      this.handlers.onError(error);
    }
  }

  private async runInBackground(claimed: T): Promise<void> {
    this.backgroundCount += 1;
    await this.run(claimed, () => this.handlers.process(claimed));
    this.backgroundCount -= 1;
    if (this.hasMore) this.poll();
  }
}
