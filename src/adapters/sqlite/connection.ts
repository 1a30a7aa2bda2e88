import { closeSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DomainError } from "../../domain/errors.js";
import { migrate } from "./migrations.js";
import { patiently } from "./patience.js";

const FILE = "mneme.db";
/** In milliseconds. SQLite waits by blocking the thread, so it hardly may: we wait instead (`patiently`). */
const BUSY_TIMEOUT = 2;

/** What every connection is held to. A value that did not take is a reason not to go on. */
const pragmas: readonly (readonly [name: string, set: string, expected: string | number])[] = [
  ["busy_timeout", String(BUSY_TIMEOUT), BUSY_TIMEOUT],
  ["journal_mode", "WAL", "wal"],
  // Decision 10.2: what was acknowledged survives a loss of power.
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
  const file = join(directory, FILE);
  let db: DatabaseSync | undefined;
  try {
    prepareFile(directory, file);
    const opened = (db = new DatabaseSync(file, { timeout: BUSY_TIMEOUT }));
    await patiently(() => configure(opened));
    await patiently(() => migrate(opened));
    await patiently(() => touch(opened));
    return await patiently(() => use(opened));
  } catch (error) {
    db?.close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new DomainError("unavailable", "store_unusable", `Cannot open the store ${file}: ${reason}`);
  }
}

/**
 * Nobody else may read it; SQLite gives the files beside it the same mode. One that is there is not touched: to close a
 * descriptor of it would take the locks of all other connections of this process (see `WalIndex`).
 */
function prepareFile(directory: string, file: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  try {
    closeSync(openSync(file, "ax", 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

function configure(db: DatabaseSync): void {
  for (const [name, set, expected] of pragmas) {
    db.exec(`PRAGMA ${name} = ${set}`);
    const [actual] = Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {});
    if (actual !== expected) throw new Error(`${name} is ${String(actual)} instead of ${expected}`);
  }
}

/** Reads a row of each table: a file that is damaged behind its first page is better refused now than found out later. */
function touch(db: DatabaseSync): void {
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'").all();
  for (const { name } of tables) db.prepare(`SELECT * FROM "${String(name)}" NOT INDEXED LIMIT 1`).get();
}
