import type { DatabaseSync, StatementSync } from "node:sqlite";
import { openConnection } from "./connection.js";
import { Eraser } from "./eraser.js";
import { claimFile } from "./migrations.js";
import { patiently } from "./patience.js";
import { WriteQueue } from "./write-queue.js";

/**
 * One connection, and the ways to use it. Reads and transactions are synchronous and never interleave, so a read sees
 * all that was acknowledged and nothing that was not committed.
 */
export class Database {
  readonly #statements = new Map<string, StatementSync>();
  readonly #queue: WriteQueue;
  readonly #eraser: Eraser;

  private constructor(private readonly db: DatabaseSync) {
    this.#queue = new WriteQueue(db);
    this.#eraser = new Eraser(db);
  }

  /** As `openConnection`. */
  static open<T>(directory: string, use: (database: Database) => T): Promise<T> {
    return openConnection(directory, (db) => {
      const database = new Database(db);
      const used = use(database);
      // Whoever had the file before us may have died between a deletion and its erasure.
      database.#eraser.begin();
      return used;
    });
  }

  /** As `WriteQueue.commits`. */
  get commits(): number {
    return this.#queue.commits;
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

  /** As `read`, for statements that must all see the same. */
  snapshot<T>(query: () => T): Promise<T> {
    return patiently(() => {
      this.prepare("BEGIN").run();
      try {
        return query();
      } finally {
        if (this.db.isTransaction) this.prepare("COMMIT").run();
      }
    });
  }

  /** As `WriteQueue.write`. */
  write<T>(job: () => T): Promise<T> {
    return this.#queue.write(job);
  }

  /** Commits to the file without a change of what is in it. @throws DomainError `unavailable` when that fails. */
  async prove(): Promise<void> {
    await this.#queue.write(() => this.prepare(claimFile).run(), false);
  }

  get isOpen(): boolean {
    return this.db.isOpen;
  }

  /** A write which answers whether it removed anything of a person's: if so, that is erased from the files too. */
  async remove(job: () => boolean): Promise<boolean> {
    const removed = await this.#queue.write(job);
    if (removed) this.#eraser.erase();
    return removed;
  }

  async close(): Promise<void> {
    await this.#queue.close();
    await this.#eraser.close();
    this.db.close();
  }
}
