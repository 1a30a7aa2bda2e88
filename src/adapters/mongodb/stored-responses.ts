import type { Collection } from "mongodb";
import { IdempotencyRecord, knownDeletedUntil } from "../../domain/idempotency-record.js";
import type { IndexDefinition } from "./collections.js";
import type { Database } from "./database.js";
import { documentId, Documents, keyFilter, optionsOf, type Row } from "./documents.js";
import { Heads } from "./heads.js";
import type { Transaction } from "./write-queue.js";

export const idempotencyIndexes: readonly IndexDefinition[] = [
  { keys: { user: 1, shows: 1 }, serves: "records whose response contains a deleted object" },
  { keys: { expires: 1 }, serves: "expired records" },
];

export const deletionIndexes: readonly IndexDefinition[] = [
  { keys: { until: 1 }, serves: "expired notes of deletions" },
];

/** A note that an object was deleted, for requests that started before. */
export interface Deletion {
  /** Of the user's ID and the object's. */
  readonly _id: string;
  readonly user: string;
  /** The revision of kind `deletions`. */
  readonly number: number;
  /** When no request that started before can be running any more. */
  readonly until: Date;
}

/**
 * The collection of idempotency records. `begunAfter` is the number of the user's latest deletion when the request of
 * the record started.
 */
export class StoredResponses extends Documents<IdempotencyRecord> {
  readonly #heads: Heads;
  readonly deletions: Collection<Deletion>;

  constructor(database: Database) {
    super(database, {
      collection: "idempotencyRecords",
      restore: (state) => IdempotencyRecord.restore(state),
      keyOf: ({ state }) => ({ user: state.userId, id: state.id }),
      fieldsOf: ({ state }) => ({
        expires: state.expiresAt,
        shows: state.shows.length > 0 ? state.shows : undefined,
      }),
      keptFields: ["begunAfter"],
    });
    this.#heads = new Heads(database);
    this.deletions = database.collection("deletions");
  }

  /**
   * As `IdempotencyRepository.forget`. Each deletion is noted even when no request is running: one that starts in
   * another transaction at the same time cannot be seen.
   * @returns whether a response was removed.
   */
  async forget(userId: string, objectIds: readonly string[], now: Date, transaction: Transaction): Promise<boolean> {
    if (objectIds.length === 0) return false;
    const first = await this.#heads.takeRevisions(userId, "deletions", transaction, objectIds.length);
    const until = knownDeletedUntil(now);
    await this.deletions.bulkWrite(
      objectIds.map((id, index) => ({
        replaceOne: {
          filter: keyFilter({ user: userId, id }),
          replacement: { user: userId, number: first + index, until },
          upsert: true,
        },
      })),
      optionsOf(transaction),
    );
    const rows = await this.findAll({ user: userId, shows: { $in: [...objectIds] } }, {}, transaction);
    for (const row of rows) await this.replace(row, row.aggregate.forget(objectIds), transaction);
    return rows.length > 0;
  }

  /** The number to store as `begunAfter` in a record whose request starts. */
  findLatestDeletion(userId: string, transaction: Transaction): Promise<number> {
    return this.#heads.findLatest(userId, "deletions", transaction);
  }

  /** The record without its response when that contains an object that was deleted since the request started. */
  async removeDeleted(
    { document }: Row<IdempotencyRecord>,
    record: IdempotencyRecord,
    transaction: Transaction,
  ): Promise<IdempotencyRecord> {
    const { userId, shows } = record.state;
    if (shows.length === 0) return record;
    // A transaction that deletes one of them meanwhile takes a revision: it conflicts with this one.
    await this.#heads.lock(userId, transaction);
    const objectIdOf = new Map(shows.map((id) => [documentId({ user: userId, id }), id]));
    const found = await this.deletions
      .find(
        { _id: { $in: [...objectIdOf.keys()] }, user: userId, number: { $gt: Number(document["begunAfter"]) } },
        { projection: { _id: 1 }, ...optionsOf(transaction) },
      )
      .toArray();
    return record.forget(found.flatMap(({ _id }) => objectIdOf.get(_id) ?? []));
  }
}
