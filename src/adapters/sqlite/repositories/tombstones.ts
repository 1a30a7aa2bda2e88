import type { StatementSync } from "node:sqlite";
import { assertLatestFence } from "../../../domain/lease.js";
import type { SqliteDatabase } from "../database/database.js";

/** The IDs of permanently deleted objects, without any other data. Call its methods inside a read or a write. */
export class SqliteTombstones {
  constructor(
    private readonly database: SqliteDatabase,
    private readonly kind: "conversation" | "action_item" | "memory",
  ) {}

  add(userId: string, id: string): void {
    this.database
      .prepare("INSERT INTO tombstones (user_id, kind, id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING")
      .run(userId, this.kind, id);
  }

  has(userId: string, id: string): boolean {
    return (
      this.database
        .prepare("SELECT 1 FROM tombstones WHERE user_id = ? AND kind = ? AND id = ?")
        .get(userId, this.kind, id) !== undefined
    );
  }
}

/** Looks up whether a conversation is deleted or being deleted. Call it inside a read or a write. */
export class DeletedConversations {
  readonly #selectBeingDeleted: StatementSync;
  readonly #tombstones: SqliteTombstones;

  constructor(database: SqliteDatabase) {
    this.#selectBeingDeleted = database.prepare(
      "SELECT 1 FROM conversations WHERE user_id = ? AND id = ? AND status = 'deleting'",
    );
    this.#tombstones = new SqliteTombstones(database, "conversation");
  }

  has(userId: string, id: string): boolean {
    return this.#tombstones.has(userId, id) || this.#selectBeingDeleted.get(userId, id) !== undefined;
  }
}

/** The greatest fencing token that has written the items of a conversation. Call its methods inside a write. */
export class SqliteExtractionFences {
  readonly #selectFence: StatementSync;
  readonly #upsertFence: StatementSync;

  constructor(
    database: SqliteDatabase,
    private readonly kind: "action_item" | "memory",
  ) {
    this.#selectFence = database.prepare(
      "SELECT fence FROM extraction_fences WHERE user_id = ? AND conversation_id = ? AND kind = ?",
    );
    this.#upsertFence = database.prepare(`
      INSERT INTO extraction_fences (user_id, conversation_id, kind, fence) VALUES (?, ?, ?, ?)
      ON CONFLICT (user_id, conversation_id, kind) DO UPDATE SET fence = excluded.fence`);
  }

  /** @throws DomainError `conflict` when a greater token has written; then nothing changes. */
  advance(userId: string, conversationId: string, fence: number): void {
    assertLatestFence(Number(this.#selectFence.get(userId, conversationId, this.kind)?.fence ?? 0), fence);
    this.#upsertFence.run(userId, conversationId, this.kind, fence);
  }

  /** @returns false when the stored token is at least as great; then nothing changes. */
  raise(userId: string, conversationId: string, fence: number): boolean {
    const current = this.#selectFence.get(userId, conversationId, this.kind)?.fence;
    if (current !== undefined && Number(current) >= fence) return false;
    this.#upsertFence.run(userId, conversationId, this.kind, fence);
    return true;
  }
}
