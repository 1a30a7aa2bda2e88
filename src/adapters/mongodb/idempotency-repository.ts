import type { IdempotencyRecord } from "../../domain/idempotency-record.js";
import type { IdempotencyRepository } from "../../ports/driven/idempotency-repository.js";
import { userQueue, type Database } from "./database.js";
import { deleteBatch } from "./single-writes.js";
import { StoredResponses } from "./stored-responses.js";

export class MongoIdempotencyRepository implements IdempotencyRepository {
  readonly #records: StoredResponses;

  constructor(private readonly database: Database) {
    this.#records = new StoredResponses(database);
  }

  put(
    userId: string,
    id: string,
    change: (before: IdempotencyRecord | undefined) => IdempotencyRecord,
  ): Promise<IdempotencyRecord> {
    return this.database.write(userQueue(userId), async (transaction) => {
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
    change: (before: IdempotencyRecord) => IdempotencyRecord,
  ): Promise<IdempotencyRecord | undefined> {
    return this.database.write(userQueue(userId), async (transaction) => {
      const row = await this.#records.find({ user: userId, id }, transaction);
      if (!row) return undefined;
      const changed = change(row.aggregate);
      if (changed === row.aggregate) return changed;
      const next = await this.#records.removeDeleted(row, changed, transaction);
      await this.#records.replace(row, next, transaction);
      return next;
    });
  }

  /** Reads nothing first, so that it shares a transaction with the deletion that was begun in the same turn. */
  async forget(userId: string, objectIds: readonly string[], now: Date): Promise<void> {
    await this.database.write(userQueue(userId), (transaction) =>
      this.#records.forget(userId, objectIds, now, transaction),
    );
  }

  removeExpired(now: Date, limit: number): Promise<number> {
    return this.database.read(async () => {
      const records = await deleteBatch(this.#records.collection, { expires: { $lte: now } }, limit);
      return records + (await deleteBatch(this.#records.deletions, { until: { $lte: now } }, limit - records));
    });
  }
}
