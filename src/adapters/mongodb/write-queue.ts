import { WriteConcern, type ClientSession, type MongoClient, type TransactionOptions } from "mongodb";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { STORE_CLOSED, unavailable } from "../store-support/store-errors.js";
import { asUnavailable, COMMIT_UNKNOWN, isCommitInDoubt, isTransient, isUnreachable, WRITE_TIMEOUT } from "./errors.js";

/** Writes that share a transaction. Long transactions of several processes starve each other. */
const MAX_WRITES_PER_TRANSACTION = 8;
const MIN_PAUSE_MS = 2;
const MAX_PAUSE_MS = 100;
/** How long a write waits for the outcome of a commit that was sent, beyond its deadline if need be. */
const COMMIT_TIMEOUT_MS = 5_000;

const TRANSACTION: TransactionOptions = {
  readConcern: { level: "snapshot" },
  writeConcern: new WriteConcern("majority", undefined, true),
  readPreference: "primary",
};

/** What a job sees of the transaction that it runs in. */
export class Transaction {
  #hasWritten = false;

  constructor(readonly session: ClientSession) {}

  /** To be called before each write: what a job threw before can be ignored, later the transaction must be undone. */
  noteWrite(): void {
    this.#hasWritten = true;
  }

  get hasWritten(): boolean {
    return this.#hasWritten;
  }
}

export type Job<T> = (transaction: Transaction) => Promise<T>;

type Outcome = { readonly value: unknown } | { readonly error: unknown };

/** A write from its call to its outcome. At its deadline it is rejected, unless its commit has been sent. */
class PendingWrite {
  /** Whether its outcome is that of a commit which has been sent. */
  isCommitting = false;
  readonly #timer: NodeJS.Timeout;
  #isLate = false;
  #isSettled = false;

  /**
   * @param turn writes with the same number were begun in the same turn of the event loop.
   * @param settleCall receives the outcome, once.
   */
  constructor(
    readonly job: Job<unknown>,
    readonly turn: number,
    timeoutMs: number,
    private readonly settleCall: (outcome: Outcome) => void,
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
    this.settleCall(outcome);
  }

  /** Rejects the write when its deadline has passed. @returns whether it must not be committed any more. */
  isExpired(): boolean {
    const isRejected = this.#isLate && !this.isCommitting;
    if (isRejected) this.settle({ error: unavailable("the write took too long", WRITE_TIMEOUT) });
    return this.#isSettled;
  }
}

/** A job failed after it had written: nothing of its transaction may stay. */
class JobFailed extends Error {
  constructor(override readonly cause: unknown) {
    super("a job failed after its first write");
  }
}

/** A write of the transaction reached its deadline: the others run again without it. */
class WriteExpired extends Error {}

/**
 * Group commit per key: the writes of one key run one after the other, and those that wait share a transaction. So a
 * process never competes with itself for a user's documents; processes compete by write conflicts, after which a
 * transaction runs again. Writes of one key that are begun in the same turn of the event loop, up to the size of a
 * batch, share a transaction.
 *
 * The driver's `withTransaction` is not used: it repeats for 120 s, and `timeoutMS` has no effect on it (driver 7.9).
 */
export class WriteQueue {
  readonly #waiting = new Map<string, PendingWrite[]>();
  readonly #running = new Set<Promise<void>>();
  #turn = 0;
  #isTurnOpen = false;
  #isClosed = false;

  /** @param timeoutMs how long a write waits for its turn and until its commit is sent. */
  constructor(
    private readonly client: MongoClient,
    private readonly timeoutMs: number,
  ) {}

  /**
   * Runs the job in a transaction with snapshot isolation; its result is returned after a majority of the replica set
   * has it on disk. The job may run more than once. If it throws, its error is thrown and nothing of it is stored.
   * @throws DomainError `unavailable`: `store_write_timeout` (nothing is stored), `store_commit_unknown`.
   */
  write<T>(key: string, job: Job<T>): Promise<T> {
    if (this.#isClosed) return Promise.reject(unavailable("it is closed", STORE_CLOSED));
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const write = new PendingWrite(job, this.#currentTurn(), this.timeoutMs, (outcome) => {
      if ("value" in outcome) resolve(outcome.value as T);
      else reject(outcome.error);
    });
    const waiting = this.#waiting.get(key);
    if (waiting) waiting.push(write);
    else this.#start(key, write);
    return promise;
  }

