import { QUOTA_KEPT_MS } from "../../domain/limits.js";
import type { Quotas, QuotaWindow, Taking } from "../../ports/driven/quotas.js";

export class InMemoryQuotas implements Quotas {
  /** By key and beginning: how many were taken, and when it ends, in milliseconds since 1970. */
  readonly #windows = new Map<string, { readonly used: number; readonly until: number }>();

  async take(key: string, limit: number, { from, until }: QuotaWindow, now: Date): Promise<Taking> {
    const name = JSON.stringify([key, from.getTime()]);
    const used = this.#windows.get(name)?.used ?? 0;
    if (used >= limit) return { taken: false, left: 0 };
    if (used === 0) this.#sweep(now);
    this.#windows.set(name, { used: used + 1, until: until.getTime() });
    return { taken: true, left: limit - used - 1 };
  }

  #sweep(now: Date): void {
    for (const [name, { until }] of this.#windows) {
      if (until + QUOTA_KEPT_MS <= now.getTime()) this.#windows.delete(name);
    }
  }
}
