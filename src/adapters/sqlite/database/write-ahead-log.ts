import { closeSync, openSync, readSync, statSync, fdatasync } from "node:fs";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { DomainError } from "../../../domain/errors.js";
import { getErrorMessage, createUnavailableError } from "../../store-support/store-errors.js";
import { isBusyError } from "./errors.js";

/** The size of the first copy of the header, which has the change counter and the running checksums of the log. */
const HEADER_BYTES = 48;

interface SharedDescriptor {
  readonly fd: number;
  connections: number;
}

/**
 * By device and inode. Closing any descriptor of a file releases all locks that the process has on it, also those of
 * other connections (sqlite.org/howtocorrupt.html, section 2.2). All connections to a file therefore share one
 * descriptor, which is closed with the last of them.
 */
const descriptorsByInode = new Map<string, SharedDescriptor>();

/**
 * The header of the WAL index, which all connections to a file share and every commit changes before it is acknowledged
 * (sqlite.org/walformat.html, section 2.1). Reading it takes one system call and no lock.
 */
export class WalIndex {
  #acceptedHeader = Buffer.alloc(HEADER_BYTES);
  #latestHeader = Buffer.alloc(HEADER_BYTES);

  private constructor(
    private readonly inodeKey: string,
    private readonly descriptor: SharedDescriptor,
  ) {}

  /**
   * Call it once for each connection that this process has to the file; each call needs a `close`.
   * @param file the database, to which that connection is open.
   */
  static open(file: string): WalIndex {
    const path = `${file}-shm`;
    const { dev, ino } = statSync(path, { bigint: true });
    const inodeKey = `${dev}:${ino}`;
    const descriptor = descriptorsByInode.get(inodeKey) ?? { fd: openSync(path, "r"), connections: 0 };
    descriptor.connections += 1;
    descriptorsByInode.set(inodeKey, descriptor);
    return new WalIndex(inodeKey, descriptor);
  }

