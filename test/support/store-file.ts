import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** What no moment of the store may show, each with the query that finds it. */
const faults: Readonly<Record<string, string>> = {
  "a conversation without its transcript": `
    SELECT id FROM conversations c
    WHERE NOT EXISTS (SELECT 1 FROM transcript_chunks t WHERE t.conversation = c.key AND t.first_segment = 0)`,
  "a transcript of no conversation": `
    SELECT key AS id FROM transcript_chunks t
    WHERE NOT EXISTS (SELECT 1 FROM conversations c WHERE c.key = t.conversation)`,
  "an action item of no conversation": `
    SELECT id FROM action_items a
    WHERE conversation_id IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM conversations c WHERE c.user_id = a.user_id AND c.id = a.conversation_id)`,
  "a deleted conversation that is still there": `
    SELECT id FROM conversations JOIN tombstones USING (user_id, id) WHERE kind = 'conversation'`,
  "a deleted action item that is still there": `
    SELECT id FROM action_items JOIN tombstones USING (user_id, id) WHERE kind = 'action_item'`,
  "a listed conversation that waits to be processed": `
    SELECT id FROM conversations WHERE listed = 1 AND due_at IS NOT NULL`,
};

/** The names of all faults that can be found. */
export const storeFaults: readonly string[] = Object.keys(faults);

/** Looks into the SQLite file of a data directory, whoever else uses it. @returns what is wrong with it, in words. */
export function faultsOf(directory: string): string[] {
  return reading(directory, (db) => {
    const damage = db
      .prepare("PRAGMA integrity_check")
      .all()
      .map(({ integrity_check }) => String(integrity_check));
    const found = Object.entries(faults).flatMap(([fault, sql]) =>
      db
        .prepare(sql)
        .all()
        .map(({ id }) => `${fault}: ${String(id)}`),
    );
    return [...damage.filter((line) => line !== "ok"), ...found];
  });
}

/** How many conversations are still to be processed or removed. */
export function workLeft(directory: string): number {
  const sql = "SELECT count(*) AS count FROM conversations WHERE due_at IS NOT NULL";
  return reading(directory, (db) => Number(db.prepare(sql).get()?.["count"]));
}

function reading<T>(directory: string, read: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(join(directory, "mneme.db"), { readOnly: true, timeout: 5000 });
  try {
    return read(db);
  } finally {
    db.close();
  }
}
