import type { PushAddress } from "../../domain/notification.js";
import { PushTarget } from "../../domain/push-target.js";
import type { PushTargetRepository } from "../../ports/driven/push-target-repository.js";
import type { IndexDefinition } from "./collections.js";
import { userQueue, type Database } from "./database.js";
import { Documents, type DocumentType } from "./documents.js";

export const pushTargetIndexes: readonly IndexDefinition[] = [{ keys: { user: 1, key: 1 }, serves: "list" }];

/** How documents of the collection are made. */
export const pushTargetType: DocumentType<PushTarget> = {
  collection: "pushTargets",
  restore: (state) => PushTarget.restore(state),
  keyOf: ({ state }) => ({ user: state.userId, id: state.id }),
  fieldsOf: ({ sortKey }) => ({ key: sortKey }),
};

export class MongoPushTargetRepository implements PushTargetRepository {
  readonly #targets: Documents<PushTarget>;

  constructor(private readonly database: Database) {
    this.#targets = new Documents(database, pushTargetType);
  }

  put(userId: string, id: string, change: (before: PushTarget | undefined) => PushTarget): Promise<PushTarget> {
    return this.#targets.upsert(userQueue(userId), { user: userId, id }, change);
  }

  get(userId: string, id: string): Promise<PushTarget | undefined> {
    return this.#targets.get({ user: userId, id });
  }

  update(userId: string, id: string, change: (before: PushTarget) => PushTarget): Promise<PushTarget | undefined> {
    return this.#targets.update(userQueue(userId), { user: userId, id }, change);
  }

  async list(userId: string): Promise<PushTarget[]> {
    const rows = await this.#targets.findAll({ user: userId }, { sort: { key: 1 } });
    return rows.map(({ aggregate }) => aggregate);
  }

  async targetsOf(userId: string): Promise<readonly PushAddress[]> {
    const targets = await this.list(userId);
    return targets.filter(({ isGone }) => !isGone).map(({ state: { id, channel } }) => ({ id, channel }));
  }

  remove(userId: string, id: string): Promise<boolean> {
    return this.database.write(userQueue(userId), (transaction) =>
      this.#targets.remove({ user: userId, id }, transaction),
    );
  }
}
