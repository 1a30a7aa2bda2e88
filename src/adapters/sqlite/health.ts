import type { StoreHealth } from "../../ports/driven/store-health.js";
import type { Database } from "./database.js";

/** In milliseconds: how long an answer stands for those who ask next. */
const STANDS = 1_000;

/**
 * Checks that the file accepts a commit. A commit costs an fsync, so concurrent checks share one. After a read or write
 * has found damage the store stays unhealthy until it is opened again, because a commit does not touch every page.
 */
export class SharedHealthCheck implements StoreHealth {
  #shared: Promise<void> | undefined;

  constructor(private readonly database: Database) {}

  check(): Promise<void> {
    const { damage } = this.database.failures;
    if (damage) return Promise.reject(damage);
    if (!this.#shared || !this.database.isOpen) this.#shared = this.#prove();
    return this.#shared;
  }

  async #prove(): Promise<void> {
    try {
      await this.database.prove();
    } finally {
      setTimeout(() => (this.#shared = undefined), STANDS).unref();
    }
  }
}