  /** Whether a connection may have committed since `acceptChanges`. Sometimes true without a commit; true at first. */
  hasChanged(): boolean {
    readSync(this.descriptor.fd, this.#latestHeader, 0, HEADER_BYTES, 0);
    return !this.#latestHeader.equals(this.#acceptedHeader);
  }

  /** Takes the header that `hasChanged` has read as the known one. */
  acceptChanges(): void {
    [this.#acceptedHeader, this.#latestHeader] = [this.#latestHeader, this.#acceptedHeader];
  }

  /** Call it when the connection has been closed. */
  close(): void {
    this.descriptor.connections -= 1;
    if (this.descriptor.connections > 0) return;
    descriptorsByInode.delete(this.inodeKey);
    closeSync(this.descriptor.fd);
  }
}

/** Resolves when all data written to an open file are on disk. */
export type SyncDescriptor = (descriptor: number) => Promise<void>;

/**
 * Makes commits durable without blocking the event loop. With `synchronous = NORMAL` SQLite writes a commit to the
 * write-ahead log without a sync; checkpoints are still synced, so the database stays consistent
 * (sqlite.org/pragma.html#pragma_synchronous). This class syncs the log in libuv's thread pool before a write is
 * acknowledged. Together they guarantee what `synchronous = FULL` does in one blocking call.
 *
 * SQLite holds no locks on the log, so closing this descriptor releases none.
 */
export class WalSync {
  readonly #fd: number;
  #hasUnsyncedCommits = false;
  #runningSync: Promise<void> | undefined;
  #nextSync: Promise<void> | undefined;
  #syncError: DomainError | undefined;

  /** @param db a database that was written to, so that its log exists. SQLite stops syncing its commits. */
  constructor(
    db: DatabaseSync,
    private readonly syncDescriptor: SyncDescriptor = promisify(fdatasync),
  ) {
    db.exec("PRAGMA synchronous = NORMAL");
    this.#fd = openSync(`${db.location()}-wal`, "r+");
  }

  /** Call it after each commit. */
  recordCommit(): void {
    this.#hasUnsyncedCommits = true;
  }

  /** @throws DomainError `unavailable` once a sync has failed: the log may lack every commit since the last sync. */
  throwIfFailed(): void {
    if (this.#syncError) throw this.#syncError;
  }

  /**
   * Resolves when all commits so far are on disk. Calls made while a sync is running share the next one.
   * @throws DomainError `unavailable` after a sync has failed.
   */
  async flush(): Promise<void> {
    if (this.#hasUnsyncedCommits) await (this.#nextSync ??= this.#syncAfter(this.#runningSync));
    else await this.#runningSync;
    this.throwIfFailed();
  }

  /** Call it when no write is running and no flush is awaited. */
  close(): void {
    closeSync(this.#fd);
  }

  /** Never rejects: `throwIfFailed` reports a failure. */
  async #syncAfter(runningSync: Promise<void> | undefined): Promise<void> {
    await runningSync;
    this.#runningSync = this.#nextSync;
    this.#nextSync = undefined;
    this.#hasUnsyncedCommits = false;
    try {
      if (!this.#syncError) await this.syncDescriptor(this.#fd);
    } catch (error) {
      // A retry may succeed although the system dropped the pages: only reopening the file shows what it contains.
      const reason = getErrorMessage(error);
      this.#syncError = createUnavailableError(
        `its disk failed, and the service must be restarted: ${reason}`,
        "store_io_error",
      );
    }
    this.#runningSync = undefined;
  }
}

/** In milliseconds. */
const INITIAL_RETRY_DELAY_MS = 10;
const MAX_RETRY_DELAY_MS = 500;

/**
 * Erases deleted data from the write-ahead log, which keeps every earlier version of a page until a checkpoint
 * truncates it (decision 4.11). An open read transaction of any connection delays the checkpoint.
 */
export class WalCheckpointer {
  readonly #truncateStatement: StatementSync;
  readonly #closeController = new AbortController();
  #retryLoop: Promise<void> | undefined;
  #pendingAttempt: Promise<void> | undefined;

  constructor(db: DatabaseSync) {
    this.#truncateStatement = db.prepare("PRAGMA wal_checkpoint(TRUNCATE)");
  }

  /** As `truncateLog`, when the store is opened. @throws Error when the checkpoint fails for any reason but a lock. */
  checkpointOnOpen(): void {
    if (!this.#truncate()) this.#retryLoop ??= this.#retryUntilTruncated();
  }

  /** Tries once for all writes of a commit. If that fails, it retries in the background until success or `close`. */
  truncateLog(): Promise<void> {
    this.#pendingAttempt ??= Promise.resolve().then(() => {
      this.#pendingAttempt = undefined;
      if (!this.#tryTruncate()) this.#retryLoop ??= this.#retryUntilTruncated();
    });
    return this.#pendingAttempt;
  }

  async close(): Promise<void> {
    this.#closeController.abort();
    await this.#retryLoop;
    this.#tryTruncate();
  }

  async #retryUntilTruncated(): Promise<void> {
    const { signal } = this.#closeController;
    let delayMs = INITIAL_RETRY_DELAY_MS;
    do {
      // A store that was not closed must not keep its process alive.
      await sleep(delayMs, undefined, { signal, ref: false }).catch(() => undefined);
      delayMs = Math.min(delayMs * 2, MAX_RETRY_DELAY_MS);
    } while (!signal.aborted && !this.#tryTruncate());
    this.#retryLoop = undefined;
  }

  /** Treats a disk failure like a busy reader, as a reason to retry: no acknowledged write depends on a checkpoint. */
  #tryTruncate(): boolean {
    try {
      return this.#truncate();
    } catch {
      return false;
    }
  }

  /** @returns whether the checkpoint completed; false while other connections use the file. */
  #truncate(): boolean {
    try {
      return this.#truncateStatement.get()?.busy === 0;
    } catch (error) {
      if (isBusyError(error)) return false;
      throw error;
    }
  }
}
