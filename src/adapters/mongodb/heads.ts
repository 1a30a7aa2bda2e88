import type { Database } from "./database.js";
import { optionsOf } from "./documents.js";
import type { Transaction } from "./write-queue.js";

/** What a user's revisions are counted for, each by itself. */
export type RevisionKind = "conversations" | "memories" | "notifications" | "deletions";

interface Head {
  /** The user's ID. */
  readonly _id: string;
  readonly conversations?: number;
  readonly memories?: number;
  readonly notifications?: number;
  readonly deletions?: number;
  readonly locks?: number;
}

/**
 * One document per user with the latest revision of each kind. Two transactions that write it conflict, so that those of
 * one user that take a revision, or lock the head, commit one after the other, in the order of their revisions.
 */
export class Heads {
  readonly #collection;

  constructor(private readonly database: Database) {
    this.#collection = database.collection<Head>("heads");
  }

  /** @returns the first of `count` new revisions, each one greater than the one before it. */
  async takeRevisions(userId: string, kind: RevisionKind, transaction: Transaction, count = 1): Promise<number> {
    return (await this.#increment(userId, kind, transaction, count)) - count + 1;
  }

  /**
   * Makes the transaction conflict with all others of the user that lock the head or take a revision: for one that
   * decides by documents that it does not write.
   */
  async lock(userId: string, transaction: Transaction): Promise<void> {
    await this.#increment(userId, "locks", transaction, 1);
  }

  /** @returns the latest revision of the kind; 0 when none was taken. */
  async findLatest(userId: string, kind: RevisionKind, transaction?: Transaction): Promise<number> {
    const read = (): Promise<Head | null> =>
      this.#collection.findOne({ _id: userId }, { projection: { [kind]: 1 }, ...optionsOf(transaction) });
    return (await (transaction ? read() : this.database.read(read)))?.[kind] ?? 0;
  }

  /** @returns the latest revisions of the kind by user ID; 0 where none was taken. */
  async findLatestOfAll(userIds: readonly string[], kind: RevisionKind): Promise<ReadonlyMap<string, number>> {
    const heads = await this.database.read(() =>
      this.#collection.find({ _id: { $in: [...userIds] } }, { projection: { [kind]: 1 } }).toArray(),
    );
    const latest = new Map(heads.map((head) => [head._id, head[kind] ?? 0]));
    return new Map(userIds.map((userId) => [userId, latest.get(userId) ?? 0]));
  }

  async #increment(userId: string, field: keyof Head, transaction: Transaction, by: number): Promise<number> {
    transaction.noteWrite();
    const head = await this.#collection.findOneAndUpdate(
      { _id: userId },
      { $inc: { [field]: by } },
      { upsert: true, returnDocument: "after", ...optionsOf(transaction) },
    );
    return Number(head?.[field]);
  }
}
