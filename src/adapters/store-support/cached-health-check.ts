import type { StoreHealth } from "../../ports/driven/store-health.js";

/** How long a result is shared with later callers. */
const CACHE_MS = 1_000;

/** A database that can be checked by a write. */
export interface CheckedDatabase {
  readonly isOpen: boolean;
  /** Commits a write that changes no data of users. @throws DomainError `unavailable` when that fails. */
  checkWrite(): Promise<void>;
}

/** Checks that the database accepts a write. A durable write costs an fsync, so callers within a second share one. */
export class CachedHealthCheck implements StoreHealth {
  #result: Promise<void> | undefined;

  /** @param id as `StoreHealth.id`. */
  constructor(
    readonly id: string,
    private readonly database: CheckedDatabase,
  ) {}

  check(): Promise<void> {
    if (!this.#result || !this.database.isOpen) this.#result = this.#checkWrite();
    return this.#result;
  }

  async #checkWrite(): Promise<void> {
    try {
      await this.database.checkWrite();
    } finally {
      setTimeout(() => (this.#result = undefined), CACHE_MS).unref();
    }
  }
}
