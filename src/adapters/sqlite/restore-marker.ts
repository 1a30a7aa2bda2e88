import { rmSync, statSync, writeFileSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { openFile, restoreMarker } from "./connection.js";
import { syncDirectory } from "./durable-files.js";
import { isBusy } from "./errors.js";

const ANOTHER_RESTORE = "another restore is running";

/**
 * Marks a data directory as unusable while `exchange` runs, and until a later call succeeds if it does not return. The
 * marker is locked with SQLite's file locks, which end with the process. A process ID in it would not suffice, since
 * the system may reuse the ID.
 * @throws Error when another restore is running, or what `exchange` throws.
 */
export function runWithMarker<T>(directory: string, exchange: () => T): T {
  const file = restoreMarker(directory);
  // SQLite locks only a database or an empty file.
  writeFileSync(file, "", { mode: 0o600 });
  const inode = inodeOf(file);
  const lock = openFile(file);
  try {
    lockMarker(lock);
    // The former holder of the lock may have removed the opened file.
    if (inodeOf(file) !== inode) throw new Error(ANOTHER_RESTORE);
    syncDirectory(directory);
    const result = exchange();
    // Windows cannot remove an open file.
    if (process.platform === "win32") lock.close();
    rmSync(file);
    syncDirectory(directory);
    return result;
  } finally {
    if (lock.isOpen) lock.close();
  }
}

function lockMarker(lock: DatabaseSync): void {
  try {
    // The marker holds no data, so it needs no journal file.
    lock.exec("PRAGMA journal_mode = MEMORY");
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    if (!isBusy(error)) throw error;
    throw new Error(ANOTHER_RESTORE, { cause: error });
  }
}

function inodeOf(file: string): bigint | undefined {
  return statSync(file, { bigint: true, throwIfNoEntry: false })?.ino;
}
