import type { StatementSync } from "node:sqlite";
import { KeyedCall, knownDeletedUntil, type KeyedCallState } from "../../domain/keyed-call.js";
import type { KeyedCallRepository } from "../../ports/driven/keyed-call-repository.js";
import { decode, encode } from "./codec.js";
import type { Database } from "./database.js";
import { nobody } from "./user-changes.js";

interface Row {
  readonly key: number;
  readonly state: string;
  /** What was noted of deletions by then has this number at most, and what is noted later a greater one. */
  readonly begun_after: number;
}

/** Nothing of it is ever shown beside what is the user's own: its writes change nobody's data. */
export class SqliteKeyedCallRepository implements KeyedCallRepository {
  readonly #byId: StatementSync;
  readonly #running: StatementSync;
  readonly #showing: StatementSync;
  readonly #deleted: StatementSync;
  readonly #lastDeletion: StatementSync;
  readonly #noteDeleted: StatementSync;
  readonly #outdated: StatementSync;
  readonly #dropDeleted: StatementSync;
  readonly #expired: StatementSync;
  readonly #insert: StatementSync;
  readonly #replace: StatementSync;
  readonly #delete: StatementSync;
  readonly #show: StatementSync;
  readonly #hide: StatementSync;

  constructor(private readonly database: Database) {
    this.#byId = database.prepare("SELECT key, state, begun_after FROM keyed_calls WHERE user_id = ? AND id = ?");
    this.#running = database.prepare(
      "SELECT 1 FROM keyed_calls INDEXED BY keyed_calls_running WHERE user_id = ? AND running = 1 LIMIT 1",
    );
    this.#showing = database.prepare(`
      SELECT key, state, begun_after FROM keyed_calls
      WHERE key IN (
        SELECT call FROM shown_objects
        WHERE user_id = ? AND object_id IN (SELECT value FROM json_each(?)))`);
    this.#deleted = database.prepare(`
      SELECT object_id FROM deleted_objects
      WHERE user_id = ? AND object_id IN (SELECT value FROM json_each(?)) AND number > ?`);
    this.#lastDeletion = database.prepare("SELECT max(number) AS number FROM deleted_objects");
    this.#noteDeleted = database.prepare(
      "INSERT OR REPLACE INTO deleted_objects (user_id, object_id, known_until) VALUES (?, ?, ?)",
    );
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
    this.#replace = database.prepare(
      "UPDATE keyed_calls SET running = ?, expires_at = ?, state = ?, begun_after = ? WHERE key = ?",
    );
    this.#delete = database.prepare("DELETE FROM keyed_calls WHERE key = ?");
    this.#show = database.prepare("INSERT INTO shown_objects (user_id, object_id, call) VALUES (?, ?, ?)");
    this.#hide = database.prepare("DELETE FROM shown_objects WHERE call = ?");
  }

  put(userId: string, id: string, change: (before: KeyedCall | undefined) => KeyedCall): Promise<KeyedCall> {
    return this.database.write(nobody, () => {
      const row = this.#find(userId, id);
      const before = row && callOf(row);
      const after = change(before);
      if (after === before) return after;
      const begun_after = Number(this.#lastDeletion.get()?.["number"] ?? 0);
      if (row) this.#put({ ...row, begun_after }, after);
      else this.#insert.run(...valuesOf(after), begun_after, userId, id);
      return after;
    });
  }

  update(userId: string, id: string, change: (before: KeyedCall) => KeyedCall): Promise<KeyedCall | undefined> {
    return this.database.write(nobody, () => {
      const row = this.#find(userId, id);
      if (!row) return undefined;
      const before = callOf(row);
      const after = this.#withoutDeleted(row, change(before));
      if (after !== before) this.#put(row, after);
      return after;
    });
  }

  async forget(userId: string, objectIds: readonly string[], now: Date): Promise<void> {
    const ids = JSON.stringify(objectIds);
    const showing = (): Row[] => this.#showing.all(userId, ids) as unknown as Row[];
    const isRunning = (): boolean => this.#running.get(userId) !== undefined;
    // Most deletions concern no call, and must not stand in the way of those who write.
    if (!(await this.database.read(() => isRunning() || showing().length > 0))) return;
    await this.database.remove(nobody, () => {
      if (isRunning()) for (const id of objectIds) this.#noteDeleted.run(userId, id, knownDeletedUntil(now).getTime());
      const rows = showing();
      for (const row of rows) this.#put(row, callOf(row).forget(objectIds));
      return rows.length > 0;
    });
  }

  async removeExpired(now: Date, limit: number): Promise<number> {
    const expired = (most: number) => this.#expired.all(now.getTime(), most).map(({ key }) => Number(key));
    const outdated = (most: number) => this.#outdated.all(now.getTime(), most).map(({ number }) => Number(number));
    if (!(await this.database.read(() => expired(1).length + outdated(1).length))) return 0;
    return this.database.remove(nobody, () => {
      const keys = expired(limit);
      for (const key of keys) {
        this.#hide.run(key);
        this.#delete.run(key);
      }
      const deletions = outdated(limit - keys.length);
      for (const number of deletions) this.#dropDeleted.run(number);
      return keys.length + deletions.length;
    });
  }

  #find(userId: string, id: string): Row | undefined {
    return this.#byId.get(userId, id) as Row | undefined;
  }

  /** Who ends late is told what was deleted meanwhile, however late that is. */
  #withoutDeleted({ begun_after }: Row, call: KeyedCall): KeyedCall {
    const { userId, shows } = call.state;
    if (shows.length === 0) return call;
    const deleted = this.#deleted.all(userId, JSON.stringify(shows), begun_after);
    return call.forget(deleted.map(({ object_id }) => String(object_id)));
  }

  #put({ key, begun_after }: Row, call: KeyedCall): void {
    this.#replace.run(...valuesOf(call), begun_after, key);
    this.#hide.run(key);
    for (const id of call.state.shows) this.#show.run(call.state.userId, id, key);
  }
}

/** What a change of the call may change in its row. */
function valuesOf({ state, isRunning }: KeyedCall): [running: number, expiresAt: number, state: string] {
  return [Number(isRunning), state.expiresAt.getTime(), encode(state)];
}

function callOf({ state }: Row): KeyedCall {
  return KeyedCall.restore(decode(state) as KeyedCallState);
}
