import type { StatementSync } from "node:sqlite";
import { IdempotencyRecord, knownDeletedUntil, type IdempotencyRecordState } from "../../domain/idempotency-record.js";
import { decode, encode } from "./codec.js";
import type { Database } from "./database.js";

export interface IdempotencyRow {
  readonly key: number;
  readonly state: string;
  /** Deletions recorded before the call began have at most this number, later ones a greater one. */
  readonly begun_after: number;
}

/** The rows of keyed calls and the objects that their answers show. Call it inside a read or a write. */
export class KeptAnswers {
  readonly #running: StatementSync;
  readonly #showing: StatementSync;
  readonly #noteDeleted: StatementSync;
  readonly #replace: StatementSync;
  readonly #show: StatementSync;
  readonly #hide: StatementSync;

  constructor(database: Database) {
    this.#running = database.prepare(
      "SELECT 1 FROM keyed_calls INDEXED BY keyed_calls_running WHERE user_id = ? AND running = 1 LIMIT 1",
    );
    this.#showing = database.prepare(`
      SELECT key, state, begun_after FROM keyed_calls
      WHERE key IN (
        SELECT call FROM shown_objects
        WHERE user_id = ? AND object_id IN (SELECT value FROM json_each(?)))`);
    this.#noteDeleted = database.prepare(
      "INSERT OR REPLACE INTO deleted_objects (user_id, object_id, known_until) VALUES (?, ?, ?)",
    );
    this.#replace = database.prepare(
      "UPDATE keyed_calls SET running = ?, expires_at = ?, state = ?, begun_after = ? WHERE key = ?",
    );
    this.#show = database.prepare("INSERT INTO shown_objects (user_id, object_id, call) VALUES (?, ?, ?)");
    this.#hide = database.prepare("DELETE FROM shown_objects WHERE call = ?");
  }

  /** Whether `forget` would change anything. */
  isConcerned(userId: string, objectIds: readonly string[]): boolean {
    return this.#isRunning(userId) || this.#rowsShowing(userId, objectIds).length > 0;
  }

  /** As `IdempotencyRepository.forget`. @returns whether an answer was removed. */
  forget(userId: string, objectIds: readonly string[], now: Date): boolean {
    if (this.#isRunning(userId)) {
      for (const id of objectIds) this.#noteDeleted.run(userId, id, knownDeletedUntil(now).getTime());
    }
    const rows = this.#rowsShowing(userId, objectIds);
    for (const row of rows) this.put(row, callOf(row).forget(objectIds));
    return rows.length > 0;
  }

  put({ key, begun_after }: IdempotencyRow, call: IdempotencyRecord): void {
    this.#replace.run(...valuesOf(call), begun_after, key);
    this.hide(key);
    for (const id of call.state.shows) this.#show.run(call.state.userId, id, key);
  }

  /** Removes the record of the objects that the answer of the call shows. */
  hide(key: number): void {
    this.#hide.run(key);
  }

  #isRunning(userId: string): boolean {
    return this.#running.get(userId) !== undefined;
  }

  #rowsShowing(userId: string, objectIds: readonly string[]): IdempotencyRow[] {
    return this.#showing.all(userId, JSON.stringify(objectIds)) as unknown as IdempotencyRow[];
  }
}

/** The columns that a change of the call may change. */
export function valuesOf({ state, isRunning }: IdempotencyRecord): [running: number, expiresAt: number, state: string] {
  return [Number(isRunning), state.expiresAt.getTime(), encode(state)];
}

export function callOf({ state }: IdempotencyRow): IdempotencyRecord {
  return IdempotencyRecord.restore(decode(state) as IdempotencyRecordState);
}
