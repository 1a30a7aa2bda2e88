import type { Collection, Db, Document, MongoClient } from "mongodb";
import type { Clock } from "../../../ports/driven/runtime/system.js";
import type { CheckedDatabase } from "../../store-support/cached-health-check.js";
import type { StoreFailureLogger } from "../../store-support/store-errors.js";
import { mapMongoError } from "./errors.js";
import { MongoTransaction, MongoWriteQueue, type TransactionJob } from "./write-queue.js";

/** The queue key of a user's writes. */
export function getUserQueueKey(userId: string): string {
  return `user ${userId}`;
}

/** ID of the document in `metadata` that health checks write. */
const HEALTH_CHECK_ID = "health check";

/** A connected database: runs commands and transactions, and maps and records failures. */
export class MongoDatabase implements CheckedDatabase {
  readonly #queue: MongoWriteQueue;
  #isOpen = true;

  /** @param writeTimeoutMs see `MongoWriteQueue`. */
  constructor(
    private readonly client: MongoClient,
    private readonly db: Db,
    readonly clock: Clock,
    private readonly failures: StoreFailureLogger,
    writeTimeoutMs: number,
  ) {
    this.#queue = new MongoWriteQueue(client, writeTimeoutMs);
  }

  collection<D extends Document>(name: string): Collection<D> {
    return this.db.collection<D>(name);
  }

  /**
   * Runs reads or single atomic writes outside of a transaction.
   * @throws DomainError `unavailable` if MongoDB fails.
   */
  async run<T>(commands: () => Promise<T>): Promise<T> {
    try {
      return await commands();
    } catch (error) {
      throw this.recordFailure(error);
    }
  }

  /** See `MongoWriteQueue.write`. Within this process, writes with the same queue key are serialized. */
  async write<T>(queueKey: string, job: TransactionJob<T>): Promise<T> {
    try {
      return await this.#queue.write(queueKey, job);
    } catch (error) {
      throw this.recordFailure(error);
    }
  }

  /**
   * Yields the results of `find` from one snapshot, in a transaction that the server aborts after a time limit (default
   * 60 s).
   * @throws DomainError `unavailable` if MongoDB fails.
   */
  async *readSnapshot<T>(find: (transaction: MongoTransaction) => AsyncIterable<T>): AsyncIterable<T> {
    const session = this.client.startSession();
    try {
      session.startTransaction({ readConcern: { level: "snapshot" }, readPreference: "primary" });
      yield* find(new MongoTransaction(session));
    } catch (error) {
      throw this.recordFailure(error);
    } finally {
      await session.endSession();
    }
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  async checkWrite(): Promise<void> {
    const documents = this.collection<{ readonly _id: string; readonly checks: number }>("metadata");
    await this.run(() => documents.updateOne({ _id: HEALTH_CHECK_ID }, { $inc: { checks: 1 } }, { upsert: true }));
  }

  /** Waits for pending writes, then disconnects. */
  async close(): Promise<void> {
    this.#isOpen = false;
    await this.#queue.close();
    await this.client.close();
    this.failures.close();
  }

  private recordFailure(error: unknown): unknown {
    const failure = mapMongoError(error);
    this.failures.record(failure);
    return failure;
  }
}
