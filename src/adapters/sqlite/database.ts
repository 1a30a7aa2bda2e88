import type { DatabaseSync, StatementSync } from "node:sqlite";
import { openConnection } from "./connection.js";
import { Eraser } from "./eraser.js";
import { claimFile } from "./migrations.js";
import { patiently } from "./patience.js";
import { nobody, UserChanges, type Whose } from "./user-changes.js";
import { WalIndex } from "./wal-index.js";
import { WriteQueue } from "./write-queue.js";

/**
 * One connection, and the ways to use it. Reads and transactions are synchronous and never interleave, so a read sees
 * all that was acknowledged and nothing that was not committed.
 */
export class Database {
  readonly #statements = new Map<string, StatementSync>();
  readonly #queue: WriteQueue;
  readonly #eraser: Eraser;
  readonly changes: UserChanges;

  private constructor(private readonly db: DatabaseSync) {
    this.#queue = new WriteQueue(db);
    this.#eraser = new Eraser(db);
    this.changes = new UserChanges(db);
  }

  /** As `openConnection`. */
  static open<T>(directory: string, use: (database: Database) => T): Promise<T> {
    return openConnection(directory, (db) => {
      const database = new Database(db);
      const used = use(database);
      database.changes.watch(WalIndex.open(db.location() ?? ""));
      // Whoever had the file before us may have died between a deletion and its erasure.
      database.#eraser.begin();
      return used;
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
  read<T>(query: () => T): Promise<T> {
    return patiently(query);
  }

  /** As `WriteQueue.write`; `whose` data it is that changes is told to those who look for changes. */
  write<T>(whose: Whose, job: () => T): Promise<T> {
    return this.#queue.write(job, () => this.changes.note(whose));
  }

  /** A write after which what it removed of a person's is erased from the files too, if `removed` says that it did. */
  async remove<T>(whose: Whose, job: () => T, removed: (result: T) => boolean = Boolean): Promise<T> {
    const result = await this.write(whose, job);
    if (removed(result)) await this.#eraser.erase();
    return result;
  }

  /** Commits to the file without a change of what is in it. @throws DomainError `unavailable` when that fails. */
  async prove(): Promise<void> {
    await this.write(nobody, () => this.prepare(claimFile).run());
  }

  get isOpen(): boolean {
    return this.db.isOpen;
  }

  async close(): Promise<void> {
    await this.#queue.close();
    await this.#eraser.close();
    this.db.close();
    this.changes.close();
  }
}
