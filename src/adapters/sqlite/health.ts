import type { StoreHealth } from "../../ports/driven/store-health.js";
import type { Database } from "./database.js";

/** In milliseconds: how long an answer stands for those who ask next. */
const STANDS = 1_000;

/**
 * A commit proves that the file takes one. It costs an fsync, so all who ask at about the same time share it. A store
 * that has met damage in its file is not healthy any more until it is opened again: a commit does not touch every page.
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
