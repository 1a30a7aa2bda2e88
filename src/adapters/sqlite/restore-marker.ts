import { rmSync, statSync, writeFileSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { openFile, restoreMarker } from "./connection.js";
import { syncDirectory } from "./durable-files.js";
import { isBusy } from "./errors.js";

const ANOTHER_RESTORE = "another restore is running";

/**
 * Marks a data directory as unusable while `exchange` runs, and until a later call succeeds if it does not return. The
 * marker is locked by SQLite's file locks, which end with the process: a process ID would tell nothing, since another
 * process may have it by now.
 * @throws Error when another process exchanges the files, or what `exchange` throws.
 */
export function whileMarked<T>(directory: string, exchange: () => T): T {
  const file = restoreMarker(directory);
  // Emptied, for SQLite locks no file that holds anything but a database.
  writeFileSync(file, "", { mode: 0o600 });
  const inode = inodeOf(file);
  const lock = openFile(file);
  try {
    lockMarker(lock);
    // The one that held the lock may have removed the file that was opened.
    if (inodeOf(file) !== inode) throw new Error(ANOTHER_RESTORE);
    syncDirectory(directory);
    const result = exchange();
    // Windows removes no open file.
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
    // No journal beside the marker, which holds nothing that could be lost.
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
