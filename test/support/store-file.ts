import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type { RowCounts } from "./store-inspection.js";

export const storeFile = (directory: string): string => join(directory, "mneme.db");

/** Asks the file itself, past every process that serves it. */
export function rowsOf(directory: string, sql: string, ...values: SQLInputValue[]): Record<string, unknown>[] {
  const file = new DatabaseSync(storeFile(directory), { readOnly: true, timeout: 2000 });
  try {
    return file.prepare(sql).all(...values);
  } finally {
    file.close();
  }
}

/** How many rows there are of a conversation: of itself, its transcript, its action items, its tombstone. */
export function rowCountsOf(directory: string, conversationId: string): RowCounts & { readonly tombstones: number } {
  const [counts] = rowsOf(
    directory,
    `SELECT
      (SELECT count(*) FROM conversations WHERE id = :id) AS conversations,
      (SELECT count(*) FROM transcript_chunks
        WHERE conversation IN (SELECT key FROM conversations WHERE id = :id)) AS transcripts,
      (SELECT count(*) FROM action_items WHERE conversation_id = :id) AS action_items,
      (SELECT count(*) FROM tombstones WHERE kind = 'conversation' AND id = :id) AS tombstones`.replaceAll(":id", "?1"),
    conversationId,
  );
  return { ...counts } as unknown as RowCounts & { readonly tombstones: number };
}

/** How many rows each table holds, tombstones and fences aside. */
export function rowCounts(directory: string): RowCounts {
  const [counts] = rowsOf(
    directory,
    `SELECT
      (SELECT count(*) FROM conversations) AS conversations,
      (SELECT count(*) FROM transcript_chunks) AS transcripts,
      (SELECT count(*) FROM action_items) AS action_items`,
  );
  return { ...counts } as unknown as RowCounts;
}

/** Reads as another program would, a backup perhaps, until it is told to let go. */
export function openReader(directory: string): { letGo(): void; close(): void } {
  const reader = new DatabaseSync(storeFile(directory), { timeout: 2000 });
  reader.exec("BEGIN");
  reader.prepare("SELECT count(*) FROM conversations").get();
  return { letGo: () => reader.exec("COMMIT"), close: () => reader.close() };
}

/** What SQLite locks of the write-ahead log's index while it reads, writes or makes a checkpoint: these bytes. */
const FIRST_LOCK = 120;
const LAST_LOCK = 127;

/** Whether a process is reading or writing in the store at this moment. */
export function isIn(store: string, pid: number): boolean {
  const { ino } = statSync(`${store}-shm`);
  return readFileSync("/proc/locks", "utf8")
    .split("\n")
    .map((line) => /(\d+) \w+:\w+:(\d+) (\d+) \w+$/.exec(line)?.slice(1).map(Number) ?? [])
    .some(([owner, file, byte = 0]) => owner === pid && file === ino && byte >= FIRST_LOCK && byte <= LAST_LOCK);
}
