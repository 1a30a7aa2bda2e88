import type { FairLimiterKey, FairLimiterOptions, KeyedLimiter } from "../../ports/driven/runtime/concurrency.js";
import type { Scheduler } from "../../ports/driven/runtime/system.js";

interface QueuedCaller {
  readonly host: string;
  readonly start: () => void;
  readonly cancel: () => void;
}

/**
 * A key without a running call may take the last permit; a key with a running call gets another only while less than
 * half of the permits are in use. p-limit and cockatiel have one queue for all calls, in which slow keys block the others.
 */
export class FairLimiter implements KeyedLimiter {
  private runningCount = 0;
  private queuedCount = 0;
  private isQueueClosed = false;
  private readonly runningByKey = new Map<string, number>();
  private readonly runningByHost = new Map<string, number>();
  /** Waiting callers by key: the least recently served key first, and the callers of a key in order of arrival. */
  private readonly queues = new Map<string, Set<QueuedCaller>>();

  constructor(
    private readonly scheduler: Scheduler,
    private readonly options: FairLimiterOptions,
  ) {}

  acquire({ key, host }: FairLimiterKey): Promise<(() => void) | undefined> {
    const queue = this.queues.get(key) ?? new Set();
    if (queue.size === 0 && this.hasCapacity(key, host)) return Promise.resolve(this.start(key, host));
    const { maxQueuePerKey, maxQueue, maxWaitMs } = this.options;
    if (this.isQueueClosed || queue.size >= maxQueuePerKey || this.queuedCount >= maxQueue)
      return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const settle = (release: (() => void) | undefined): void => {
        cancelTimer();
        queue.delete(caller);
        this.queuedCount -= 1;
        if (queue.size === 0) this.queues.delete(key);
        resolve(release);
      };
      const caller: QueuedCaller = {
        host,
        start: () => settle(this.start(key, host)),
        cancel: () => settle(undefined),
      };
      const cancelTimer = this.scheduler.schedule(maxWaitMs, caller.cancel);
      this.queuedCount += 1;
      this.queues.set(key, queue.add(caller));
    });
  }

  closeQueue(): void {
    this.isQueueClosed = true;
    for (const queue of [...this.queues.values()]) for (const caller of [...queue]) caller.cancel();
  }

  private hasCapacity(key: string, host: string): boolean {
    const { maxConcurrent, maxPerHost, maxPerKey } = this.options;
    const runningForKey = this.runningByKey.get(key) ?? 0;
    const capacityShare = runningForKey === 0 ? 1 : 1 / 2;
    return (
      runningForKey < maxPerKey &&
      this.runningCount < maxConcurrent * capacityShare &&
      (this.runningByHost.get(host) ?? 0) < maxPerHost * capacityShare
    );
  }

  private start(key: string, host: string): () => void {
    this.runningCount += 1;
    addToCount(this.runningByKey, key, 1);
    addToCount(this.runningByHost, host, 1);
    return () => {
      this.runningCount -= 1;
      addToCount(this.runningByKey, key, -1);
      addToCount(this.runningByHost, host, -1);
      this.dispatchNext();
    };
  }

  private dispatchNext(): void {
    for (const [key, queue] of [...this.queues]) {
      if (this.runningCount >= this.options.maxConcurrent) return;
      const [caller] = queue;
      if (!caller || !this.hasCapacity(key, caller.host)) continue;
      caller.start();
      // A key with more waiting callers moves behind the other keys.
      if (this.queues.delete(key)) this.queues.set(key, queue);
    }
  }
}

/** Removes entries whose count reaches 0. */
function addToCount(counts: Map<string, number>, key: string, delta: number): void {
  const sum = (counts.get(key) ?? 0) + delta;
  if (sum === 0) counts.delete(key);
  else counts.set(key, sum);
}
