import type { MongoDatabase } from "../database/database.js";
import { toSessionOptions } from "./documents.js";
import type { MongoTransaction } from "../database/write-queue.js";

/** The change sequences of a user; each has its own revisions. */
export type RevisionKind = "conversations" | "memories" | "notifications" | "deletions";

interface RevisionCounter {
  /** The user's ID. */
  readonly _id: string;
  readonly conversations?: number;
  readonly memories?: number;
  readonly notifications?: number;
  readonly deletions?: number;
  readonly locks?: number;
}

/**
 * One document per user with the latest revision of each kind. Transactions that write it conflict, so those of a user
 * that allocate a revision or lock the counters commit one after the other, in the order of their revisions.
 */
export class RevisionCounters {
  readonly #collection;

  constructor(private readonly database: MongoDatabase) {
    this.#collection = database.collection<RevisionCounter>("heads");
  }

  /** @returns the first of `count` consecutive new revisions. */
  async allocateRevisions(
    userId: string,
    kind: RevisionKind,
    transaction: MongoTransaction,
    count = 1,
  ): Promise<number> {
    return (await this.#increment(userId, kind, transaction, count)) - count + 1;
  }

  /**
   * Makes the transaction conflict with all others of the user that lock the counters or allocate a revision. Needed by
   * transactions that depend on documents they do not write: snapshot isolation permits write skew.
   */
  async lock(userId: string, transaction: MongoTransaction): Promise<void> {
    await this.#increment(userId, "locks", transaction, 1);
  }

  /** @returns the latest revision of the kind; 0 if none was allocated. */
  async findLatest(userId: string, kind: RevisionKind, transaction?: MongoTransaction): Promise<number> {
    const read = (): Promise<RevisionCounter | null> =>
      this.#collection.findOne({ _id: userId }, { projection: { [kind]: 1 }, ...toSessionOptions(transaction) });
    return (await (transaction ? read() : this.database.run(read)))?.[kind] ?? 0;
  }

  /** @returns the latest revisions of the kind by user ID; 0 if none was allocated. */
  async findLatestByUser(userIds: readonly string[], kind: RevisionKind): Promise<ReadonlyMap<string, number>> {
    const counters = await this.database.run(() =>
      this.#collection.find({ _id: { $in: [...userIds] } }, { projection: { [kind]: 1 } }).toArray(),
    );
    const latest = new Map(counters.map((counter) => [counter._id, counter[kind] ?? 0]));
    return new Map(userIds.map((userId) => [userId, latest.get(userId) ?? 0]));
  }

  async #increment(
    userId: string,
    field: keyof RevisionCounter,
    transaction: MongoTransaction,
    amount: number,
  ): Promise<number> {
    transaction.markWritten();
    const counter = await this.#collection.findOneAndUpdate(
      { _id: userId },
      { $inc: { [field]: amount } },
      { upsert: true, returnDocument: "after", ...toSessionOptions(transaction) },
    );
    return Number(counter?.[field]);
  }
}
