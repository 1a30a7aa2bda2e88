import { closeSync, fdatasync, openSync } from "node:fs";
import { promisify } from "node:util";
import type { DatabaseSync } from "node:sqlite";
import type { DomainError } from "../../domain/errors.js";
import { unavailable } from "./errors.js";

/** Waits until what was written to an open file is on disk. */
export type SyncFile = (descriptor: number) => Promise<void>;

/**
 * Makes commits durable without blocking the event loop. With `synchronous = NORMAL` SQLite writes a commit to the
 * write-ahead log and leaves it to the system when that reaches the disk; checkpoints are synced as ever, so the
 * database stays consistent (sqlite.org/pragma.html#pragma_synchronous). The log is synced here, in libuv's thread
 * pool, before a write is acknowledged: together that is what `synchronous = FULL` does in one blocking call.
 *
 * SQLite holds no locks on the log, so that closing this descriptor of it releases none.
 */
export class WalSync {
  readonly #descriptor: number;
  #hasCommits = false;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #failure: DomainError | undefined;

  /** @param db whose log exists: it has been written to. Its commits are no longer synced by SQLite. */
  constructor(
    db: DatabaseSync,
    private readonly syncFile: SyncFile = promisify(fdatasync),
  ) {
    db.exec("PRAGMA synchronous = NORMAL");
    this.#descriptor = openSync(`${db.location()}-wal`, "r+");
  }

  /** To be called after each commit. */
  noteCommit(): void {
    this.#hasCommits = true;
  }

  /** @throws DomainError `unavailable` once a sync has failed: the log may lack every commit since the one before. */
  requireSound(): void {
    if (this.#failure) throw this.#failure;
  }

  /**
   * Resolves when all commits so far are on disk. Calls share a sync: those that come while one is running, the next.
   * @throws DomainError `unavailable` when it is not known whether they are, and from then on.
   */
  async flush(): Promise<void> {
    if (this.#hasCommits) await (this.#next ??= this.#syncAfter(this.#running));
    else await this.#running;
    this.requireSound();
  }

  /** To be called when nothing is being written and no flush is awaited. */
  close(): void {
    closeSync(this.#descriptor);
  }

  /** Never rejects: `requireSound` tells of a failure. */
  async #syncAfter(running: Promise<void> | undefined): Promise<void> {
    await running;
    this.#running = this.#next;
    this.#next = undefined;
    this.#hasCommits = false;
    try {
      if (!this.#failure) await this.syncFile(this.#descriptor);
    } catch (error) {
      // Another try may report success for pages that the system has dropped: only recovery from the file tells.
      const reason = error instanceof Error ? error.message : String(error);
      this.#failure = unavailable(`its disk failed, and the service must be restarted: ${reason}`, "store_io_error");
    }
    this.#running = undefined;
  }
}
