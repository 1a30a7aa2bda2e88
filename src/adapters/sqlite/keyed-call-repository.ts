import type { StatementSync } from "node:sqlite";
import { KeyedCall, type KeyedCallState } from "../../domain/keyed-call.js";
import type { KeyedCallRepository } from "../../ports/driven/keyed-call-repository.js";
import { decode, encode } from "./codec.js";
import type { Database } from "./database.js";
import { nobody } from "./user-changes.js";

interface Row {
  readonly key: number;
  readonly state: string;
}

/** Nothing of it is ever shown beside what is the user's own: its writes change nobody's data. */
export class SqliteKeyedCallRepository implements KeyedCallRepository {
  readonly #byId: StatementSync;
  readonly #concerned: StatementSync;
  readonly #expired: StatementSync;
  readonly #insert: StatementSync;
  readonly #replace: StatementSync;
  readonly #delete: StatementSync;
  readonly #show: StatementSync;
  readonly #hide: StatementSync;

  constructor(private readonly database: Database) {
    this.#byId = database.prepare("SELECT key, state FROM keyed_calls WHERE user_id = ? AND id = ?");
    this.#concerned = database.prepare(`
      SELECT key, state FROM keyed_calls
      WHERE key IN (SELECT key FROM keyed_calls INDEXED BY keyed_calls_running WHERE user_id = ?1 AND running = 1)
        OR key IN (
          SELECT call FROM shown_objects
          WHERE user_id = ?1 AND object_id IN (SELECT value FROM json_each(?2)))`);
    this.#expired = database.prepare(
      "SELECT key FROM keyed_calls INDEXED BY keyed_calls_expiring WHERE expires_at <= ? LIMIT ?",
    );
    this.#insert = database.prepare(
      "INSERT INTO keyed_calls (running, expires_at, state, user_id, id) VALUES (?, ?, ?, ?, ?)",
    );
    this.#replace = database.prepare("UPDATE keyed_calls SET running = ?, expires_at = ?, state = ? WHERE key = ?");
    this.#delete = database.prepare("DELETE FROM keyed_calls WHERE key = ?");
    this.#show = database.prepare("INSERT INTO shown_objects (user_id, object_id, call) VALUES (?, ?, ?)");
    this.#hide = database.prepare("DELETE FROM shown_objects WHERE call = ?");
  }

  put(userId: string, id: string, change: (before: KeyedCall | undefined) => KeyedCall): Promise<KeyedCall> {
    return this.database.write(nobody, () => {
      const row = this.#find(userId, id);
      const before = row && callOf(row);
      const after = change(before);
      if (!row) this.#insert.run(...valuesOf(after), userId, id);
      else if (after !== before) this.#put(row.key, after);
      return after;
    });
  }

  update(userId: string, id: string, change: (before: KeyedCall) => KeyedCall): Promise<KeyedCall | undefined> {
    return this.database.write(nobody, () => {
      const row = this.#find(userId, id);
      if (!row) return undefined;
      const before = callOf(row);
      const after = change(before);
      if (after !== before) this.#put(row.key, after);
      return after;
    });
  }

  async forget(userId: string, objectIds: readonly string[], now: Date): Promise<void> {
    const shown = JSON.stringify(objectIds);
    const concerned = (): Row[] => this.#concerned.all(userId, shown) as unknown as Row[];
    // Most deletions concern no call, and must not stand in the way of those who write.
    if ((await this.database.read(concerned)).length === 0) return;
    await this.database.remove(nobody, () => {
      let removed = false;
      for (const row of concerned()) {
        const before = callOf(row);
        const after = before.forget(objectIds, now);
        this.#put(row.key, after);
        if (after.state.answer !== before.state.answer) removed = true;
      }
      return removed;
    });
  }

  async removeExpired(now: Date, limit: number): Promise<number> {
    const expired = (most: number): unknown[] => this.#expired.all(now.getTime(), most).map(({ key }) => key);
    if ((await this.database.read(() => expired(1))).length === 0) return 0;
    return this.database.remove(nobody, () => {
      const keys = expired(limit) as number[];
      for (const key of keys) {
        this.#hide.run(key);
        this.#delete.run(key);
      }
      return keys.length;
    });
  }

  #find(userId: string, id: string): Row | undefined {
    return this.#byId.get(userId, id) as Row | undefined;
  }

  #put(key: number, call: KeyedCall): void {
    this.#replace.run(...valuesOf(call), key);
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
