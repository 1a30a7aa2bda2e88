import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type { RowCounts } from "./store-inspection.js";

export const sqliteFilePath = (directory: string): string => join(directory, "mneme.db");

/** Queries the file directly, independently of the processes that use it. */
export function queryRows(directory: string, sql: string, ...values: SQLInputValue[]): Record<string, unknown>[] {
  const file = new DatabaseSync(sqliteFilePath(directory), { readOnly: true, timeout: 2000 });
  try {
    return file.prepare(sql).all(...values);
  } finally {
    file.close();
  }
}

/** Counts the rows of a conversation: conversations, transcript chunks, action items and tombstones. */
export function countConversationRows(
  directory: string,
  conversationId: string,
): RowCounts & { readonly tombstones: number } {
  const [counts] = queryRows(
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

/** Counts the rows of each table, without tombstones and fences. */
export function countTableRows(directory: string): RowCounts {
  const [counts] = queryRows(
    directory,
    `SELECT
      (SELECT count(*) FROM conversations) AS conversations,
      (SELECT count(*) FROM transcript_chunks) AS transcripts,
      (SELECT count(*) FROM action_items) AS action_items`,
  );
  return { ...counts } as unknown as RowCounts;
}

/** Opens a read transaction, as another program (such as a backup) would, until `release()`. */
export function openReadTransaction(directory: string): { release(): void; close(): void } {
  const reader = new DatabaseSync(sqliteFilePath(directory), { timeout: 2000 });
  reader.exec("BEGIN");
  reader.prepare("SELECT count(*) FROM conversations").get();
  return { release: () => reader.exec("COMMIT"), close: () => reader.close() };
}

/** The lock bytes in the index of the write-ahead log that SQLite uses for reads, writes and checkpoints. */
const FIRST_LOCK = 120;
const LAST_LOCK = 127;

/** Whether a process is reading from or writing to the store at this moment. */
export function isUsingStore(store: string, pid: number): boolean {
  const { ino } = statSync(`${store}-shm`);
  return readFileSync("/proc/locks", "utf8")
    .split("\n")
    .map((line) => /(\d+) \w+:\w+:(\d+) (\d+) \w+$/.exec(line)?.slice(1).map(Number) ?? [])
    .some(
      ([lockPid, inode, lockByte = 0]) =>
        lockPid === pid && inode === ino && lockByte >= FIRST_LOCK && lockByte <= LAST_LOCK,
    );
}
