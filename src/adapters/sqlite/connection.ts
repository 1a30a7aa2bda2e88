import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DomainError } from "../../domain/errors.js";
import { ensureDatabaseFile } from "./database-file.js";
import { messageOf } from "../store-support/store-errors.js";
import { claimFile, migrate } from "./migrations.js";
import { patiently } from "./patience.js";

const FILE = "mneme.db";
/** The file that exists in the data directory while `restoreStore` replaces files, and after an interruption. */
const RESTORE_MARKER = "restoring";
/** In milliseconds. SQLite waits by blocking the thread, so it hardly may: we wait instead (`patiently`). */
const BUSY_TIMEOUT = 2;

/** What every connection is held to. A value that did not take is a reason not to go on. */
const pragmas: readonly (readonly [name: string, set: string, expected: string | number])[] = [
  ["busy_timeout", String(BUSY_TIMEOUT), BUSY_TIMEOUT],
  ["journal_mode", "WAL", "wal"],
  // Decision 10.2: acknowledged writes survive a loss of power. Once the store is open, `WalSync` syncs them.
  ["synchronous", "FULL", 2],
  // Decision 4.11: what is deleted is overwritten, and no copy of it is spilled into a temporary file.
  ["secure_delete", "ON", 1],
  ["temp_store", "MEMORY", 2],
  ["cache_size", "-16384", -16384],
];

/**
 * Answers what `use` makes of a new connection. It is synchronous, and may run more than once.
 * @throws DomainError `unavailable` in one line that names the file, for whatever goes wrong, in `use` as well.
 */
export async function openConnection<T>(directory: string, use: (db: DatabaseSync) => T): Promise<T> {
  const file = databaseFile(directory);
  let db: DatabaseSync | undefined;
  try {
    refuseDuringRestore(directory);
    await patiently(() => ensureDatabaseFile(file, writeEmptyDatabase));
    const inode = statSync(file).ino;
    const opened = (db = openFile(file));
    await patiently(() => configure(opened));
    // A restore locks the file before it replaces it: after waiting for that lock this connection has the old file
    // open.
    refuseDuringRestore(directory);
    if (statSync(file).ino !== inode) throw new Error("it was restored meanwhile: try again");
    await patiently(() => migrate(opened));
    await patiently(() => touch(opened));
    return await patiently(() => use(opened));
  } catch (error) {
    db?.close();
    const reason = messageOf(error);
    throw new DomainError("unavailable", "store_unusable", `Cannot open the store ${file}: ${reason}`);
  }
}

/** The database file in a data directory. */
export function databaseFile(directory: string): string {
  return join(directory, FILE);
}

/** The database file, and the files that SQLite may create beside it. */
export function storeFiles(directory: string): readonly string[] {
  return ["", "-wal", "-shm", "-journal"].map((suffix) => `${databaseFile(directory)}${suffix}`);
}

/** The file that marks an unfinished restore. */
export function restoreMarker(directory: string): string {
  return join(directory, RESTORE_MARKER);
}

/** A plain connection, without the pragmas of a store in use. @param file a path, or a `file:` URL with parameters. */
export function openFile(file: string | URL, { readOnly = false } = {}): DatabaseSync {
  return new DatabaseSync(file, { timeout: BUSY_TIMEOUT, readOnly });
}

function refuseDuringRestore(directory: string): void {
  if (!existsSync(restoreMarker(directory))) return;
  throw new Error("a restore is running or was interrupted: run `mneme restore` again");
}

/** Creates a database with a header and no tables. */
function writeEmptyDatabase(file: string): void {
  const db = new DatabaseSync(file);
  try {
    db.exec("PRAGMA journal_mode = WAL");
    db.exec(claimFile);
  } finally {
    db.close();
  }
}

function configure(db: DatabaseSync): void {
  for (const [name, set, expected] of pragmas) {
    db.exec(`PRAGMA ${name} = ${set}`);
    const [actual] = Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {});
    if (actual !== expected) throw new Error(`${name} is ${String(actual)} instead of ${expected}`);
  }
}

/**
 * Reads a row of each table: a file that is damaged behind its first page is better refused now than found out later.
 */
function touch(db: DatabaseSync): void {
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'").all();
  for (const { name } of tables) db.prepare(`SELECT * FROM "${String(name)}" NOT INDEXED LIMIT 1`).get();
}
