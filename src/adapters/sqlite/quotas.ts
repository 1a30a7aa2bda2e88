import type { StatementSync } from "node:sqlite";
import { QUOTA_KEPT_MS } from "../../domain/limits.js";
import type { Quotas, QuotaWindow, Taking } from "../../ports/driven/quotas.js";
import type { Database } from "./database.js";
import { nobody } from "./user-changes.js";

/** So many windows that are over go with each that begins: more go than come, and no write has much to do. */
const SWEPT = 8;

/** A row for each window, by its beginning. */
export class SqliteQuotas implements Quotas {
  readonly #used: StatementSync;
  readonly #take: StatementSync;
  readonly #sweep: StatementSync;

  constructor(private readonly database: Database) {
    this.#used = database.prepare("SELECT used FROM quotas WHERE key = ? AND begins_at = ?");
    this.#take = database.prepare(`
      INSERT INTO quotas (key, begins_at, ends_at, used) VALUES ($key, $begin, $end, 1)
      ON CONFLICT (key, begins_at) DO UPDATE SET used = used + 1 WHERE used < $limit
      RETURNING used`);
    this.#sweep = database.prepare(`
      DELETE FROM quotas WHERE (key, begins_at) IN
        (SELECT key, begins_at FROM quotas WHERE ends_at <= ? ORDER BY ends_at LIMIT ${SWEPT})`);
  }

  async take(key: string, limit: number, window: QuotaWindow, now: Date): Promise<Taking> {
    // Who gets nothing must not stand in the way of those who write.
    const used = await this.database.read(() => this.#usedOf(key, window));
    if (used >= limit) return { taken: false, left: 0 };
    return this.database.write(nobody, () => {
      const values = { $key: key, $begin: window.from.getTime(), $end: window.until.getTime(), $limit: limit };
      const row = this.#take.get(values);
      if (!row) return { taken: false, left: 0 };
      if (row.used === 1) this.#sweep.run(now.getTime() - QUOTA_KEPT_MS);
      return { taken: true, left: limit - Number(row.used) };
    });
  }

  #usedOf(key: string, { from }: QuotaWindow): number {
    return Number(this.#used.get(key, from.getTime())?.used ?? 0);
  }
}
