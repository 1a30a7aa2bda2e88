import type { StatementSync } from "node:sqlite";
import type { Database } from "./database.js";
import { Tombstones } from "./tombstones.js";

/** Looks up whether a conversation is deleted or being deleted. Call it inside a read or a write. */
export class DeletedConversations {
  readonly #isBeingDeleted: StatementSync;
  readonly #tombstones: Tombstones;

  constructor(database: Database) {
    this.#isBeingDeleted = database.prepare(
      "SELECT 1 FROM conversations WHERE user_id = ? AND id = ? AND status = 'deleting'",
    );
    this.#tombstones = new Tombstones(database, "conversation");
  }

  has(userId: string, id: string): boolean {
    return this.#tombstones.has(userId, id) || this.#isBeingDeleted.get(userId, id) !== undefined;
  }
}