  /** Waits for the writes under way; later ones are refused. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#running);
  }

  #currentTurn(): number {
    if (!this.#isTurnOpen) {
      this.#isTurnOpen = true;
      this.#turn += 1;
      setImmediate(() => (this.#isTurnOpen = false));
    }
    return this.#turn;
  }

  #start(key: string, first: PendingWrite): void {
    const waiting = [first];
    this.#waiting.set(key, waiting);
    const running = this.#run(key, waiting);
    this.#running.add(running);
    void running.then(() => this.#running.delete(running));
  }

  /** Never rejects: failures are those of the writes. */
  async #run(key: string, waiting: PendingWrite[]): Promise<void> {
    await nextTurn();
    while (waiting.length > 0) await this.#commitTogether(waiting.splice(0, batchSize(waiting)));
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
        if (!isTransient(error) && !(error instanceof WriteExpired)) {
          await this.#settleFailure(writes, error);
          return;
        }
      }
      await sleep(pauseMs(attempt));
    }
  }

  /** A write that fails must not take others with it: each of several runs again in a transaction of its own. */
  async #settleFailure(writes: readonly PendingWrite[], error: unknown): Promise<void> {
    if (writes.length === 1 || isCommitUnknown(error)) {
      const failure = error instanceof JobFailed ? error.cause : error;
      for (const write of writes) write.settle({ error: asUnavailable(failure) });
      return;
    }
    for (const write of writes) await this.#commitTogether([write]);
  }

  /** @returns the outcomes of committed writes, in their order. @throws whatever ended the transaction. */
  async #attempt(writes: readonly PendingWrite[]): Promise<Outcome[]> {
    const session = this.client.startSession();
    let committed = Promise.resolve();
    try {
      session.startTransaction(TRANSACTION);
      const outcomes: Outcome[] = [];
      for (const { job } of writes) outcomes.push(await runJob(job, new Transaction(session)));
      if (writes.map((write) => write.isExpired()).includes(true)) throw new WriteExpired();
      for (const write of writes) write.isCommitting = true;
      committed = commit(session);
      await Promise.race([committed, failAfter(COMMIT_TIMEOUT_MS, committed)]);
      return outcomes;
    } catch (error) {
      // A server that does not answer ends the transaction itself; to wait for it would hold up the writes behind.
      if (session.inTransaction() && !isUnreachable(error) && !isCommitUnknown(error)) await abort(session);
      throw error;
    } finally {
      release(session, committed);
    }
  }
}

function batchSize(waiting: readonly PendingWrite[]): number {
  const size = Math.min(waiting.length, MAX_WRITES_PER_TRANSACTION);
  const turn = waiting[size]?.turn;
  if (turn === undefined || waiting[size - 1]?.turn !== turn) return size;
  // The batch ends before the turn that it would cut in two, unless it has no other.
  return waiting.findIndex((write) => write.turn === turn) || size;
}

async function runJob(job: Job<unknown>, transaction: Transaction): Promise<Outcome> {
  try {
    return { value: await job(transaction) };
  } catch (error) {
    if (isTransient(error)) throw error;
    // Errors of the server end a transaction, also those of reads.
    if (transaction.hasWritten || asUnavailable(error) !== error) throw new JobFailed(error);
    return { error };
  }
}

/** Repeats the commit until its outcome is known, for a limited time. */
async function commit(session: ClientSession): Promise<void> {
  const deadlineMs = performance.now() + COMMIT_TIMEOUT_MS;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await session.commitTransaction();
      return;
    } catch (error) {
      if (!isCommitInDoubt(error)) throw error;
      if (performance.now() > deadlineMs) throw commitUnknown();
    }
    await sleep(pauseMs(attempt));
  }
}

/** A single attempt of the driver takes longer than the whole time when the server hangs. */
async function failAfter(milliseconds: number, committed: Promise<void>): Promise<never> {
  const controller = new AbortController();
  const cancel = (): void => controller.abort();
  committed.then(cancel, cancel);
  await sleep(milliseconds, undefined, { signal: controller.signal });
  throw commitUnknown();
}

async function abort(session: ClientSession): Promise<void> {
  try {
    await session.abortTransaction();
  } catch {
    // The error that ended the transaction is the one to report; the server drops what was not committed.
  }
}

/** Does not wait: `endSession` would wait for a server that is away. During a commit it would abort the transaction. */
function release(session: ClientSession, committed: Promise<void>): void {
  const end = (): Promise<void> => session.endSession();
  committed.then(end, end).catch(() => {
    // Nothing depends on it: a server forgets sessions that are not used.
  });
}

function isCommitUnknown(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === COMMIT_UNKNOWN;
}

function commitUnknown(): Error {
  return unavailable("a commit was not confirmed", COMMIT_UNKNOWN);
}

/** Exponential backoff with full jitter, drawn from the clock: processes must not stay in step. */
function pauseMs(attempt: number): number {
  const ceiling = Math.min(MIN_PAUSE_MS * 2 ** attempt, MAX_PAUSE_MS);
  return MIN_PAUSE_MS + (((performance.now() * 1_000) % 1_000) / 1_000) * ceiling;
}
