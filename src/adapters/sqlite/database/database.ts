import type { DatabaseSync, StatementSync } from "node:sqlite";
import { DomainError } from "../../../domain/errors.js";
import { StoreFailureLogger } from "../../store-support/store-errors.js";
import { openConnection, openDatabase } from "./connection.js";
import { WalCheckpointer, WalIndex, WalSync } from "./write-ahead-log.js";
import { STORE_DAMAGED, retryWhileBusy } from "./errors.js";
import { SET_APPLICATION_ID_SQL } from "./schema.js";
import type { EventLog } from "../../../ports/driven/runtime/system.js";
import { NO_USERS, SqliteDataVersions, type AffectedUsers } from "../queries/data-versions.js";
import { SqliteWriteQueue } from "./write-queue.js";

/**
 * One connection to the store. Reads and transactions are synchronous and never interleave. A read sees every
 * acknowledged write, and resolves once everything that it saw is on disk. Another process may see a commit of this
 * one before its sync ends.
 */
export class SqliteDatabase {
  readonly #statements = new Map<string, StatementSync>();
  readonly #walSync: WalSync;
  readonly #writeQueue: SqliteWriteQueue;
  readonly #walCheckpointer: WalCheckpointer;
  readonly dataVersions: SqliteDataVersions;
  #damageError: DomainError | undefined;

  private constructor(
    private readonly db: DatabaseSync,
    private readonly failureLogger: StoreFailureLogger,
  ) {
    this.#walSync = new WalSync(db);
    this.#writeQueue = new SqliteWriteQueue(db, this.#walSync);
    this.#walCheckpointer = new WalCheckpointer(db);
    this.dataVersions = new SqliteDataVersions(db);
  }

  /** As `openConnection`. @param log receives failures of reads and writes that the file or its disk causes. */
  static open<T>(directory: string, initialize: (database: SqliteDatabase) => T, log?: EventLog): Promise<T> {
    return openConnection(directory, (db) => {
      const database = new SqliteDatabase(db, new StoreFailureLogger(log));
      try {
        const result = initialize(database);
        database.dataVersions.useWalIndex(WalIndex.open(db.location() ?? ""));
        // An earlier process may have died between a deletion and the erasure of the deleted data.
        database.#walCheckpointer.checkpointOnOpen();
        return result;
      } catch (error) {
        database.#walSync.close();
        throw error;
      }
    });
  }

  /** Returns the statement of this text, prepared once. The cache is never emptied, so the texts must be few. */
  prepare(sql: string): StatementSync {
    const cached = this.#statements.get(sql);
    if (cached) return cached;
    const statement = this.db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  /** Runs a synchronous query, which may run more than once. @throws DomainError `unavailable`. */
  async read<T>(query: () => T): Promise<T> {
    try {
      const result = await retryWhileBusy(query);
      await this.#walSync.flush();
      return result;
    } catch (error) {
      this.#recordFailure(error);
      throw error;
    }
  }

  /** As `SqliteWriteQueue.write`. @param affectedUsers the users whose data version changes. */
  async write<T>(affectedUsers: AffectedUsers, job: () => T): Promise<T> {
    try {
      return await this.#writeQueue.write(job, () => this.dataVersions.recordChange(affectedUsers));
    } catch (error) {
      this.#recordFailure(error);
      throw error;
    }
  }

  /** As `write`; then also erases removed data from the log. @param hasRemovedData whether the job removed any. */
  async writeAndErase<T>(
    affectedUsers: AffectedUsers,
    job: () => T,
    hasRemovedData: (result: T) => boolean = Boolean,
  ): Promise<T> {
    const result = await this.write(affectedUsers, job);
    if (hasRemovedData(result)) await this.#walCheckpointer.truncateLog();
    return result;
  }

  /** Commits a write that changes no content. @throws DomainError `unavailable` when that fails. */
  async checkWrite(): Promise<void> {
    await this.write(NO_USERS, () => this.prepare(SET_APPLICATION_ID_SQL).run());
  }

  /** The error of the first read or write that found a damaged page; a later success does not clear it. */
  get damageError(): DomainError | undefined {
    return this.#damageError;
  }

  /** Opens a connection for reads that last longer than a call. The caller closes it. @throws as `read`. */
  openReader(): Promise<DatabaseSync> {
    return this.read(() => openDatabase(this.db.location() ?? "", { readOnly: true }));
  }

  get isOpen(): boolean {
    return this.db.isOpen;
  }

  async close(): Promise<void> {
    await this.#writeQueue.close();
    await this.#walCheckpointer.close();
    this.#walSync.close();
    this.db.close();
    this.dataVersions.close();
    this.failureLogger.close();
  }

  #recordFailure(error: unknown): void {
    if (error instanceof DomainError && error.code === STORE_DAMAGED) this.#damageError ??= error;
    this.failureLogger.record(error);
  }
}
