import type { StatementSync } from "node:sqlite";
import type { Changes } from "../../ports/driven/changes.js";
import type { Database } from "./database.js";

/**
 * Counts the commits of this connection, and those of others as `PRAGMA data_version` tells of them: asked once a turn
 * of the event loop, for whatever a turn answers had arrived before it began.
 */
export class DataVersion implements Changes {
  readonly #pragma: StatementSync;
  #others: unknown;
  #seen = 0;
  #isAsked = false;

  constructor(private readonly database: Database) {
    this.#pragma = database.prepare("PRAGMA data_version");
  }

  current(): number {
    if (!this.#isAsked) this.#ask();
    return this.#seen + this.database.commits;
  }

  #ask(): void {
    const others = this.#pragma.get()?.data_version;
    if (others !== this.#others) this.#seen += 1;
    this.#others = others;
    this.#isAsked = true;
    setImmediate(() => {
      this.#isAsked = false;
    });
  }
}
