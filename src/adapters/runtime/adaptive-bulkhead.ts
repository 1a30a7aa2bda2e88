import type { Bulkhead, BulkheadOptions } from "../../ports/driven/runtime/concurrency.js";

/**
 * A bulkhead whose limit of a key is lower while at least half of all permits are taken. p-limit and the bulkhead of
 * cockatiel have no keys.
 */
export class AdaptiveBulkhead implements Bulkhead {
  private runningCount = 0;
  private readonly runningByKey = new Map<string, number>();

  constructor(private readonly options: BulkheadOptions) {}

  tryAcquire(key: string): (() => void) | undefined {
    const { maxConcurrent, maxPerKey, maxPerKeyUnderLoad } = this.options;
    const runningForKey = this.runningByKey.get(key) ?? 0;
    const keyLimit = this.runningCount >= maxConcurrent / 2 ? maxPerKeyUnderLoad : maxPerKey;
    if (this.runningCount >= maxConcurrent || runningForKey >= keyLimit) return undefined;
    this.runningCount += 1;
    this.runningByKey.set(key, runningForKey + 1);
    return () => this.release(key);
  }

  private release(key: string): void {
    this.runningCount -= 1;
    const remaining = (this.runningByKey.get(key) ?? 0) - 1;
    if (remaining > 0) this.runningByKey.set(key, remaining);
    else this.runningByKey.delete(key);
  }
}
