import type { StatementSync } from "node:sqlite";
import { QUOTA_KEPT_MS } from "../../domain/limits.js";
import type { WindowCounter, QuotaWindow, QuotaResult } from "../../ports/driven/window-counter.js";
import type { Database } from "./database.js";
import { nobody } from "./data-versions.js";

/** So many windows that are over go with each that begins: more go than come, and no write has much to do. */
const SWEPT = 8;

/** A row for each window, by its beginning. */
export class SqliteWindowCounter implements WindowCounter {
  readonly #used: StatementSync;
  readonly #consume: StatementSync;
  readonly #sweep: StatementSync;

  constructor(private readonly database: Database) {
    this.#used = database.prepare("SELECT used FROM quotas WHERE key = ? AND begins_at = ?");
    this.#consume = database.prepare(`
      INSERT INTO quotas (key, begins_at, ends_at, used) VALUES ($key, $begin, $end, 1)
      ON CONFLICT (key, begins_at) DO UPDATE SET used = used + 1 WHERE used < $limit
      RETURNING used`);
    this.#sweep = database.prepare(`
      DELETE FROM quotas WHERE (key, begins_at) IN
        (SELECT key, begins_at FROM quotas WHERE ends_at <= ? ORDER BY ends_at LIMIT ${SWEPT})`);
  }

  async tryConsume(key: string, limit: number, window: QuotaWindow, now: Date): Promise<QuotaResult> {
    // Who gets nothing must not stand in the way of those who write.
    const used = await this.database.read(() => this.#usedOf(key, window));
    if (used >= limit) return { isConsumed: false, remaining: 0 };
    return this.database.write(nobody, () => {
      const values = { $key: key, $begin: window.from.getTime(), $end: window.until.getTime(), $limit: limit };
      const row = this.#consume.get(values);
      if (!row) return { isConsumed: false, remaining: 0 };
      if (row.used === 1) this.#sweep.run(now.getTime() - QUOTA_KEPT_MS);
      return { isConsumed: true, remaining: limit - Number(row.used) };
    });
  }

  #usedOf(key: string, { from }: QuotaWindow): number {
    return Number(this.#used.get(key, from.getTime())?.used ?? 0);
  }
}
