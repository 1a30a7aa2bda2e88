import type { StatementSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { ConversationStatus } from "../../domain/conversation.js";
import type { StoreStatistics, StoreCounts } from "../../ports/driven/store-statistics.js";
import type { Database } from "./database.js";

/** Counts in indexes alone. */
export class SqliteStoreStatistics implements StoreStatistics {
  readonly #users: StatementSync;
  readonly #conversations: StatementSync;
  readonly #summaries: StatementSync;
  readonly #memories: StatementSync;
  readonly #embeddings: StatementSync;

  constructor(private readonly database: Database) {
    this.#users = database.prepare("SELECT count(*) AS count FROM users");
    this.#conversations = database.prepare(
      "SELECT status AS name, count(*) AS count FROM conversations GROUP BY status",
    );
    this.#summaries = database.prepare(`
      SELECT made_by AS name, count(*) AS count FROM conversations
      WHERE status = 'completed' AND made_by IS NOT NULL GROUP BY made_by`);
    this.#memories = database.prepare("SELECT count(*) AS count FROM memories WHERE listed = 1");
    this.#embeddings = database.prepare(
      "SELECT embedder_id AS name, count(*) AS count FROM embeddings GROUP BY embedder_id",
    );
  }

  /** One after the other: each is a walk over all there is of one kind, and others have their turn in between. */
  async collect(): Promise<StoreCounts> {
    return {
      users: await this.#total(this.#users),
      conversations: await this.#byName<ConversationStatus>(this.#conversations),
      summaries: await this.#byName(this.#summaries),
      memories: await this.#total(this.#memories),
      embeddings: await this.#byName(this.#embeddings),
    };
  }

  async #total(statement: StatementSync): Promise<number> {
    await nextTurn();
    return this.database.read(() => Number(statement.get()?.count));
  }

  async #byName<Name extends string>(statement: StatementSync): Promise<ReadonlyMap<Name, number>> {
    await nextTurn();
    const rows = await this.database.read(() => statement.all());
    return new Map(rows.map(({ name, count }) => [String(name) as Name, Number(count)]));
  }
}
