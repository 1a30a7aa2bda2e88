import type { Collection } from "mongodb";
import { IdempotencyRecord, getDeletionRetentionEnd } from "../../../domain/idempotency/idempotency-record.js";
import type { MongoDatabase } from "../database/database.js";
import { documentId, Documents, keyFilter, toSessionOptions, type Row } from "./documents.js";
import { RevisionCounters } from "./revision-counters.js";
import type { MongoTransaction } from "../database/write-queue.js";

/** Records the deletion of an object, for keyed requests that started before it. */
export interface Deletion {
  /** Contains the IDs of the user and the object. */
  readonly _id: string;
  readonly user: string;
  /** The revision of kind `deletions`. */
  readonly number: number;
  /** No request that started before the deletion is still running at this time. */
  readonly until: Date;
}

/**
 * The collection of idempotency records. `begunAfter` is the number of the user's latest deletion at the start of the
 * request.
 */
export class MongoStoredResponses extends Documents<IdempotencyRecord> {
  readonly #revisionCounters: RevisionCounters;
  readonly deletions: Collection<Deletion>;

  constructor(database: MongoDatabase) {
    super(database, {
      collection: "idempotencyRecords",
      restore: (state) => IdempotencyRecord.restore(state),
      getKey: ({ state }) => ({ user: state.userId, id: state.id }),
      computeFields: ({ state }) => ({
        expires: state.expiresAt,
        shows: state.shows.length > 0 ? state.shows : undefined,
      }),
      preservedFields: ["begunAfter"],
    });
    this.#revisionCounters = new RevisionCounters(database);
    this.deletions = database.collection("deletions");
  }

  /**
   * See `IdempotencyRepository.removeResponsesContaining`. Records each deletion even if no request is running, because
   * a request that starts in a concurrent transaction is not visible.
   * @returns whether a response was removed.
   */
  async forget(
    userId: string,
    objectIds: readonly string[],
    now: Date,
    transaction: MongoTransaction,
  ): Promise<boolean> {
    if (objectIds.length === 0) return false;
    const firstNumber = await this.#revisionCounters.allocateRevisions(
      userId,
      "deletions",
      transaction,
      objectIds.length,
    );
    const until = getDeletionRetentionEnd(now);
    await this.deletions.bulkWrite(
      objectIds.map((id, index) => ({
        replaceOne: {
          filter: keyFilter({ user: userId, id }),
          replacement: { user: userId, number: firstNumber + index, until },
          upsert: true,
        },
      })),
      toSessionOptions(transaction),
    );
    const rows = await this.findAll({ user: userId, shows: { $in: [...objectIds] } }, {}, transaction);
    for (const row of rows) await this.replace(row, row.aggregate.removeResponseContaining(objectIds), transaction);
    return rows.length > 0;
  }

  /** Returns the value of `begunAfter` for a request that starts now. */
  findLatestDeletion(userId: string, transaction: MongoTransaction): Promise<number> {
    return this.#revisionCounters.findLatest(userId, "deletions", transaction);
  }

  /** Removes the response from the record if it contains an object that was deleted since the request started. */
  async withoutDeletedObjects(
    { document }: Row<IdempotencyRecord>,
    record: IdempotencyRecord,
    transaction: MongoTransaction,
  ): Promise<IdempotencyRecord> {
    const { userId, shows } = record.state;
    if (shows.length === 0) return record;
    // A concurrent transaction that deletes one of them allocates a revision and conflicts with this one.
    await this.#revisionCounters.lock(userId, transaction);
    const objectIdByDocumentId = new Map(shows.map((id) => [documentId({ user: userId, id }), id]));
    const found = await this.deletions
      .find(
        {
          _id: { $in: [...objectIdByDocumentId.keys()] },
          user: userId,
          number: { $gt: Number(document["begunAfter"]) },
        },
        { projection: { _id: 1 }, ...toSessionOptions(transaction) },
      )
      .toArray();
    return record.removeResponseContaining(found.flatMap(({ _id }) => objectIdByDocumentId.get(_id) ?? []));
  }
}
