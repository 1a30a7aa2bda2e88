import type { StatementSync } from "node:sqlite";
import { QUOTA_WINDOW_RETENTION_MS } from "../../../domain/limits.js";
import type {
  CooldownKey,
  CooldownLock,
  AcquireOptions,
  DistributedSemaphore,
  WindowCounter,
  QuotaWindow,
  QuotaResult,
  TokenBudget,
} from "../../../ports/driven/store/coordination.js";
import type { SqliteDatabase } from "../database/database.js";
import { NO_USERS } from "../queries/data-versions.js";

/** Stores one row for each lock. */
export class SqliteCooldownLock implements CooldownLock {
  readonly #selectOtherHolder: StatementSync;
  readonly #deleteExpired: StatementSync;
  readonly #upsertLock: StatementSync;

  constructor(private readonly database: SqliteDatabase) {
    this.#selectOtherHolder = database.prepare(
      "SELECT 1 FROM once_guards WHERE user_id = ? AND app_id = ? AND holder <> ? AND held_until > ?",
    );
    this.#deleteExpired = database.prepare("DELETE FROM once_guards WHERE held_until <= ?");
    this.#upsertLock = database.prepare(`
      INSERT INTO once_guards (user_id, app_id, holder, held_until) VALUES (?, ?, ?, ?)
      ON CONFLICT (user_id, app_id) DO UPDATE SET held_until = max(held_until, excluded.held_until)
      WHERE holder = excluded.holder`);
  }

  async tryAcquire({ userId, appId }: CooldownKey, holder: string, now: Date, durationMs: number): Promise<boolean> {
    const nowMs = now.getTime();
    // A rejected caller starts no write transaction, so that other writers do not wait.
    const otherHolder = await this.database.read(() => this.#selectOtherHolder.get(userId, appId, holder, nowMs));
    if (otherHolder) return false;
    return this.database.write(NO_USERS, () => {
      this.#deleteExpired.run(nowMs);
      return Number(this.#upsertLock.run(userId, appId, holder, nowMs + durationMs).changes) > 0;
    });
  }
}

/** Stores one row for each position in a queue, numbered in order of arrival. */
export class SqliteDistributedSemaphore implements DistributedSemaphore {
  readonly #deleteExpired: StatementSync;
  readonly #upsertPosition: StatementSync;
  readonly #selectPosition: StatementSync;
  readonly #countHoldersBefore: StatementSync;
  readonly #deletePosition: StatementSync;

  constructor(private readonly database: SqliteDatabase) {
    this.#deleteExpired = database.prepare("DELETE FROM slots WHERE line = ? AND held_until <= ?");
    this.#upsertPosition = database.prepare(`
      INSERT INTO slots (line, holder, held_until) VALUES (?, ?, ?)
      ON CONFLICT (line, holder) DO UPDATE SET held_until = excluded.held_until`);
    this.#selectPosition = database.prepare("SELECT place FROM slots WHERE line = ? AND holder = ? AND held_until > ?");
    this.#countHoldersBefore = database.prepare(
      "SELECT count(*) AS others FROM slots WHERE line = ? AND held_until > ? AND place < ?",
    );
    this.#deletePosition = database.prepare("DELETE FROM slots WHERE line = ? AND holder = ?");
  }

  acquire(name: string, holder: string, { limit, now, leaseMs }: AcquireOptions): Promise<boolean> {
    const nowMs = now.getTime();
    return this.database.write(NO_USERS, () => {
      this.#deleteExpired.run(name, nowMs);
      this.#upsertPosition.run(name, holder, nowMs + leaseMs);
      return this.#isWithinLimit(limit, name, holder, nowMs);
    });
  }

  isHeld(name: string, holder: string, { limit, now }: Pick<AcquireOptions, "limit" | "now">): Promise<boolean> {
    return this.database.read(() => this.#isWithinLimit(limit, name, holder, now.getTime()));
  }

  async release(name: string, holder: string): Promise<void> {
    await this.database.write(NO_USERS, () => this.#deletePosition.run(name, holder));
  }

  #isWithinLimit(limit: number, name: string, holder: string, nowMs: number): boolean {
    const row = this.#selectPosition.get(name, holder, nowMs);
    return row !== undefined && Number(this.#countHoldersBefore.get(name, nowMs, Number(row.place))?.others) < limit;
  }
}

/** The number of ended windows deleted when a window begins: more than one, so that old ones go, but few per write. */
const MAX_WINDOWS_DELETED_PER_SWEEP = 8;

/** Stores one row for each window, by key and start. */
export class SqliteWindowCounter implements WindowCounter {
  readonly #selectUsed: StatementSync;
  readonly #consume: StatementSync;
  readonly #deleteEndedWindows: StatementSync;

  constructor(private readonly database: SqliteDatabase) {
    this.#selectUsed = database.prepare("SELECT used FROM quotas WHERE key = ? AND begins_at = ?");
    this.#consume = database.prepare(`
      INSERT INTO quotas (key, begins_at, ends_at, used) VALUES ($key, $begin, $end, 1)
      ON CONFLICT (key, begins_at) DO UPDATE SET used = used + 1 WHERE used < $limit
      RETURNING used`);
    this.#deleteEndedWindows = database.prepare(`
      DELETE FROM quotas WHERE (key, begins_at) IN
        (SELECT key, begins_at FROM quotas WHERE ends_at <= ? ORDER BY ends_at LIMIT ${MAX_WINDOWS_DELETED_PER_SWEEP})`);
  }

  async tryConsume(key: string, limit: number, window: QuotaWindow, now: Date): Promise<QuotaResult> {
    // A rejected caller starts no write transaction, so that other writers do not wait.
    const used = await this.database.read(() => this.#readUsed(key, window));
    if (used >= limit) return { isConsumed: false, remaining: 0 };
    return this.database.write(NO_USERS, () => {
      const values = { $key: key, $begin: window.from.getTime(), $end: window.until.getTime(), $limit: limit };
      const row = this.#consume.get(values);
      if (!row) return { isConsumed: false, remaining: 0 };
      if (row.used === 1) this.#deleteEndedWindows.run(now.getTime() - QUOTA_WINDOW_RETENTION_MS);
      return { isConsumed: true, remaining: limit - Number(row.used) };
    });
  }

  #readUsed(key: string, { from }: QuotaWindow): number {
    return Number(this.#selectUsed.get(key, from.getTime())?.used ?? 0);
  }
}

/** Stores one row for each user, with the usage of the latest day. */
export class SqliteTokenBudget implements TokenBudget {
  readonly #consume: StatementSync;
  readonly #adjust: StatementSync;

  constructor(private readonly database: SqliteDatabase) {
    this.#consume = database.prepare(`
      INSERT INTO token_budgets (user_id, day, spent) SELECT $user, $day, $tokens WHERE $tokens <= $budget
      ON CONFLICT (user_id) DO UPDATE SET
        spent = iif(day >= excluded.day, spent, 0) + excluded.spent, day = max(day, excluded.day)
      WHERE iif(day >= excluded.day, spent, 0) + excluded.spent <= $budget`);
    this.#adjust = database.prepare("UPDATE token_budgets SET spent = max(0, spent + ?) WHERE user_id = ? AND day = ?");
  }

  tryConsume(userId: string, day: string, tokens: number, budget: number): Promise<boolean> {
    const values = { $user: userId, $day: day, $tokens: tokens, $budget: budget };
    return this.database.write(NO_USERS, () => Number(this.#consume.run(values).changes) > 0);
  }

  async adjust(userId: string, day: string, tokens: number): Promise<void> {
    await this.database.write(NO_USERS, () => this.#adjust.run(tokens, userId, day));
  }
}
