import { WriteConcern, type ClientSession, type MongoClient, type TransactionOptions } from "mongodb";
import { setImmediate as yieldToEventLoop, setTimeout as sleep } from "node:timers/promises";
import { STORE_CLOSED, createUnavailableError } from "../../store-support/store-errors.js";
import { mapMongoError, COMMIT_UNKNOWN, isCommitInDoubt, isTransient, isUnreachable, WRITE_TIMEOUT } from "./errors.js";

/** Maximum number of writes in a transaction. Long transactions of several processes starve each other. */
const MAX_WRITES_PER_TRANSACTION = 8;
const MIN_BACKOFF_MS = 2;
const MAX_BACKOFF_MS = 100;
/** How long a write waits for the outcome of a commit that was sent, even beyond its deadline. */
const COMMIT_TIMEOUT_MS = 5_000;

const TRANSACTION_OPTIONS: TransactionOptions = {
  readConcern: { level: "snapshot" },
  writeConcern: new WriteConcern("majority", undefined, true),
  readPreference: "primary",
};

/** The transaction of a job. */
export class MongoTransaction {
  #hasWritten = false;

  constructor(readonly session: ClientSession) {}

  /** Must be called before each write: if a job fails after its first write, the transaction is aborted. */
  markWritten(): void {
    this.#hasWritten = true;
  }

  get hasWritten(): boolean {
    return this.#hasWritten;
  }
}

export type TransactionJob<T> = (transaction: MongoTransaction) => Promise<T>;

type Outcome = { readonly value: unknown } | { readonly error: unknown };

/** A write that has no outcome yet. It is rejected at its deadline, unless its commit has been sent. */
class PendingWrite {
  /** Whether its commit has been sent and determines its outcome. */
  isCommitting = false;
  readonly #timer: NodeJS.Timeout;
  #isLate = false;
  #isSettled = false;

  /**
   * @param tick number of the event loop iteration in which the write was started.
   * @param onSettled receives the outcome, once.
   */
  constructor(
    readonly job: TransactionJob<unknown>,
    readonly tick: number,
    timeoutMs: number,
    private readonly onSettled: (outcome: Outcome) => void,
  ) {
    this.#timer = setTimeout(() => {
      this.#isLate = true;
      this.isExpired();
    }, timeoutMs);
  }

  settle(outcome: Outcome): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    clearTimeout(this.#timer);
    this.onSettled(outcome);
  }

  /** Rejects the write if its deadline has passed. @returns whether the write is settled and must not be committed. */
  isExpired(): boolean {
    const isRejected = this.#isLate && !this.isCommitting;
    if (isRejected) this.settle({ error: createUnavailableError("the write took too long", WRITE_TIMEOUT) });
    return this.#isSettled;
  }
}

/** A job failed after its first write, so its transaction must be aborted. */
class JobFailedError extends Error {
  constructor(override readonly cause: unknown) {
    super("a job failed after its first write");
  }
}

/** A write of the transaction reached its deadline; the others are retried without it. */
class WriteExpiredError extends Error {}

/**
 * Group commit per key: the writes of a key are serialized, and waiting writes share a transaction. Transactions of one
 * process therefore never conflict on the documents of a user; a write conflict between processes causes a retry.
 * Writes of a key that start in the same event loop iteration share a transaction, up to the maximum batch size.
 *
 * The driver's `withTransaction` is not used: it retries for 120 s, and `timeoutMS` has no effect on it (driver 7.9).
 */
export class MongoWriteQueue {
  readonly #waiting = new Map<string, PendingWrite[]>();
  readonly #running = new Set<Promise<void>>();
  #tick = 0;
  #isTickOpen = false;
  #isClosed = false;

  /** @param timeoutMs maximum time from the call of `write` until the commit is sent. */
  constructor(
    private readonly client: MongoClient,
    private readonly timeoutMs: number,
  ) {}

  /**
   * Runs the job in a transaction with snapshot isolation and returns its result once a majority of the replica set has
   * persisted the writes. The job may run more than once. If it throws, its error is thrown and nothing is stored.
   * @throws DomainError `unavailable`: `store_write_timeout` (nothing is stored) or `store_commit_unknown`.
   */
  write<T>(key: string, job: TransactionJob<T>): Promise<T> {
    if (this.#isClosed) return Promise.reject(createUnavailableError("it is closed", STORE_CLOSED));
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const write = new PendingWrite(job, this.#getCurrentTick(), this.timeoutMs, (outcome) => {
      if ("value" in outcome) resolve(outcome.value as T);
      else reject(outcome.error);
    });
    const waiting = this.#waiting.get(key);
    if (waiting) waiting.push(write);
    else this.#start(key, write);
    return promise;
  }

