import type { StatementSync } from "node:sqlite";
import {
  IdempotencyRecord,
  getDeletionRetentionEnd,
  type IdempotencyRecordState,
} from "../../../domain/idempotency/idempotency-record.js";
import type { IdempotencyRepository } from "../../../ports/driven/store/idempotency-repository.js";
import type { SqliteDatabase } from "../database/database.js";
import { NO_USERS } from "../queries/data-versions.js";
import { deserializeState, serializeState } from "../queries/state-codec.js";

/** Its writes change no data version (`NO_USERS`), because no cached list contains idempotency records. */
export class SqliteIdempotencyRepository implements IdempotencyRepository {
  readonly #selectById: StatementSync;
  readonly #selectDeletedSince: StatementSync;
  readonly #selectLastDeletion: StatementSync;
  readonly #selectOutdatedDeletions: StatementSync;
  readonly #deleteDeletion: StatementSync;
  readonly #selectExpired: StatementSync;
  readonly #insert: StatementSync;
  readonly #delete: StatementSync;
  readonly #storedResponses: SqliteStoredResponses;

  constructor(private readonly database: SqliteDatabase) {
    this.#selectById = database.prepare("SELECT key, state, begun_after FROM keyed_calls WHERE user_id = ? AND id = ?");
    this.#selectDeletedSince = database.prepare(`
      SELECT object_id FROM deleted_objects
      WHERE user_id = ? AND object_id IN (SELECT value FROM json_each(?)) AND number > ?`);
    this.#selectLastDeletion = database.prepare("SELECT max(number) AS number FROM deleted_objects");
    this.#selectOutdatedDeletions = database.prepare(`
      SELECT number FROM deleted_objects INDEXED BY deleted_objects_outdated
      WHERE known_until <= ? LIMIT ?`);
    this.#deleteDeletion = database.prepare("DELETE FROM deleted_objects WHERE number = ?");
    this.#selectExpired = database.prepare(
      "SELECT key FROM keyed_calls INDEXED BY keyed_calls_expiring WHERE expires_at <= ? LIMIT ?",
    );
    this.#insert = database.prepare(
      "INSERT INTO keyed_calls (running, expires_at, state, begun_after, user_id, id) VALUES (?, ?, ?, ?, ?, ?)",
    );
    this.#delete = database.prepare("DELETE FROM keyed_calls WHERE key = ?");
    this.#storedResponses = new SqliteStoredResponses(database);
  }

  put(
    userId: string,
    id: string,
    change: (current: IdempotencyRecord | undefined) => IdempotencyRecord,
  ): Promise<IdempotencyRecord> {
    return this.database.write(NO_USERS, () => {
      const row = this.#find(userId, id);
      const current = row && toIdempotencyRecord(row);
      const next = change(current);
      if (next === current) return next;
      const begun_after = Number(this.#selectLastDeletion.get()?.["number"] ?? 0);
      if (row) this.#storedResponses.replaceRecord({ ...row, begun_after }, next);
      else this.#insert.run(...toIdempotencyColumns(next), begun_after, userId, id);
      return next;
    });
  }

  update(
    userId: string,
    id: string,
    change: (current: IdempotencyRecord) => IdempotencyRecord,
  ): Promise<IdempotencyRecord | undefined> {
    return this.database.write(NO_USERS, () => {
      const row = this.#find(userId, id);
      if (!row) return undefined;
      const current = toIdempotencyRecord(row);
      const next = this.#forgetDeletedObjects(row, change(current));
      if (next !== current) this.#storedResponses.replaceRecord(row, next);
      return next;
    });
  }

  async removeResponsesContaining(userId: string, objectIds: readonly string[], now: Date): Promise<void> {
    // Most deletions affect no record. These start no write transaction, so that other writers do not wait.
    if (!(await this.database.read(() => this.#storedResponses.hasAffectedRecords(userId, objectIds)))) return;
    await this.database.writeAndErase(NO_USERS, () => this.#storedResponses.forgetObjects(userId, objectIds, now));
  }

  async removeExpired(now: Date, limit: number): Promise<number> {
    const findExpiredKeys = (maxRows: number) =>
      this.#selectExpired.all(now.getTime(), maxRows).map(({ key }) => Number(key));
    const findOutdatedDeletions = (maxRows: number) =>
      this.#selectOutdatedDeletions.all(now.getTime(), maxRows).map(({ number }) => Number(number));
    if (!(await this.database.read(() => findExpiredKeys(1).length + findOutdatedDeletions(1).length))) return 0;
    return this.database.writeAndErase(NO_USERS, () => {
      const keys = findExpiredKeys(limit);
      for (const key of keys) {
        this.#storedResponses.removeShownObjects(key);
        this.#delete.run(key);
      }
      const deletionNumbers = findOutdatedDeletions(limit - keys.length);
      for (const number of deletionNumbers) this.#deleteDeletion.run(number);
      return keys.length + deletionNumbers.length;
    });
  }

  #find(userId: string, id: string): IdempotencyRow | undefined {
    return this.#selectById.get(userId, id) as IdempotencyRow | undefined;
  }

  /** Removes the response if one of its objects was deleted since the request began, however long it ran. */
  #forgetDeletedObjects({ begun_after }: IdempotencyRow, record: IdempotencyRecord): IdempotencyRecord {
    const { userId, shows } = record.state;
    if (shows.length === 0) return record;
    const deletedRows = this.#selectDeletedSince.all(userId, JSON.stringify(shows), begun_after);
    return record.removeResponseContaining(deletedRows.map(({ object_id }) => String(object_id)));
  }
}

interface IdempotencyRow {
  readonly key: number;
  readonly state: string;
  /** Deletions before the request began have at most this number, later ones a greater one. */
  readonly begun_after: number;
}

/** The rows of idempotency records and of the objects in their responses. Call its methods inside a read or a write. */
export class SqliteStoredResponses {
  readonly #selectRunning: StatementSync;
  readonly #selectShowing: StatementSync;
  readonly #upsertDeletion: StatementSync;
  readonly #replace: StatementSync;
  readonly #insertShownObject: StatementSync;
  readonly #deleteShownObjects: StatementSync;

  constructor(database: SqliteDatabase) {
    this.#selectRunning = database.prepare(
      "SELECT 1 FROM keyed_calls INDEXED BY keyed_calls_running WHERE user_id = ? AND running = 1 LIMIT 1",
    );
    this.#selectShowing = database.prepare(`
      SELECT key, state, begun_after FROM keyed_calls
      WHERE key IN (
        SELECT call FROM shown_objects
        WHERE user_id = ? AND object_id IN (SELECT value FROM json_each(?)))`);
    this.#upsertDeletion = database.prepare(
      "INSERT OR REPLACE INTO deleted_objects (user_id, object_id, known_until) VALUES (?, ?, ?)",
    );
    this.#replace = database.prepare(
      "UPDATE keyed_calls SET running = ?, expires_at = ?, state = ?, begun_after = ? WHERE key = ?",
    );
    this.#insertShownObject = database.prepare("INSERT INTO shown_objects (user_id, object_id, call) VALUES (?, ?, ?)");
    this.#deleteShownObjects = database.prepare("DELETE FROM shown_objects WHERE call = ?");
  }

  /** Whether `forgetObjects` would change anything. */
  hasAffectedRecords(userId: string, objectIds: readonly string[]): boolean {
    return this.#hasRunningRequest(userId) || this.#findRowsShowing(userId, objectIds).length > 0;
  }

  /** As `IdempotencyRepository.removeResponsesContaining`. @returns whether a response was removed. */
  forgetObjects(userId: string, objectIds: readonly string[], now: Date): boolean {
    if (this.#hasRunningRequest(userId)) {
      for (const id of objectIds) this.#upsertDeletion.run(userId, id, getDeletionRetentionEnd(now).getTime());
    }
    const rows = this.#findRowsShowing(userId, objectIds);
    for (const row of rows) this.replaceRecord(row, toIdempotencyRecord(row).removeResponseContaining(objectIds));
    return rows.length > 0;
  }

  replaceRecord({ key, begun_after }: IdempotencyRow, record: IdempotencyRecord): void {
    this.#replace.run(...toIdempotencyColumns(record), begun_after, key);
    this.removeShownObjects(key);
    for (const id of record.state.shows) this.#insertShownObject.run(record.state.userId, id, key);
  }

  /** Deletes the rows that list the objects in the response of a record. */
  removeShownObjects(key: number): void {
    this.#deleteShownObjects.run(key);
  }

  #hasRunningRequest(userId: string): boolean {
    return this.#selectRunning.get(userId) !== undefined;
  }

  #findRowsShowing(userId: string, objectIds: readonly string[]): IdempotencyRow[] {
    return this.#selectShowing.all(userId, JSON.stringify(objectIds)) as unknown as IdempotencyRow[];
  }
}

/** Returns the values of the columns that a change of the record may change. */
function toIdempotencyColumns({
  state,
  isRunning,
}: IdempotencyRecord): [running: number, expiresAt: number, state: string] {
  return [Number(isRunning), state.expiresAt.getTime(), serializeState(state)];
}

function toIdempotencyRecord({ state }: IdempotencyRow): IdempotencyRecord {
  return IdempotencyRecord.restore(deserializeState(state) as IdempotencyRecordState);
}
