import type { StatementSync } from "node:sqlite";
import type { ConversationStatus } from "../../domain/conversation.js";
import type { Census, Counts } from "../../ports/driven/census.js";
import type { Database } from "./database.js";

/** Counts in indexes alone. */
export class SqliteCensus implements Census {
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

  take(): Promise<Counts> {
    return this.database.read(() => ({
      users: Number(this.#users.get()?.count),
      conversations: byName<ConversationStatus>(this.#conversations),
      summaries: byName(this.#summaries),
      memories: Number(this.#memories.get()?.count),
      embeddings: byName(this.#embeddings),
    }));
  }
}

function byName<Name extends string>(statement: StatementSync): ReadonlyMap<Name, number> {
  return new Map(statement.all().map(({ name, count }) => [String(name) as Name, Number(count)]));
}
