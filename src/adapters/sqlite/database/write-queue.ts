import type { DatabaseSync, StatementSync } from "node:sqlite";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { STORE_CLOSED, createUnavailableError } from "../../store-support/store-errors.js";
import { toRejectedWriteError, mapSqliteError, isBusyError, retryWhileBusy } from "./errors.js";
import type { WalSync } from "./write-ahead-log.js";

type WriteOutcome = { readonly value: unknown } | { readonly error: unknown };

interface QueuedWrite {
  readonly job: () => unknown;
  readonly onCommitted: () => void;
  readonly settle: (outcome: WriteOutcome) => void;
}

/** The greatest number of writes in a commit, and the time (in milliseconds) after which a batch starts no more. */
const MAX_BATCH_SIZE = 256;
const MAX_BATCH_MS = 20;
/** How long, in milliseconds, a batch waits for more writes while each turn of the event loop adds some. */
const MAX_BATCH_WINDOW_MS = 3;

/**
 * Group commit: writes that arrive in one turn of the event loop, or in consecutive ones, share a transaction and its
 * sync. The next batch is committed during that sync. When a write fails, the transaction is rolled back and all its
 * writes run again with a savepoint each, so that the others succeed. Savepoints are not the default, because each
 * costs two statements and a copy of each changed page, and few writes fail.
 */
export class SqliteWriteQueue {
  readonly #db: DatabaseSync;
  readonly #statements: Readonly<Record<"begin" | "commit" | "rollback" | "mark" | "release" | "undo", StatementSync>>;
  #pendingWrites: QueuedWrite[] = [];
  #processing: Promise<void> | undefined;
  /** Batches that are committed but not yet synced. */
  readonly #pendingSyncs = new Set<Promise<void>>();
  #isClosed = false;

  constructor(
    db: DatabaseSync,
    private readonly walSync: WalSync,
  ) {
    this.#db = db;
    this.#statements = {
      begin: db.prepare("BEGIN IMMEDIATE"),
      commit: db.prepare("COMMIT"),
      rollback: db.prepare("ROLLBACK"),
      mark: db.prepare("SAVEPOINT write"),
      release: db.prepare("RELEASE write"),
      undo: db.prepare("ROLLBACK TO write"),
    };
  }

  /**
   * Runs the job in a transaction and resolves with its result when the commit is on disk. When the job throws, its
   * changes are rolled back and the call rejects with the error.
   * @param job synchronous; may run more than once.
   * @param onCommitted called when reads can see the write, before it is on disk.
   * @throws DomainError `unavailable` when the commit failed, and then nothing is stored; or when the sync failed, and
   *   then the outcome is unknown until the file is opened again.
   */
  write<T>(job: () => T, onCommitted = () => {}): Promise<T> {
    if (this.#isClosed) return Promise.reject(createUnavailableError("it is closed", STORE_CLOSED));
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#pendingWrites.push({
      job,
      onCommitted,
      settle: (outcome) => ("value" in outcome ? resolve(outcome.value as T) : reject(outcome.error)),
    });
    this.#processing ??= this.#processWrites();
    return promise;
  }

  /** Waits for the pending writes; rejects later ones. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#processing;
    await Promise.all(this.#pendingSyncs);
  }

  async #processWrites(): Promise<void> {
    while (this.#pendingWrites.length > 0) {
      await this.#waitForMoreWrites();
      const batch = this.#pendingWrites.slice(0, MAX_BATCH_SIZE);
      const outcomes = await retryWhileBusy(() => this.#commitBatch(batch)).catch((error: unknown) =>
        batch.map((): WriteOutcome => ({ error: toRejectedWriteError(error) })),
      );
      const syncCompletion = this.#settleAfterSync(this.#pendingWrites.splice(0, outcomes.length), outcomes);
      this.#pendingSyncs.add(syncCompletion);
      void syncCompletion.then(() => this.#pendingSyncs.delete(syncCompletion));
    }
    this.#processing = undefined;
  }

  /** Never rejects: a failed sync rejects each of the writes. */
  async #settleAfterSync(writes: readonly QueuedWrite[], outcomes: readonly WriteOutcome[]): Promise<void> {
    const failure = await this.walSync.flush().then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    outcomes.forEach((outcome, index) => writes[index]?.settle(failure ?? outcome));
  }

  async #waitForMoreWrites(): Promise<void> {
    const deadlineMs = performance.now() + MAX_BATCH_WINDOW_MS;
    let previousLength: number;
    do {
      previousLength = this.#pendingWrites.length;
      await yieldToEventLoop();
    } while (
      this.#pendingWrites.length > previousLength &&
      previousLength < MAX_BATCH_SIZE &&
      performance.now() < deadlineMs
    );
  }

  /** @returns the outcomes of the first writes of the batch: of as many as `MAX_BATCH_MS` allowed. */
  #commitBatch(batch: readonly QueuedWrite[]): WriteOutcome[] {
    const { begin, commit, rollback } = this.#statements;
    this.walSync.throwIfFailed();
    begin.run();
    try {
      const outcomes =
        batch.length === 1
          ? this.#attemptEach(batch, (job) => this.#attemptSingle(job))
          : (this.#attemptAll(batch) ?? this.#attemptEach(batch, (job) => this.#attemptWithSavepoint(job)));
      if (this.#db.isTransaction) {
        commit.run();
        this.walSync.recordCommit();
      }
      for (const { onCommitted } of batch.slice(0, outcomes.length)) onCommitted();
      return outcomes;
    } catch (error) {
      // SQLite may have rolled back already, for example after a full disk.
      if (this.#db.isTransaction) rollback.run();
      throw error;
    }
  }

  /** @returns undefined when a write failed; an empty transaction is then open. */
  #attemptAll(batch: readonly QueuedWrite[]): WriteOutcome[] | undefined {
    try {
      return this.#attemptEach(batch, (job) => ({ value: job() }));
    } catch (error) {
      if (isBusyError(error)) throw error;
      // SQLite may have rolled back already, for example after a full disk.
      if (this.#db.isTransaction) this.#statements.rollback.run();
      this.#statements.begin.run();
      return undefined;
    }
  }

  #attemptEach(batch: readonly QueuedWrite[], attempt: (job: () => unknown) => WriteOutcome): WriteOutcome[] {
    const deadlineMs = performance.now() + MAX_BATCH_MS;
    const outcomes: WriteOutcome[] = [];
    for (const { job } of batch) {
      outcomes.push(attempt(job));
      if (performance.now() > deadlineMs) break;
    }
    return outcomes;
  }

  /** Rolls back the whole transaction on failure: a savepoint would copy each page that is written. */
  #attemptSingle(job: () => unknown): WriteOutcome {
    try {
      return { value: job() };
    } catch (error) {
      if (!this.#db.isTransaction || isBusyError(error)) throw error;
      this.#statements.rollback.run();
      return { error: mapSqliteError(error) };
    }
  }

  #attemptWithSavepoint(job: () => unknown): WriteOutcome {
    const { mark, release, undo } = this.#statements;
    mark.run();
    try {
      const value = job();
      release.run();
      return { value };
    } catch (error) {
      if (!this.#db.isTransaction || isBusyError(error)) throw error;
      undo.run();
      release.run();
      return { error: mapSqliteError(error) };
    }
  }
}
