import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { DomainError } from "../../domain/errors.js";
import { databaseFile, openFile, storeFiles } from "./connection.js";
import { draftPath, removeAbandonedDrafts, syncDirectory, syncFile } from "./durable-files.js";
import { messageOf } from "../store-support/store-errors.js";
import { verifyStore } from "./migrations.js";
import { patiently } from "./patience.js";

export interface BackupRequest {
  /** The data directory of the store, which may be in use. */
  readonly directory: string;
  /** Where the backup is written: one file, readable by its owner alone. */
  readonly file: string;
  /** Names of text files in the data directory that a restore needs too. */
  readonly companions: readonly string[];
  /** Whether an existing file is replaced. */
  readonly force: boolean;
}

export interface BackupResult {
  readonly bytes: number;
  /** The companions that the backup contains. */
  readonly companions: readonly string[];
}

/** The table of a backup, absent from a store, that holds the companions. */
export const COMPANIONS_TABLE = "backup_companions";

/**
 * Writes a consistent copy of a store, with all writes acknowledged before the call. The file is created atomically,
 * and holds no deleted data.
 * @throws DomainError `unavailable` with a one-line message.
 */
export async function backUpStore(request: BackupRequest): Promise<BackupResult> {
  const { directory, file, force } = request;
  try {
    validateTarget(request);
    removeAbandonedDrafts(resolve(file));
    const draft = draftPath(resolve(file));
    try {
      createDraft(draft);
      await copyStore(databaseFile(directory), draft);
      const companions = addCompanions(draft, request);
      syncFile(draft);
      if (!force && existsSync(file)) throw new Error("it exists by now");
      renameSync(draft, file);
      syncDirectory(dirname(resolve(file)));
      return { bytes: statSync(file).size, companions };
    } finally {
      for (const leftover of [draft, `${draft}-journal`]) rmSync(leftover, { force: true });
    }
  } catch (error) {
    const reason = messageOf(error);
    throw new DomainError("unavailable", "backup_failed", `Cannot back up ${directory} to ${file}: ${reason}`);
  }
}

function validateTarget({ directory, file, companions, force }: BackupRequest): void {
  if (file === "") throw new Error("the file name is empty");
  if (!existsSync(databaseFile(directory))) throw new Error("there is no store");
  const folder = dirname(resolve(file));
  if (!existsSync(folder)) throw new Error(`there is no directory ${folder}`);
  const isInStore = realpathSync(folder) === realpathSync(directory);
  const own = [...storeFiles(directory).map((path) => basename(path)), ...companions];
  if (isInStore && own.includes(basename(file))) throw new Error("it is a file of the store");
  if (!existsSync(file)) return;
  if (!statSync(file).isFile()) throw new Error("it is not a regular file");
  if (!force) throw new Error("it exists: choose another name, or pass --force");
}

function createDraft(draft: string): void {
  try {
    closeSync(openSync(draft, "wx", 0o600));
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    throw new Error(`no file can be created in ${dirname(draft)} (${code})`, { cause: error });
  }
}

/** @param draft an existing file, whose mode is kept. */
async function copyStore(source: string, draft: string): Promise<void> {
  const db = openFile(source, { readOnly: true });
  try {
    await patiently(() => {
      truncateSync(draft);
      // VACUUM INTO copies live rows only: deleted data in free pages are left out.
      db.prepare("VACUUM INTO ?").run(draft);
    });
  } finally {
    db.close();
  }
}

function addCompanions(draft: string, { directory, companions }: BackupRequest): string[] {
  const present = companions.filter((name) => existsSync(join(directory, name)));
  const db = openFile(draft);
  try {
    verifyStore(db);
    db.exec(`CREATE TABLE ${COMPANIONS_TABLE} (name TEXT PRIMARY KEY, content TEXT NOT NULL)`);
    const insert = db.prepare(`INSERT INTO ${COMPANIONS_TABLE} (name, content) VALUES (?, ?)`);
    for (const name of present) insert.run(name, readFileSync(join(directory, name), "utf8"));
    return present;
  } finally {
    db.close();
  }
}
