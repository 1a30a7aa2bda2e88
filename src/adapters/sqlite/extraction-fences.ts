import type { StatementSync } from "node:sqlite";
import { guardLatest } from "../../domain/lease.js";
import type { Database } from "./database.js";

/** The greatest fence that has written what was extracted from a conversation. To be used inside a write. */
export class ExtractionFences {
  readonly #latest: StatementSync;
  readonly #put: StatementSync;

  constructor(
    database: Database,
    private readonly kind: "action_item" | "memory",
  ) {
    this.#latest = database.prepare(
      "SELECT fence FROM extraction_fences WHERE user_id = ? AND conversation_id = ? AND kind = ?",
    );
    this.#put = database.prepare(`
      INSERT INTO extraction_fences (user_id, conversation_id, kind, fence) VALUES (?, ?, ?, ?)
      ON CONFLICT (user_id, conversation_id, kind) DO UPDATE SET fence = excluded.fence`);
  }

  /** @throws DomainError `conflict` when a greater one has; then nothing changes. */
  advance(userId: string, conversationId: string, fence: number): void {
    guardLatest(Number(this.#latest.get(userId, conversationId, this.kind)?.fence ?? 0), fence);
    this.#put.run(userId, conversationId, this.kind, fence);
  }

  /** @returns false when the fence is as great already; then nothing changes. */
  raise(userId: string, conversationId: string, fence: number): boolean {
    const current = this.#latest.get(userId, conversationId, this.kind)?.fence;
    if (current !== undefined && Number(current) >= fence) return false;
    this.#put.run(userId, conversationId, this.kind, fence);
    return true;
  }
}
