import { QUOTA_KEPT_MS } from "../../domain/limits.js";
import type { WindowCounter, QuotaWindow, QuotaResult } from "../../ports/driven/window-counter.js";

export class InMemoryWindowCounter implements WindowCounter {
  /** By key and beginning: how many were taken, and when it ends, in milliseconds since 1970. */
  readonly #windows = new Map<string, { readonly used: number; readonly until: number }>();

  async tryConsume(key: string, limit: number, { from, until }: QuotaWindow, now: Date): Promise<QuotaResult> {
    const name = JSON.stringify([key, from.getTime()]);
    const used = this.#windows.get(name)?.used ?? 0;
    if (used >= limit) return { isConsumed: false, remaining: 0 };
    if (used === 0) this.#sweep(now);
    this.#windows.set(name, { used: used + 1, until: until.getTime() });
    return { isConsumed: true, remaining: limit - used - 1 };
  }

  #sweep(now: Date): void {
    for (const [name, { until }] of this.#windows) {
      if (until + QUOTA_KEPT_MS <= now.getTime()) this.#windows.delete(name);
    }
  }
}
