import type { DatabaseSync, StatementSync } from "node:sqlite";
import { DomainError } from "../../domain/errors.js";
import { StoreFailures } from "../store-support/store-failures.js";
import { openConnection, openFile } from "./connection.js";
import { Eraser } from "./eraser.js";
import { STORE_DAMAGED } from "./errors.js";
import { claimFile } from "./migrations.js";
import type { EventLog } from "../../ports/driven/event-log.js";
import { patiently } from "./patience.js";
import { nobody, SqliteDataVersions, type Whose } from "./data-versions.js";
import { WalIndex } from "./wal-index.js";
import { WalSync } from "./wal-sync.js";
import { WriteQueue } from "./write-queue.js";

/**
 * One connection, and the ways to use it. Reads and transactions are synchronous and never interleave, so a read sees
 * all that was acknowledged, and answers nothing that is not on disk. (Another process may see a commit of this one
 * before it is: as long as a sync takes.)
 */
export class Database {
  readonly #statements = new Map<string, StatementSync>();
  readonly #log: WalSync;
  readonly #queue: WriteQueue;
  readonly #eraser: Eraser;
  readonly dataVersions: SqliteDataVersions;
  #damage: DomainError | undefined;

  private constructor(
    private readonly db: DatabaseSync,
    private readonly failures: StoreFailures,
  ) {
    this.#log = new WalSync(db);
    this.#queue = new WriteQueue(db, this.#log);
    this.#eraser = new Eraser(db);
    this.dataVersions = new SqliteDataVersions(db);
  }

  /** As `openConnection`. @param log receives failures of reads and writes that the file or its disk causes. */
  static open<T>(directory: string, use: (database: Database) => T, log?: EventLog): Promise<T> {
    return openConnection(directory, (db) => {
      const database = new Database(db, new StoreFailures(log));
      try {
        const used = use(database);
        database.dataVersions.watch(WalIndex.open(db.location() ?? ""));
        // An earlier process may have died between a deletion and the erasure of the deleted data.
        database.#eraser.begin();
        return used;
      } catch (error) {
        database.#log.close();
        throw error;
      }
    });
  }

  /** Prepared once for every text: there must be few of them. */
  prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  /** @throws DomainError `unavailable`. */
  async read<T>(query: () => T): Promise<T> {
    try {
      const found = await patiently(query);
      await this.#log.flush();
      return found;
    } catch (error) {
      this.#noteFailure(error);
      throw error;
    }
  }

  /** As `WriteQueue.write`; `whose` data it is that changes is told to those who look for changes. */
  async write<T>(whose: Whose, job: () => T): Promise<T> {
    try {
      return await this.#queue.write(job, () => this.dataVersions.note(whose));
    } catch (error) {
      this.#noteFailure(error);
      throw error;
    }
  }

  /** A write after which what it removed of a person's is erased from the files too, if `removed` says that it did. */
  async remove<T>(whose: Whose, job: () => T, removed: (result: T) => boolean = Boolean): Promise<T> {
    const result = await this.write(whose, job);
    if (removed(result)) await this.#eraser.erase();
    return result;
  }

  /** Commits to the file without a change of what is in it. @throws DomainError `unavailable` when that fails. */
  async checkWrite(): Promise<void> {
    await this.write(nobody, () => this.prepare(claimFile).run());
  }

  /** The error of the first read or write that found a damaged page; a later success does not clear it. */
  get damage(): DomainError | undefined {
    return this.#damage;
  }

  /** Opens a connection for reads that last longer than a call. The caller closes it. @throws as `read`. */
  openReader(): Promise<DatabaseSync> {
    return this.read(() => openFile(this.db.location() ?? "", { readOnly: true }));
  }

  get isOpen(): boolean {
    return this.db.isOpen;
  }

  async close(): Promise<void> {
    await this.#queue.close();
    await this.#eraser.close();
    this.#log.close();
    this.db.close();
    this.dataVersions.close();
    this.failures.close();
  }

  #noteFailure(error: unknown): void {
    if (error instanceof DomainError && error.code === STORE_DAMAGED) this.#damage ??= error;
    this.failures.note(error);
  }
}
