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

/** @throws DomainError `unavailable` in one line that names the file. */
export async function openConnection(directory: string): Promise<DatabaseSync> {
  const file = join(directory, FILE);
  let db: DatabaseSync | undefined;
  try {
    prepareFile(directory, file);
    const opened = (db = new DatabaseSync(file, { timeout: BUSY_TIMEOUT }));
    await patiently(() => configure(opened));
    await patiently(() => migrate(opened));
    return opened;
  } catch (error) {
    db?.close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new DomainError("unavailable", "store_unusable", `Cannot open the store ${file}: ${reason}`);
  }
}

/** Nobody else may read it; SQLite gives the files beside it the same mode. */
function prepareFile(directory: string, file: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  closeSync(openSync(file, "a", 0o600));
}

function configure(db: DatabaseSync): void {
  for (const [name, set, expected] of pragmas) {
    db.exec(`PRAGMA ${name} = ${set}`);
    const [actual] = Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {});
    if (actual !== expected) throw new Error(`${name} is ${String(actual)} instead of ${expected}`);
  }
}
