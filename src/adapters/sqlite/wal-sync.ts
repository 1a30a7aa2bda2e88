import { closeSync, fdatasync, openSync } from "node:fs";
import { promisify } from "node:util";
import type { DatabaseSync } from "node:sqlite";
import type { DomainError } from "../../domain/errors.js";
import { messageOf, unavailable } from "../store-support/store-errors.js";

/** Waits until all data written to an open file are on disk. */
export type SyncFile = (descriptor: number) => Promise<void>;

/**
 * Makes commits durable without blocking the event loop. With `synchronous = NORMAL` SQLite writes a commit to the
 * write-ahead log without a sync; checkpoints are still synced, so the
 * database stays consistent (sqlite.org/pragma.html#pragma_synchronous). The log is synced here, in libuv's thread
 * pool, before a write is acknowledged: together that is what `synchronous = FULL` does in one blocking call.
 *
 * SQLite holds no locks on the log, so closing this descriptor releases none.
 */
export class WalSync {
  readonly #descriptor: number;
  #hasCommits = false;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #failure: DomainError | undefined;

  /** @param db a database that was written to, so that its log exists. SQLite no longer syncs its commits. */
  constructor(
    db: DatabaseSync,
    private readonly syncFile: SyncFile = promisify(fdatasync),
  ) {
    db.exec("PRAGMA synchronous = NORMAL");
    this.#descriptor = openSync(`${db.location()}-wal`, "r+");
  }

  /** Call it after each commit. */
  noteCommit(): void {
    this.#hasCommits = true;
  }

  /** @throws DomainError `unavailable` once a sync has failed: the log may lack every commit since the one before. */
  throwIfFailed(): void {
    if (this.#failure) throw this.#failure;
  }

  /**
   * Resolves when all commits so far are on disk. Calls made while a sync is running share the next one.
   * @throws DomainError `unavailable` after a sync has failed.
   */
  async flush(): Promise<void> {
    if (this.#hasCommits) await (this.#next ??= this.#syncAfter(this.#running));
    else await this.#running;
    this.throwIfFailed();
  }

  /** Call it when no write is running and no flush is awaited. */
  close(): void {
    closeSync(this.#descriptor);
  }

  /** Never rejects: `throwIfFailed` reports a failure. */
  async #syncAfter(running: Promise<void> | undefined): Promise<void> {
    await running;
    this.#running = this.#next;
    this.#next = undefined;
    this.#hasCommits = false;
    try {
      if (!this.#failure) await this.syncFile(this.#descriptor);
    } catch (error) {
      // A second sync may succeed although the system dropped the pages: only reopening the file shows what it holds.
      const reason = messageOf(error);
      this.#failure = unavailable(`its disk failed, and the service must be restarted: ${reason}`, "store_io_error");
    }
    this.#running = undefined;
  }
}
