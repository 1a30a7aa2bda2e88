import type { StatementSync } from "node:sqlite";
import { guardLatest } from "../../domain/lease.js";
import type { Database } from "./database.js";

/** The greatest fence that has written the items of a conversation. To be used inside a write. */
export class ExtractionFences {
  readonly #latest: StatementSync;
  readonly #put: StatementSync;

  constructor(database: Database) {
    this.#latest = database.prepare("SELECT fence FROM extractions WHERE user_id = ? AND conversation_id = ?");
    this.#put = database.prepare(`
      INSERT INTO extractions (user_id, conversation_id, fence) VALUES (?, ?, ?)
      ON CONFLICT (user_id, conversation_id) DO UPDATE SET fence = excluded.fence`);
  }

  /** @throws DomainError `conflict` when a greater one has; then nothing changes. */
  advance(userId: string, conversationId: string, fence: number): void {
    guardLatest(Number(this.#latest.get(userId, conversationId)?.fence ?? 0), fence);
    this.#put.run(userId, conversationId, fence);
  }
}
