import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openSqliteStore } from "../../src/adapters/sqlite/index.js";
import { aConversation, aSummary, anActionItem, recorded } from "../../src/testing/index.js";

const MINUTE = 60_000;
const TEMPLATE = "00000000-0000-7000-8000-000000000000";
const noon = new Date("2026-01-05T12:00:00.000Z");

/**
 * A store of so many conversations of the user "bench", a minute apart, each with two action items: one is stored as
 * the service does it, the others are copies of its rows.
 */
export async function fillStore(directory: string, conversations: number): Promise<void> {
  const store = await openSqliteStore({ directory });
  const overview = "The team went through the plans for the launch and agreed on who does what until Friday.";
  const conversation = aConversation({
    id: TEMPLATE,
    userId: "bench",
    createdAt: noon,
    summary: aSummary({ title: "Plans for the launch", overview }),
  });
  await store.conversations.insertOrGet(recorded(conversation, "We launch on Friday.", "I will tell everybody."));
  const items = ["Tell everybody about the launch", "Send the budget to Ana"].map((description, index) =>
    anActionItem({ id: `${TEMPLATE}-${index}`, userId: "bench", conversationId: TEMPLATE, description }),
  );
  await store.actionItems.replaceExtracted("bench", TEMPLATE, items, 1);
  await store.close();
  const db = new DatabaseSync(join(directory, "mneme.db"));
  db.exec("PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF; PRAGMA cache_size = -262144");
  db.exec("BEGIN");
  copyRows(db, conversations);
  db.exec("COMMIT");
  db.exec("PRAGMA journal_mode = WAL");
  db.close();
}

/** The greater its number, the older a copy is; its id and sort key are the template's with the number in them. */
function copyRows(db: DatabaseSync, conversations: number): void {
  const sortKey = String(db.prepare("SELECT sort_key FROM conversations").get()?.sort_key);
  const instant = sortKey.slice(0, sortKey.length - TEMPLATE.length);
  const id = `printf('00000000-0000-7000-8000-%012x', n)`;
  const later = `printf('%0${instant.length}d', ${Number(instant)} + n * ${MINUTE})`;
  const ofCopy = (column: string): string => `replace(${column}, '${TEMPLATE}', ${id})`;
  const copy = (table: string, changed: Readonly<Record<string, string>>): void => {
    const columns = columnsOf(db, table);
    db.exec(`
      INSERT INTO ${table} (${columns.join(", ")})
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${conversations - 1})
      SELECT ${columns.map((column) => changed[column] ?? column).join(", ")}
      FROM numbers CROSS JOIN ${table} WHERE state LIKE '%${TEMPLATE}%'`);
  };
  copy("conversations", { id, sort_key: `${later} || ${id}`, state: ofCopy("state") });
  copy("action_items", {
    id: ofCopy("id"),
    sort_key: ofCopy("sort_key"),
    conversation_id: id,
    state: ofCopy("state"),
  });
}

/** All but the row's own key. */
function columnsOf(db: DatabaseSync, table: string): string[] {
  const columns = db.prepare(`PRAGMA table_info(${table})`).all();
  return columns.map(({ name }) => String(name)).filter((name) => name !== "key");
}
