import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openSqliteStore } from "../../src/adapters/sqlite/index.js";
import { aConversation, aSummary, anActionItem, withTranscript } from "../../src/testing/index.js";

const MINUTE_MS = 60_000;
const TEMPLATE_ID = "00000000-0000-7000-8000-000000000000";
const noon = new Date("2026-01-05T12:00:00.000Z");

/**
 * Fills a store with conversations of the user "bench", one minute apart, each with two action items. The first is
 * stored through the repository; the others are copies of its rows, which is much faster.
 */
export async function fillStore(directory: string, conversations: number): Promise<void> {
  const store = await openSqliteStore({ directory });
  const overview = "The team went through the plans for the launch and agreed on who does what until Friday.";
  const conversation = aConversation({
    id: TEMPLATE_ID,
    userId: "bench",
    createdAt: noon,
    summary: aSummary({ title: "Plans for the launch", overview }),
  });
  await store.conversations.insertOrGet(withTranscript(conversation, "We launch on Friday.", "I will tell everybody."));
  const items = ["Tell everybody about the launch", "Send the budget to Ana"].map((description, index) =>
    anActionItem({ id: `${TEMPLATE_ID}-${index}`, userId: "bench", conversationId: TEMPLATE_ID, description }),
  );
  await store.actionItems.replaceExtracted("bench", TEMPLATE_ID, items, 1);
  await store.close();
  const db = new DatabaseSync(join(directory, "mneme.db"));
  db.exec("PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF; PRAGMA cache_size = -262144");
  db.exec("BEGIN");
  copyRows(db, conversations);
  db.exec("COMMIT");
  db.exec("PRAGMA journal_mode = WAL");
  db.close();
}

/** Copies with a higher number are older; their ID and sort key are those of the template with the number inserted. */
function copyRows(db: DatabaseSync, conversations: number): void {
  const sortKey = String(db.prepare("SELECT sort_key FROM conversations").get()?.sort_key);
  const instant = sortKey.slice(0, sortKey.length - TEMPLATE_ID.length);
  const id = `printf('00000000-0000-7000-8000-%012x', n)`;
  const later = `printf('%0${instant.length}d', ${Number(instant)} + n * ${MINUTE_MS})`;
  const replaceTemplateId = (column: string): string => `replace(${column}, '${TEMPLATE_ID}', ${id})`;
  const copy = (table: string, changed: Readonly<Record<string, string>>): void => {
    const columns = listColumns(db, table);
    db.exec(`
      INSERT INTO ${table} (${columns.join(", ")})
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${conversations - 1})
      SELECT ${columns.map((column) => changed[column] ?? column).join(", ")}
      FROM numbers CROSS JOIN ${table} WHERE state LIKE '%${TEMPLATE_ID}%'`);
  };
  copy("conversations", { id, sort_key: `${later} || ${id}`, state: replaceTemplateId("state") });
  copy("action_items", {
    id: replaceTemplateId("id"),
    sort_key: replaceTemplateId("sort_key"),
    conversation_id: id,
    state: replaceTemplateId("state"),
  });
}

/** @returns the columns except the primary key. */
function listColumns(db: DatabaseSync, table: string): string[] {
  const columns = db.prepare(`PRAGMA table_info(${table})`).all();
  return columns.map(({ name }) => String(name)).filter((name) => name !== "key");
}
