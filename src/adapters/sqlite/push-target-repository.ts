import type { StatementSync } from "node:sqlite";
import type { PushAddress } from "../../domain/notification.js";
import { PushTarget, type PushTargetState } from "../../domain/push-target.js";
import type { PushTargetRepository } from "../../ports/driven/push-target-repository.js";
import { decode, encode } from "./codec.js";
import type { Database } from "./database.js";

interface Row {
  readonly key: number;
  readonly state: string;
}

export class SqlitePushTargetRepository implements PushTargetRepository {
  readonly #one: StatementSync;
  readonly #all: StatementSync;
  readonly #insert: StatementSync;
  readonly #replace: StatementSync;
  readonly #delete: StatementSync;

  constructor(private readonly database: Database) {
    this.#one = database.prepare("SELECT key, state FROM push_targets WHERE user_id = ? AND id = ?");
    this.#all = database.prepare("SELECT key, state FROM push_targets WHERE user_id = ?");
    this.#insert = database.prepare("INSERT INTO push_targets (user_id, id, state) VALUES (?, ?, ?)");
    this.#replace = database.prepare("UPDATE push_targets SET state = ? WHERE key = ?");
    this.#delete = database.prepare("DELETE FROM push_targets WHERE user_id = ? AND id = ?");
  }

  put(userId: string, id: string, change: (before: PushTarget | undefined) => PushTarget): Promise<PushTarget> {
    return this.database.write(userId, () => {
      const row = this.#find(userId, id);
      if (row) return this.#change(row, change);
      const target = change(undefined);
      this.insert(target);
      return target;
    });
  }

  get(userId: string, id: string): Promise<PushTarget | undefined> {
    return this.database.read(() => {
      const row = this.#find(userId, id);
      return row && restored(row);
    });
  }

  update(userId: string, id: string, change: (before: PushTarget) => PushTarget): Promise<PushTarget | undefined> {
    return this.database.write(userId, () => {
      const row = this.#find(userId, id);
      return row && this.#change(row, change);
    });
  }

  list(userId: string): Promise<PushTarget[]> {
    return this.database.read(() => this.#listed(userId));
  }

  targetsOf(userId: string): Promise<readonly PushAddress[]> {
    return this.database.read(() =>
      this.#listed(userId)
        .filter(({ isGone }) => !isGone)
        .map(({ state: { id, channel } }) => ({ id, channel })),
    );
  }

  remove(userId: string, id: string): Promise<boolean> {
    return this.database.remove(userId, () => this.#delete.run(userId, id).changes > 0);
  }

  /** Call it inside a write. */
  insert({ state }: PushTarget): void {
    this.#insert.run(state.userId, state.id, encode(state));
  }

  #find(userId: string, id: string): Row | undefined {
    return this.#one.get(userId, id) as Row | undefined;
  }

  /** There are few of them: no index is kept for their order. */
  #listed(userId: string): PushTarget[] {
    const rows = this.#all.all(userId) as unknown as Row[];
    return rows.map(restored).sort((a, b) => (a.sortKey < b.sortKey ? -1 : 1));
  }

  #change(row: Row, change: (before: PushTarget) => PushTarget): PushTarget {
    const before = restored(row);
    const after = change(before);
    if (after !== before) this.#replace.run(encode(after.state), row.key);
    return after;
  }
}

function restored({ state }: Row): PushTarget {
  return PushTarget.restore(decode(state) as PushTargetState);
}
