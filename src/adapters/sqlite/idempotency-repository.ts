import type { StatementSync } from "node:sqlite";
import type { IdempotencyRecord } from "../../domain/idempotency-record.js";
import type { IdempotencyRepository } from "../../ports/driven/idempotency-repository.js";
import type { Database } from "./database.js";
import { callOf, KeptAnswers, valuesOf, type IdempotencyRow } from "./kept-answers.js";
import { nobody } from "./data-versions.js";

/** Nothing of it is ever shown beside what is the user's own: its writes change nobody's data. */
export class SqliteIdempotencyRepository implements IdempotencyRepository {
  readonly #byId: StatementSync;
  readonly #deleted: StatementSync;
  readonly #lastDeletion: StatementSync;
  readonly #outdated: StatementSync;
  readonly #dropDeleted: StatementSync;
  readonly #expired: StatementSync;
  readonly #insert: StatementSync;
  readonly #delete: StatementSync;
  readonly #answers: KeptAnswers;

  constructor(private readonly database: Database) {
    this.#byId = database.prepare("SELECT key, state, begun_after FROM keyed_calls WHERE user_id = ? AND id = ?");
    this.#deleted = database.prepare(`
      SELECT object_id FROM deleted_objects
      WHERE user_id = ? AND object_id IN (SELECT value FROM json_each(?)) AND number > ?`);
    this.#lastDeletion = database.prepare("SELECT max(number) AS number FROM deleted_objects");
    this.#outdated = database.prepare(`
      SELECT number FROM deleted_objects INDEXED BY deleted_objects_outdated
      WHERE known_until <= ? LIMIT ?`);
    this.#dropDeleted = database.prepare("DELETE FROM deleted_objects WHERE number = ?");
    this.#expired = database.prepare(
      "SELECT key FROM keyed_calls INDEXED BY keyed_calls_expiring WHERE expires_at <= ? LIMIT ?",
    );
    this.#insert = database.prepare(
      "INSERT INTO keyed_calls (running, expires_at, state, begun_after, user_id, id) VALUES (?, ?, ?, ?, ?, ?)",
    );
    this.#delete = database.prepare("DELETE FROM keyed_calls WHERE key = ?");
    this.#answers = new KeptAnswers(database);
  }

  put(
    userId: string,
    id: string,
    change: (before: IdempotencyRecord | undefined) => IdempotencyRecord,
  ): Promise<IdempotencyRecord> {
    return this.database.write(nobody, () => {
      const row = this.#find(userId, id);
      const before = row && callOf(row);
      const after = change(before);
      if (after === before) return after;
      const begun_after = Number(this.#lastDeletion.get()?.["number"] ?? 0);
      if (row) this.#answers.put({ ...row, begun_after }, after);
      else this.#insert.run(...valuesOf(after), begun_after, userId, id);
      return after;
    });
  }

  update(
    userId: string,
    id: string,
    change: (before: IdempotencyRecord) => IdempotencyRecord,
  ): Promise<IdempotencyRecord | undefined> {
    return this.database.write(nobody, () => {
      const row = this.#find(userId, id);
      if (!row) return undefined;
      const before = callOf(row);
      const after = this.#withoutDeleted(row, change(before));
      if (after !== before) this.#answers.put(row, after);
      return after;
    });
  }

  async forget(userId: string, objectIds: readonly string[], now: Date): Promise<void> {
    // Most deletions concern no call, and must not stand in the way of those who write.
    if (!(await this.database.read(() => this.#answers.isConcerned(userId, objectIds)))) return;
    await this.database.remove(nobody, () => this.#answers.forget(userId, objectIds, now));
  }

  async removeExpired(now: Date, limit: number): Promise<number> {
    const expired = (most: number) => this.#expired.all(now.getTime(), most).map(({ key }) => Number(key));
    const outdated = (most: number) => this.#outdated.all(now.getTime(), most).map(({ number }) => Number(number));
    if (!(await this.database.read(() => expired(1).length + outdated(1).length))) return 0;
    return this.database.remove(nobody, () => {
      const keys = expired(limit);
      for (const key of keys) {
        this.#answers.hide(key);
        this.#delete.run(key);
      }
      const deletions = outdated(limit - keys.length);
      for (const number of deletions) this.#dropDeleted.run(number);
      return keys.length + deletions.length;
    });
  }

  #find(userId: string, id: string): IdempotencyRow | undefined {
    return this.#byId.get(userId, id) as IdempotencyRow | undefined;
  }

  /** Who ends late is told what was deleted meanwhile, however late that is. */
  #withoutDeleted({ begun_after }: IdempotencyRow, call: IdempotencyRecord): IdempotencyRecord {
    const { userId, shows } = call.state;
    if (shows.length === 0) return call;
    const deleted = this.#deleted.all(userId, JSON.stringify(shows), begun_after);
    return call.forget(deleted.map(({ object_id }) => String(object_id)));
  }
}
