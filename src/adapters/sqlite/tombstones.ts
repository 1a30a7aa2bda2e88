import type { Database } from "./database.js";

/** Ids of what was deleted for good, and nothing else of it. To be used inside a read or a write. */
export class Tombstones {
  constructor(
    private readonly database: Database,
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
