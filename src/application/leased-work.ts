import type { Scheduler } from "../ports/driven/index.js";
import { inTime } from "./in-time.js";

/** Work of one kind that waits in the store, each piece under a lease of its own (design 2). */
export interface Chores<T> {
  /** Claims at most so many that nobody holds. */
  readonly claim: (limit: number) => Promise<readonly T[]>;
  /** Does what a claimed one waits for. Never rejects. @returns it as it is then; undefined when it is gone. */
  readonly process: (claimed: T) => Promise<T | undefined>;
  /** Lets another process claim it. Never rejects. */
  readonly giveBack: (claimed: T) => Promise<void>;
  /** Told why the store could not be asked for work. */
  readonly complain: (error: unknown) => void;
}

export interface LeasedWorkOptions {
  /** How often the store is asked for work that nobody holds, in milliseconds. */
  readonly sweepMs: number;
  /** How many are worked on at once that a sweep has found. */
  readonly concurrency: number;
}

interface Running<T> {
  readonly claimed: T;
  readonly done: Promise<unknown>;
  /** Lets go whoever waits for it. */
  readonly abandon: () => void;
}

/**
 * Finds work that nobody holds, has it done, and gives back what it cannot end. A crash anywhere is only a lease that
 * runs out.
 */
export class LeasedWork<T> {
  private readonly running = new Set<Running<T>>();
  private cancelSweep: () => void = () => undefined;
  private sweeping: Promise<void> | undefined;
  /** How many of those running nobody waits for. */
  private inBackground = 0;
  /** Whether there may be more to do than the last sweep has found. */
  private isBehind = false;
  private isStarted = false;
  private isStopped = false;
  private isAbandoned = false;

  constructor(
    private readonly scheduler: Scheduler,
    private readonly chores: Chores<T>,
    private readonly options: LeasedWorkOptions,
  ) {}

  /** Whether `stop` has released the unfinished work, whose result is then ignored. */
  get hasGivenBack(): boolean {
    return this.isAbandoned;
  }

  /** Looks for work that nobody holds, now and ever again, until `stop`. */
  start(): void {
    this.isStarted = true;
    this.lookForWork();
  }

  /** To be told that there is work that nobody holds. */
  nudge(): void {
    this.isBehind = true;
    this.lookForWork();
  }

  /**
   * Takes no more work, waits `graceMs` milliseconds for what is at hand, and gives the rest back, so that another
   * process need not wait for the leases to run out. Whoever waits for the rest gets it as it is then.
   */
  async stop(graceMs: number): Promise<void> {
    this.isStopped = true;
    this.cancelSweep();
    const finished = Promise.resolve(this.sweeping).then(() => Promise.all([...this.running].map(({ done }) => done)));
    await inTime(this.scheduler, graceMs, finished);
    const unfinished = [...this.running];
    this.isAbandoned = true;
    await Promise.all(unfinished.map(({ claimed }) => this.chores.giveBack(claimed)));
    for (const { abandon } of unfinished) abandon();
  }

  /** Does the work on a claimed one, and `stop` knows of it. When it was called before, it is given back instead. */
  async hold(claimed: T, work: () => Promise<T | undefined>): Promise<T | undefined> {
    if (this.isStopped) {
      await this.chores.giveBack(claimed);
      return claimed;
    }
    const { promise: abandoned, resolve } = Promise.withResolvers<T>();
    const done = work();
    const entry: Running<T> = { claimed, done, abandon: () => resolve(claimed) };
    this.running.add(entry);
    try {
      return await Promise.race([done, abandoned]);
    } finally {
      this.running.delete(entry);
    }
  }

  private lookForWork(): void {
    if (this.isStopped || this.sweeping) return;
    this.cancelSweep();
    this.sweeping = this.sweep().finally(() => {
      this.sweeping = undefined;
      if (this.isBehind && this.inBackground < this.options.concurrency) this.lookForWork();
      else if (this.isStarted && !this.isStopped) this.planSweep();
    });
  }

  private planSweep(): void {
    this.cancelSweep = this.scheduler.after(this.options.sweepMs, () => this.lookForWork());
  }

  private async sweep(): Promise<void> {
    const free = this.options.concurrency - this.inBackground;
    if (free <= 0) return;
    this.isBehind = false;
    try {
      const due = await this.chores.claim(free);
      if (due.length === free) this.isBehind = true;
      const begun = due.map((claimed) => this.inBackgroundDo(claimed));
      // What was claimed while it was told to stop is for another process, and is given back before the end.
      if (this.isStopped) await Promise.all(begun);
    } catch (error) {
      this.chores.complain(error);
    }
  }

  private async inBackgroundDo(claimed: T): Promise<void> {
    this.inBackground += 1;
    await this.hold(claimed, () => this.chores.process(claimed));
    this.inBackground -= 1;
    if (this.isBehind) this.lookForWork();
  }
}
