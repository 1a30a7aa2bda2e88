import type { DatabaseSync, StatementSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import { STORE_CLOSED, unavailable } from "../store-support/store-errors.js";
import { asRefusal, asUnavailable, isBusy } from "./errors.js";
import { patiently } from "./patience.js";
import type { WalSync } from "./wal-sync.js";

type Outcome = { readonly value: unknown } | { readonly error: unknown };

interface Write {
  readonly job: () => unknown;
  readonly committed: () => void;
  readonly settle: (outcome: Outcome) => void;
}

/** So many writes share a commit at most, and no more are begun after so many milliseconds: others wait their turn. */
const MOST_AT_ONCE = 256;
const LONGEST_TURN = 20;
/** How long, in milliseconds, a commit waits for more while every turn brings some. */
const LONGEST_GATHERING = 3;

/**
 * Group commit: writes that come with one turn of the event loop, or with turns that follow at once, share a
 * transaction and its one sync, during which the next ones are committed. When a write fails, the transaction is rolled
 * back and all its writes run again with a savepoint each, so that the others succeed. Savepoints are not the default,
 * because each costs two statements and a copy of each changed page, and few writes fail.
 */
export class WriteQueue {
  readonly #db: DatabaseSync;
  readonly #statements: Readonly<Record<"begin" | "commit" | "rollback" | "mark" | "release" | "undo", StatementSync>>;
  #waiting: Write[] = [];
  #running: Promise<void> | undefined;
  /** Batches that are committed but not yet synced. */
  readonly #unsynced = new Set<Promise<void>>();
  #closed = false;

  constructor(
    db: DatabaseSync,
    private readonly log: WalSync,
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
   * Runs the job in a transaction; what it returns is answered when that is on disk. The job is synchronous and may
   * run more than once. What it throws is thrown, and nothing that it did remains.
   * @param committed called when reads can see the write, before it is on disk.
   * @throws DomainError `unavailable` when the commit failed, and then nothing is stored; or when the sync failed, and
   *   then the outcome is unknown until the file is opened again.
   */
  write<T>(job: () => T, committed = () => {}): Promise<T> {
    if (this.#closed) return Promise.reject(unavailable("it is closed", STORE_CLOSED));
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#waiting.push({
      job,
      committed,
      settle: (outcome) => ("value" in outcome ? resolve(outcome.value as T) : reject(outcome.error)),
    });
    this.#running ??= this.#run();
    return promise;
  }

  /** Waits for what is under way; what comes later is refused. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
    await Promise.all(this.#unsynced);
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#gather();
      const batch = this.#waiting.slice(0, MOST_AT_ONCE);
      const outcomes = await patiently(() => this.#commit(batch)).catch((error: unknown) =>
        batch.map((): Outcome => ({ error: asRefusal(error) })),
      );
      const synced = this.#settle(this.#waiting.splice(0, outcomes.length), outcomes);
      this.#unsynced.add(synced);
      void synced.then(() => this.#unsynced.delete(synced));
    }
    this.#running = undefined;
  }

  /** Never rejects: a failed sync rejects each of the writes. */
  async #settle(writes: readonly Write[], outcomes: readonly Outcome[]): Promise<void> {
    const failure = await this.log.flush().then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    outcomes.forEach((outcome, index) => writes[index]?.settle(failure ?? outcome));
  }

  async #gather(): Promise<void> {
    const end = performance.now() + LONGEST_GATHERING;
    let known: number;
    do {
      known = this.#waiting.length;
      await nextTurn();
    } while (this.#waiting.length > known && known < MOST_AT_ONCE && performance.now() < end);
  }

  /** Answers the outcomes of as many as it came to, from the first on. */
  #commit(batch: readonly Write[]): Outcome[] {
    const { begin, commit, rollback } = this.#statements;
    this.log.throwIfFailed();
    begin.run();
    try {
      const outcomes =
        batch.length === 1
          ? this.#attemptEach(batch, (job) => this.#attemptAlone(job))
          : (this.#attemptAll(batch) ?? this.#attemptEach(batch, (job) => this.#attempt(job)));
      if (this.#db.isTransaction) {
        commit.run();
        this.log.noteCommit();
      }
      for (const { committed } of batch.slice(0, outcomes.length)) committed();
      return outcomes;
    } catch (error) {
      // After a full disk SQLite may have rolled back already.
      if (this.#db.isTransaction) rollback.run();
      throw error;
    }
  }

  /** @returns undefined when a write failed; an empty transaction is then open. */
  #attemptAll(batch: readonly Write[]): Outcome[] | undefined {
    try {
      return this.#attemptEach(batch, (job) => ({ value: job() }));
    } catch (error) {
      if (isBusy(error)) throw error;
      // After a full disk SQLite may have rolled back already.
      if (this.#db.isTransaction) this.#statements.rollback.run();
      this.#statements.begin.run();
      return undefined;
    }
  }

  #attemptEach(batch: readonly Write[], attempt: (job: () => unknown) => Outcome): Outcome[] {
    const end = performance.now() + LONGEST_TURN;
    const outcomes: Outcome[] = [];
    for (const { job } of batch) {
      outcomes.push(attempt(job));
      if (performance.now() > end) break;
    }
    return outcomes;
  }

  /** The transaction itself goes with it: a savepoint keeps a copy of each page that is written. */
  #attemptAlone(job: () => unknown): Outcome {
    try {
      return { value: job() };
    } catch (error) {
      if (!this.#db.isTransaction || isBusy(error)) throw error;
      this.#statements.rollback.run();
      return { error: asUnavailable(error) };
    }
  }

  #attempt(job: () => unknown): Outcome {
    const { mark, release, undo } = this.#statements;
    mark.run();
    try {
      const value = job();
      release.run();
      return { value };
    } catch (error) {
      if (!this.#db.isTransaction || isBusy(error)) throw error;
      undo.run();
      release.run();
      return { error: asUnavailable(error) };
    }
  }
}
