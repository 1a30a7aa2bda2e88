import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DomainError } from "../../../domain/errors.js";
import { ensureDatabaseFile } from "./durable-files.js";
import { getErrorMessage } from "../../store-support/store-errors.js";
import { SET_APPLICATION_ID_SQL, migrateSchema } from "./schema.js";
import { retryWhileBusy } from "./errors.js";

const DATABASE_FILE_NAME = "mneme.db";
/** The file that exists in the data directory while `restoreStore` replaces files, and after an interruption. */
const RESTORE_MARKER_NAME = "restoring";
/** In milliseconds. SQLite blocks the thread while it waits; longer waits happen in `retryWhileBusy`. */
const SQLITE_BUSY_TIMEOUT_MS = 2;

/** The pragmas of every connection. Opening fails when a pragma does not take its expected value. */
const PRAGMAS: readonly (readonly [name: string, set: string, expected: string | number])[] = [
  ["busy_timeout", String(SQLITE_BUSY_TIMEOUT_MS), SQLITE_BUSY_TIMEOUT_MS],
  ["journal_mode", "WAL", "wal"],
  // Acknowledged writes survive a loss of power (decision 10.2). Once the store is open, `WalSync` syncs them.
  ["synchronous", "FULL", 2],
  // Deleted data is overwritten, and no copy of it is spilled into a temporary file (decision 4.11).
  ["secure_delete", "ON", 1],
  ["temp_store", "MEMORY", 2],
  ["cache_size", "-16384", -16384],
];

/**
 * Opens a connection, migrates the schema, and returns the result of `initialize`.
 * @param initialize synchronous; may be called more than once.
 * @throws DomainError `unavailable` with one line that names the file, for any error, also one of `initialize`.
 */
export async function openConnection<T>(directory: string, initialize: (db: DatabaseSync) => T): Promise<T> {
  const file = getDatabasePath(directory);
  let db: DatabaseSync | undefined;
  try {
    assertNoUnfinishedRestore(directory);
    await retryWhileBusy(() => ensureDatabaseFile(file, writeEmptyDatabase));
    const inode = statSync(file).ino;
    const connection = (db = openDatabase(file));
    await retryWhileBusy(() => applyPragmas(connection));
    // A restore locks the file before it replaces it: after waiting for that lock this connection has the old file
    // open.
    assertNoUnfinishedRestore(directory);
    if (statSync(file).ino !== inode) throw new Error("it was restored while it was being opened: try again");
    await retryWhileBusy(() => migrateSchema(connection));
    await retryWhileBusy(() => readEachTable(connection));
    return await retryWhileBusy(() => initialize(connection));
  } catch (error) {
    db?.close();
    const reason = getErrorMessage(error);
    throw new DomainError("unavailable", "store_unusable", `Cannot open the store ${file}: ${reason}`);
  }
}

/** The database file in a data directory. */
export function getDatabasePath(directory: string): string {
  return join(directory, DATABASE_FILE_NAME);
}

/** Whether a data directory holds a store, or one that a restore has not finished. Creates nothing. */
export function hasStore(directory: string): boolean {
  return existsSync(getDatabasePath(directory)) || existsSync(getRestoreMarkerPath(directory));
}

/** The database file, and the files that SQLite may create beside it. */
export function listStoreFiles(directory: string): readonly string[] {
  return ["", "-wal", "-shm", "-journal"].map((suffix) => `${getDatabasePath(directory)}${suffix}`);
}

/** The file that marks an unfinished restore. */
export function getRestoreMarkerPath(directory: string): string {
  return join(directory, RESTORE_MARKER_NAME);
}

/** Opens a connection without the pragmas of a store. @param file a path, or a `file:` URL with parameters. */
export function openDatabase(file: string | URL, { readOnly = false } = {}): DatabaseSync {
  return new DatabaseSync(file, { timeout: SQLITE_BUSY_TIMEOUT_MS, readOnly });
}

function assertNoUnfinishedRestore(directory: string): void {
  if (!existsSync(getRestoreMarkerPath(directory))) return;
  throw new Error("a restore is running or was interrupted: run `mneme restore` again");
}

/** Creates a database with a header and no tables. */
function writeEmptyDatabase(file: string): void {
  const db = new DatabaseSync(file);
  try {
    db.exec("PRAGMA journal_mode = WAL");
    db.exec(SET_APPLICATION_ID_SQL);
  } finally {
    db.close();
  }
}

function applyPragmas(db: DatabaseSync): void {
  for (const [name, requested, expected] of PRAGMAS) {
    db.exec(`PRAGMA ${name} = ${requested}`);
    const [actual] = Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {});
    if (actual !== expected) throw new Error(`${name} is ${String(actual)} instead of ${expected}`);
  }
}

/** Reads a row of each table, so that a file with damage after its first page is rejected when it is opened. */
function readEachTable(db: DatabaseSync): void {
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'").all();
  for (const { name } of tables) db.prepare(`SELECT * FROM "${String(name)}" NOT INDEXED LIMIT 1`).get();
}
