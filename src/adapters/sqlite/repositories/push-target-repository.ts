import type { StatementSync } from "node:sqlite";
import type { PushTargetRef } from "../../../domain/notification/notification.js";
import { PushTarget, type PushTargetState } from "../../../domain/notification/push-target.js";
import type { PushTargetRepository } from "../../../ports/driven/store/notification-repositories.js";
import { deserializeState, serializeState } from "../queries/state-codec.js";
import { replaceIfChanged } from "../queries/row-updates.js";
import type { SqliteDatabase } from "../database/database.js";

interface Row {
  readonly key: number;
  readonly state: string;
}

export class SqlitePushTargetRepository implements PushTargetRepository {
  readonly #selectById: StatementSync;
  readonly #selectByUser: StatementSync;
  readonly #insert: StatementSync;
  readonly #replace: StatementSync;
  readonly #delete: StatementSync;

  constructor(private readonly database: SqliteDatabase) {
    this.#selectById = database.prepare("SELECT key, state FROM push_targets WHERE user_id = ? AND id = ?");
    this.#selectByUser = database.prepare("SELECT key, state FROM push_targets WHERE user_id = ?");
    this.#insert = database.prepare("INSERT INTO push_targets (user_id, id, state) VALUES (?, ?, ?)");
    this.#replace = database.prepare("UPDATE push_targets SET state = ? WHERE key = ?");
    this.#delete = database.prepare("DELETE FROM push_targets WHERE user_id = ? AND id = ?");
  }

  put(userId: string, id: string, change: (current: PushTarget | undefined) => PushTarget): Promise<PushTarget> {
    return this.database.write(userId, () => {
      const row = this.#find(userId, id);
      if (row) return this.#updateRow(row, change);
      const target = change(undefined);
      this.insert(target);
      return target;
    });
  }

  get(userId: string, id: string): Promise<PushTarget | undefined> {
    return this.database.read(() => {
      const row = this.#find(userId, id);
      return row && toPushTarget(row);
    });
  }

  update(userId: string, id: string, change: (current: PushTarget) => PushTarget): Promise<PushTarget | undefined> {
    return this.database.write(userId, () => {
      const row = this.#find(userId, id);
      return row && this.#updateRow(row, change);
    });
  }

  list(userId: string): Promise<PushTarget[]> {
    return this.database.read(() => this.#findByUser(userId));
  }

  getTargetRefs(userId: string): Promise<readonly PushTargetRef[]> {
    return this.database.read(() =>
      this.#findByUser(userId)
        .filter(({ isGone }) => !isGone)
        .map(({ state: { id, channel } }) => ({ id, channel })),
    );
  }

  remove(userId: string, id: string): Promise<boolean> {
    return this.database.writeAndErase(userId, () => this.#delete.run(userId, id).changes > 0);
  }

  /** Call it inside a write. */
  insert({ state }: PushTarget): void {
    this.#insert.run(state.userId, state.id, serializeState(state));
  }

  #find(userId: string, id: string): Row | undefined {
    return this.#selectById.get(userId, id) as Row | undefined;
  }

  /** Sorts in memory, without an index, because a user has few targets. */
  #findByUser(userId: string): PushTarget[] {
    const rows = this.#selectByUser.all(userId) as unknown as Row[];
    return rows.map(toPushTarget).sort((a, b) => (a.sortKey < b.sortKey ? -1 : 1));
  }

  #updateRow(row: Row, change: (current: PushTarget) => PushTarget): PushTarget {
    return replaceIfChanged(toPushTarget(row), change, ({ state }) =>
      this.#replace.run(serializeState(state), row.key),
    );
  }
}

function toPushTarget({ state }: Row): PushTarget {
  return PushTarget.restore(deserializeState(state) as PushTargetState);
}
