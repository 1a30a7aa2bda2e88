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
import { DomainError } from "../../../domain/errors.js";
import { getDatabasePath, openDatabase, listStoreFiles } from "../database/connection.js";
import { getDraftPath, removeAbandonedDrafts, syncDirectory, syncFile } from "../database/durable-files.js";
import { getErrorMessage } from "../../store-support/store-errors.js";
import { verifyStore } from "../database/schema.js";
import { retryWhileBusy } from "../database/errors.js";

export interface BackupRequest {
  /** The data directory of the store, which may be in use. */
  readonly directory: string;
  /** Where the backup is written: one file, readable by its owner alone. */
  readonly file: string;
  /** Names of text files in the data directory that a restore needs too. */
  readonly extraFiles: readonly string[];
  /** Whether an existing file is replaced. */
  readonly force: boolean;
}

export interface BackupResult {
  readonly bytes: number;
  /** The extra files that the backup contains. */
  readonly extraFiles: readonly string[];
}

/** The table of a backup, absent from a store, that holds the extra files. */
export const EXTRA_FILES_TABLE = "backup_companions";

/**
 * Writes a consistent copy of a store, with all writes acknowledged before the call. The file is created atomically,
 * and holds no deleted data.
 * @throws DomainError `unavailable` with a one-line message.
 */
export async function backUpStore(request: BackupRequest): Promise<BackupResult> {
  const { directory, file, force } = request;
  try {
    validateBackupTarget(request);
    removeAbandonedDrafts(resolve(file));
    const draft = getDraftPath(resolve(file));
    try {
      createDraft(draft);
      await copyStore(getDatabasePath(directory), draft);
      const extraFiles = addExtraFiles(draft, request);
      syncFile(draft);
      if (!force && existsSync(file)) throw new Error("another process has created it");
      renameSync(draft, file);
      syncDirectory(dirname(resolve(file)));
      return { bytes: statSync(file).size, extraFiles };
    } finally {
      for (const leftover of [draft, `${draft}-journal`]) rmSync(leftover, { force: true });
    }
  } catch (error) {
    const reason = getErrorMessage(error);
    throw new DomainError("unavailable", "backup_failed", `Cannot back up ${directory} to ${file}: ${reason}`);
  }
}

function validateBackupTarget({ directory, file, extraFiles, force }: BackupRequest): void {
  if (file === "") throw new Error("the file name is empty");
  if (!existsSync(getDatabasePath(directory))) throw new Error("there is no store");
  const parentDirectory = dirname(resolve(file));
  if (!existsSync(parentDirectory)) throw new Error(`there is no directory ${parentDirectory}`);
  const isInStore = realpathSync(parentDirectory) === realpathSync(directory);
  const storeFileNames = [...listStoreFiles(directory).map((path) => basename(path)), ...extraFiles];
  if (isInStore && storeFileNames.includes(basename(file))) throw new Error("it is a file of the store");
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
  const db = openDatabase(source, { readOnly: true });
  try {
    await retryWhileBusy(() => {
      truncateSync(draft);
      // VACUUM INTO copies live rows only: deleted data in free pages is left out.
      db.prepare("VACUUM INTO ?").run(draft);
    });
  } finally {
    db.close();
  }
}

function addExtraFiles(draft: string, { directory, extraFiles }: BackupRequest): string[] {
  const existingNames = extraFiles.filter((name) => existsSync(join(directory, name)));
  const db = openDatabase(draft);
  try {
    verifyStore(db);
    db.exec(`CREATE TABLE ${EXTRA_FILES_TABLE} (name TEXT PRIMARY KEY, content TEXT NOT NULL)`);
    const insert = db.prepare(`INSERT INTO ${EXTRA_FILES_TABLE} (name, content) VALUES (?, ?)`);
    for (const name of existingNames) insert.run(name, readFileSync(join(directory, name), "utf8"));
    return existingNames;
  } finally {
    db.close();
  }
}
