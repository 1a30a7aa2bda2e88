import type { StoreHealth } from "../../ports/driven/store-health.js";
import { CachedHealthCheck } from "../store-support/cached-health-check.js";
import type { Database } from "./database.js";

/**
 * Checks that the file accepts a commit. After a read or write has found damage the store stays unhealthy until it is
 * opened again, because a commit does not touch every page.
 */
export class SqliteStoreHealth implements StoreHealth {
  readonly id = "sqlite";
  readonly #cached: CachedHealthCheck;

  constructor(private readonly database: Database) {
    this.#cached = new CachedHealthCheck(this.id, database);
  }

  check(): Promise<void> {
    const { damage } = this.database;
    return damage ? Promise.reject(damage) : this.#cached.check();
  }
}
