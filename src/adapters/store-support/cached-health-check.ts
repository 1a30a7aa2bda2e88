import type { StoreHealth } from "../../ports/driven/store/store.js";

/** How long a result is shared with later callers, after its check has ended. */
const HEALTH_RESULT_TTL_MS = 1_000;

/** A database that a write can check. */
export interface CheckedDatabase {
  readonly isOpen: boolean;
  /** Commits a write that changes no data of users. @throws DomainError `unavailable` when that fails. */
  checkWrite(): Promise<void>;
}

/** Checks that the database accepts a write. A durable write costs an fsync, so callers within a second share one. */
export class CachedHealthCheck implements StoreHealth {
  #cachedResult: Promise<void> | undefined;

  /** @param id as `StoreHealth.id`. */
  constructor(
    readonly id: string,
    private readonly database: CheckedDatabase,
  ) {}

  check(): Promise<void> {
    if (!this.#cachedResult || !this.database.isOpen) this.#cachedResult = this.#checkWrite();
    return this.#cachedResult;
  }

  async #checkWrite(): Promise<void> {
    try {
      await this.database.checkWrite();
    } finally {
      setTimeout(() => (this.#cachedResult = undefined), HEALTH_RESULT_TTL_MS).unref();
    }
  }
}
