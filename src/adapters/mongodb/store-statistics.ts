import type { ConversationStatus } from "../../domain/conversation.js";
import type { StoreCounts, StoreStatistics } from "../../ports/driven/store-statistics.js";
import type { Database } from "./database.js";

interface ConversationGroup {
  readonly _id: { readonly status: ConversationStatus; readonly madeBy?: string };
  readonly count: number;
}

/** Counts index entries only. */
export class MongoStoreStatistics implements StoreStatistics {
  constructor(private readonly database: Database) {}

  async collect(): Promise<StoreCounts> {
    const groups = await this.#groupConversations();
    return {
      users: await this.#count("users", {}, { _id: 1 }),
      conversations: sumBy(groups, ({ status }) => status),
      summaries: sumBy(groups, ({ status, madeBy }) => (status === "completed" ? madeBy : undefined)),
      memories: await this.#count("memories", { listed: true }),
      embeddings: await this.#countByEmbedder(),
    };
  }

  #count(collection: string, filter: object, hint?: Record<string, 1>): Promise<number> {
    return this.database.read(() => this.database.collection(collection).countDocuments(filter, hint ? { hint } : {}));
  }

  /** Tombstones have no status. */
  #groupConversations(): Promise<ConversationGroup[]> {
    return this.database.read(() =>
      this.database
        .collection("conversations")
        .aggregate<ConversationGroup>([
          { $match: { status: { $gt: "" } } },
          { $group: { _id: { status: "$status", madeBy: "$madeBy" }, count: { $sum: 1 } } },
        ])
        .toArray(),
    );
  }

  async #countByEmbedder(): Promise<ReadonlyMap<string, number>> {
    const groups = await this.database.read(() =>
      this.database
        .collection("embeddings")
        .aggregate<{ readonly _id: string; readonly count: number }>([
          { $match: { embedder: { $gt: "" } } },
          { $group: { _id: "$embedder", count: { $sum: 1 } } },
        ])
        .toArray(),
    );
    return new Map(groups.map(({ _id, count }) => [_id, count]));
  }
}

/** @param nameOf returns undefined for groups that are not counted. */
function sumBy<Name extends string>(
  groups: readonly ConversationGroup[],
  nameOf: (group: ConversationGroup["_id"]) => Name | undefined,
): ReadonlyMap<Name, number> {
  const sums = new Map<Name, number>();
  for (const { _id, count } of groups) {
    const name = nameOf(_id);
    if (name !== undefined) sums.set(name, (sums.get(name) ?? 0) + count);
  }
  return sums;
}
