import type { Collection, Db, Document, MongoClient } from "mongodb";
import type { Clock } from "../../ports/driven/clock.js";
import type { CheckedDatabase } from "../store-support/cached-health-check.js";
import type { StoreFailures } from "../store-support/store-failures.js";
import { asUnavailable } from "./errors.js";
import { Transaction, WriteQueue, type Job } from "./write-queue.js";

/** The queue key of a user's writes. */
export function userQueue(userId: string): string {
  return `user ${userId}`;
}

/** The document of the collection `metadata` that health checks write. */
const HEALTH_CHECK_ID = "health check";

/** A connected database, and the ways to use it. */
export class Database implements CheckedDatabase {
  readonly #queue: WriteQueue;
  #isOpen = true;

  /** @param writeTimeoutMs as `WriteQueue`. */
  constructor(
    private readonly client: MongoClient,
    private readonly db: Db,
    readonly clock: Clock,
    private readonly failures: StoreFailures,
    writeTimeoutMs: number,
  ) {
    this.#queue = new WriteQueue(client, writeTimeoutMs);
  }

  collection<D extends Document>(name: string): Collection<D> {
    return this.db.collection<D>(name);
  }

  /** Runs commands outside of a transaction. @throws DomainError `unavailable` when MongoDB fails. */
  async read<T>(query: () => Promise<T>): Promise<T> {
    try {
      return await query();
    } catch (error) {
      throw this.noteFailure(error);
    }
  }

  /** As `WriteQueue.write`. Writes with one queue key run one after the other within this process. */
  async write<T>(queueKey: string, job: Job<T>): Promise<T> {
    try {
      return await this.#queue.write(queueKey, job);
    } catch (error) {
      throw this.noteFailure(error);
    }
  }

  /**
   * Yields what `find` finds as of one moment, by a transaction: the server ends it after a time (60 s unless
   * configured). @throws DomainError `unavailable` when MongoDB fails.
   */
  async *readSnapshot<T>(find: (transaction: Transaction) => AsyncIterable<T>): AsyncIterable<T> {
    const session = this.client.startSession();
    try {
      session.startTransaction({ readConcern: { level: "snapshot" }, readPreference: "primary" });
      yield* find(new Transaction(session));
    } catch (error) {
      throw this.noteFailure(error);
    } finally {
      await session.endSession();
    }
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  async checkWrite(): Promise<void> {
    const documents = this.collection<{ readonly _id: string; readonly checks: number }>("metadata");
    await this.read(() => documents.updateOne({ _id: HEALTH_CHECK_ID }, { $inc: { checks: 1 } }, { upsert: true }));
  }

  /** Waits for the writes under way. */
  async close(): Promise<void> {
    this.#isOpen = false;
    await this.#queue.close();
    await this.client.close();
    this.failures.close();
  }

  private noteFailure(error: unknown): unknown {
    const failure = asUnavailable(error);
    this.failures.note(failure);
    return failure;
  }
}
