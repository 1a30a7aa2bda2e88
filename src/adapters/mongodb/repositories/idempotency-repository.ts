import type { IdempotencyRecord } from "../../../domain/idempotency/idempotency-record.js";
import type { IdempotencyRepository } from "../../../ports/driven/store/idempotency-repository.js";
import { getUserQueueKey, type MongoDatabase } from "../database/database.js";
import { deleteBatch } from "../database/single-writes.js";
import { MongoStoredResponses } from "../documents/stored-responses.js";

export class MongoIdempotencyRepository implements IdempotencyRepository {
  readonly #records: MongoStoredResponses;

  constructor(private readonly database: MongoDatabase) {
    this.#records = new MongoStoredResponses(database);
  }

  put(
    userId: string,
    id: string,
    change: (current: IdempotencyRecord | undefined) => IdempotencyRecord,
  ): Promise<IdempotencyRecord> {
    return this.database.write(getUserQueueKey(userId), async (transaction) => {
      const row = await this.#records.find({ user: userId, id }, transaction);
      const next = change(row?.aggregate);
      if (next === row?.aggregate) return next;
      const begunAfter = await this.#records.findLatestDeletion(userId, transaction);
      if (row) await this.#records.replace(row, next, transaction, { begunAfter });
      else await this.#records.insert(next, transaction, { begunAfter });
      return next;
    });
  }

  update(
    userId: string,
    id: string,
    change: (current: IdempotencyRecord) => IdempotencyRecord,
  ): Promise<IdempotencyRecord | undefined> {
    return this.database.write(getUserQueueKey(userId), async (transaction) => {
      const row = await this.#records.find({ user: userId, id }, transaction);
      if (!row) return undefined;
      const updated = change(row.aggregate);
      if (updated === row.aggregate) return updated;
      const next = await this.#records.withoutDeletedObjects(row, updated, transaction);
      await this.#records.replace(row, next, transaction);
      return next;
    });
  }

  /** Does not read first, so that it shares a transaction with a deletion from the same event loop iteration. */
  async removeResponsesContaining(userId: string, objectIds: readonly string[], now: Date): Promise<void> {
    await this.database.write(getUserQueueKey(userId), (transaction) =>
      this.#records.forget(userId, objectIds, now, transaction),
    );
  }

  removeExpired(now: Date, limit: number): Promise<number> {
    return this.database.run(async () => {
      const records = await deleteBatch(this.#records.collection, { expires: { $lte: now } }, limit);
      return records + (await deleteBatch(this.#records.deletions, { until: { $lte: now } }, limit - records));
    });
  }
}