  /** Waits for pending writes; later ones are rejected. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#running);
  }

  #getCurrentTick(): number {
    if (!this.#isTickOpen) {
      this.#isTickOpen = true;
      this.#tick += 1;
      setImmediate(() => (this.#isTickOpen = false));
    }
    return this.#tick;
  }

  #start(key: string, first: PendingWrite): void {
    const waiting = [first];
    this.#waiting.set(key, waiting);
    const running = this.#run(key, waiting);
    this.#running.add(running);
    void running.then(() => this.#running.delete(running));
  }

  /** Never rejects: failures settle the individual writes. */
  async #run(key: string, waiting: PendingWrite[]): Promise<void> {
    await yieldToEventLoop();
    while (waiting.length > 0) await this.#commitTogether(waiting.splice(0, getBatchSize(waiting)));
    this.#waiting.delete(key);
  }

  /** Settles each of the writes. */
  async #commitTogether(batch: readonly PendingWrite[]): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const writes = batch.filter((write) => !write.isExpired());
      if (writes.length === 0) return;
      try {
        const outcomes = await this.#attempt(writes);
        writes.forEach((write, index) => write.settle(outcomes[index] as Outcome));
        return;
      } catch (error) {
        for (const write of writes) write.isCommitting = false;
        if (!isTransient(error) && !(error instanceof WriteExpiredError)) {
          await this.#settleFailure(writes, error);
          return;
        }
      }
      await sleep(computeBackoffMs(attempt));
    }
  }

  /** Retries each write of a failed batch in a separate transaction, so that a failing write does not affect others. */
  async #settleFailure(writes: readonly PendingWrite[], error: unknown): Promise<void> {
    if (writes.length === 1 || isCommitUnknown(error)) {
      const failure = error instanceof JobFailedError ? error.cause : error;
      for (const write of writes) write.settle({ error: mapMongoError(failure) });
      return;
    }
    for (const write of writes) await this.#commitTogether([write]);
  }

  /** @returns the outcomes of committed writes, in their order. @throws the error that ended the transaction. */
  async #attempt(writes: readonly PendingWrite[]): Promise<Outcome[]> {
    const session = this.client.startSession();
    let committed = Promise.resolve();
    try {
      session.startTransaction(TRANSACTION_OPTIONS);
      const outcomes: Outcome[] = [];
      for (const { job } of writes) outcomes.push(await runJob(job, new MongoTransaction(session)));
      if (writes.map((write) => write.isExpired()).includes(true)) throw new WriteExpiredError();
      for (const write of writes) write.isCommitting = true;
      committed = commit(session);
      await Promise.race([committed, failCommitAfter(COMMIT_TIMEOUT_MS, committed)]);
      return outcomes;
    } catch (error) {
      // An unreachable server aborts the transaction itself; waiting for it would delay the next writes.
      if (session.inTransaction() && !isUnreachable(error) && !isCommitUnknown(error)) await abort(session);
      throw error;
    } finally {
      endSession(session, committed);
    }
  }
}

function getBatchSize(waiting: readonly PendingWrite[]): number {
  const size = Math.min(waiting.length, MAX_WRITES_PER_TRANSACTION);
  const tick = waiting[size]?.tick;
  if (tick === undefined || waiting[size - 1]?.tick !== tick) return size;
  // The batch ends before the iteration that it would split, unless it contains no other.
  return waiting.findIndex((write) => write.tick === tick) || size;
}

async function runJob(job: TransactionJob<unknown>, transaction: MongoTransaction): Promise<Outcome> {
  try {
    return { value: await job(transaction) };
  } catch (error) {
    if (isTransient(error)) throw error;
    // Server errors abort the transaction, even if a read caused them.
    if (transaction.hasWritten || mapMongoError(error) !== error) throw new JobFailedError(error);
    return { error };
  }
}

/** Retries the commit until its outcome is known or `COMMIT_TIMEOUT_MS` has passed. */
async function commit(session: ClientSession): Promise<void> {
  const deadlineMs = performance.now() + COMMIT_TIMEOUT_MS;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await session.commitTransaction();
      return;
    } catch (error) {
      if (!isCommitInDoubt(error)) throw error;
      if (performance.now() > deadlineMs) throw commitUnknownError();
    }
    await sleep(computeBackoffMs(attempt));
  }
}

/** Limits the wait for a hanging server, because a single attempt of the driver may exceed the commit timeout. */
async function failCommitAfter(milliseconds: number, committed: Promise<void>): Promise<never> {
  const controller = new AbortController();
  const cancel = (): void => controller.abort();
  committed.then(cancel, cancel);
  await sleep(milliseconds, undefined, { signal: controller.signal });
  throw commitUnknownError();
}

async function abort(session: ClientSession): Promise<void> {
  try {
    await session.abortTransaction();
  } catch {
    // The error that ended the transaction is the one to report; the server discards uncommitted writes.
  }
}

/**
 * Ends the session in the background after the commit: `endSession` waits for an unreachable server, and during a
 * commit it would abort the transaction.
 */
function endSession(session: ClientSession, committed: Promise<void>): void {
  const close = (): Promise<void> => session.endSession();
  committed.then(close, close).catch(() => {
    // A failure has no effect: the server removes unused sessions.
  });
}

function isCommitUnknown(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === COMMIT_UNKNOWN;
}

function commitUnknownError(): Error {
  return createUnavailableError("a commit was not confirmed", COMMIT_UNKNOWN);
}

/** Exponential backoff with jitter from the clock, so that competing processes do not retry in lockstep. */
function computeBackoffMs(attempt: number): number {
  const maxJitterMs = Math.min(MIN_BACKOFF_MS * 2 ** attempt, MAX_BACKOFF_MS);
  return MIN_BACKOFF_MS + (((performance.now() * 1_000) % 1_000) / 1_000) * maxJitterMs;
}
