import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  type BigIntStats,
} from "node:fs";
import { basename, join, resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { DomainError } from "../../../domain/errors.js";
import { getErrorMessage } from "../../store-support/store-errors.js";
import { getDatabasePath, openDatabase, getRestoreMarkerPath, listStoreFiles } from "../database/connection.js";
import {
  getDraftPath,
  makeDirectory,
  removeAbandonedDrafts,
  syncDirectory,
  syncFile,
} from "../database/durable-files.js";
import { isBusyError, isDamageError } from "../database/errors.js";
import { verifyStore } from "../database/schema.js";
import { EXTRA_FILES_TABLE } from "./backup.js";

export interface RestoreRequest {
  /** The data directory of the restored store; created with its parents when it does not exist. */
  readonly directory: string;
  /** A backup, or a copy of the database file of a closed store. */
  readonly file: string;
  /** Names of the extra files that may be written to the data directory. */
  readonly extraFiles: readonly string[];
  /** Whether existing files are moved aside. Those of an interrupted restore always are. */
  readonly force: boolean;
  /** The time in the name of the directory that the existing files are moved to. */
  readonly now: Date;
}

export interface RestoreResult {
  /** The extra files that were restored. */
  readonly extraFiles: readonly string[];
  /**
   * The directories in which the files that were replaced are kept, oldest first: one for each attempt that replaced
   * some, including the interrupted attempts that this restore repeats.
   */
  readonly keptIn: readonly string[];
}

/** Followed by the time of the restore. */
const KEPT_DIRECTORY_PREFIX = "before-restore-";

type ExtraFiles = ReadonlyMap<string, string>;

/**
 * Restores the store of a backup; the result is on disk when the call returns. The backup is checked before anything is
 * changed. If the process dies while files are exchanged, the store cannot be opened until the restore is repeated.
 * @throws DomainError `unavailable` with a one-line message.
 */
export function restoreStore(request: RestoreRequest): RestoreResult {
  const { directory, file } = request;
  try {
    const extraFiles = readBackup(request);
    const hasConflictingFiles = findConflictingFiles(request, extraFiles).length > 0;
    // An identical extra file stays, unless it is moved aside with its store.
    const extraFilesToWrite = [...extraFiles].filter(
      ([name, content]) => hasConflictingFiles || !hasContent(join(directory, name), content),
    );
    makeDirectory(directory);
    const names = [...extraFilesToWrite.map(([name]) => name), basename(getDatabasePath(directory))];
    const drafts = new Map(names.map((name) => [name, prepareDraft(directory, name)]));
    try {
      writeDrafts(request, extraFiles, drafts);
      const keptIn = replaceFiles(request, extraFiles, drafts);
      return { extraFiles: [...extraFiles.keys()], keptIn };
    } finally {
      for (const draft of drafts.values()) rmSync(draft, { force: true });
    }
  } catch (error) {
    const reason = getErrorMessage(error);
    throw new DomainError("unavailable", "restore_failed", `Cannot restore ${file} to ${directory}: ${reason}`);
  }
}

/** @returns existing files that the restore would replace. @throws Error when they may not be moved aside. */
function findConflictingFiles({ directory, force }: RestoreRequest, extraFiles: ExtraFiles): readonly string[] {
  const stats = statSync(directory, { throwIfNoEntry: false });
  if (!stats) return [];
  if (!stats.isDirectory()) throw new Error(`${directory} is not a directory`);
  const conflicting = listStoreFiles(directory).filter(pathExists);
  for (const [name, content] of extraFiles) {
    const path = join(directory, name);
    if (pathExists(path) && !hasContent(path, content)) conflicting.push(path);
  }
  const [firstConflict] = conflicting;
  if (firstConflict !== undefined && !force && !existsSync(getRestoreMarkerPath(directory)))
    throw new Error(`${firstConflict} is there already: pass --force to set it aside`);
  return conflicting;
}

function pathExists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Whether a text file has this content, apart from surrounding white space. */
function hasContent(path: string, content: string): boolean {
  return existsSync(path) && readFileSync(path, "utf8").trim() === content.trim();
}

function prepareDraft(directory: string, name: string): string {
  const file = resolve(directory, name);
  removeAbandonedDrafts(file);
  return getDraftPath(file);
}

/** @returns the extra files in the backup. @throws Error unless it is an intact store. Writes nothing. */
function readBackup({ file, extraFiles }: RestoreRequest): ExtraFiles {
  if (!existsSync(file)) throw new Error("there is no such file");
  if (!statSync(file).isFile()) throw new Error("it is not a regular file");
  const walPath = `${file}-wal`;
  if (existsSync(walPath) && statSync(walPath).size > 0)
    throw new Error(`${walPath} belongs to it: make a backup with \`mneme backup\``);
  const url = pathToFileURL(resolve(file));
  url.searchParams.set("immutable", "1");
  const db = openDatabase(url, { readOnly: true });
  try {
    verifyStore(db);
    const rows = hasExtraFiles(db) ? db.prepare(`SELECT name, content FROM ${EXTRA_FILES_TABLE}`).all() : [];
    const contentByName = new Map(rows.map(({ name, content }) => [String(name), String(content)]));
    for (const name of contentByName.keys()) if (!extraFiles.includes(name)) throw new Error("it is not a mneme store");
    return contentByName;
  } finally {
    db.close();
  }
}

function hasExtraFiles(db: DatabaseSync): boolean {
  return (
    db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(EXTRA_FILES_TABLE) !== undefined
  );
}

/** Writes all new files before the store is changed, so that a full disk cannot interrupt the exchange. */
function writeDrafts(
  { directory, file }: RestoreRequest,
  extraFiles: ExtraFiles,
  drafts: ReadonlyMap<string, string>,
): void {
  for (const [name, draft] of drafts) {
    const content = extraFiles.get(name);
    if (content === undefined) copyDatabase(file, draft);
    else writeFileSync(draft, content, { mode: 0o600 });
    syncFile(draft);
  }
  syncDirectory(directory);
}

function copyDatabase(file: string, draft: string): void {
  copyFileSync(file, draft);
  chmodSync(draft, 0o600);
  const db = openDatabase(draft);
  try {
    db.exec("PRAGMA journal_mode = DELETE");
    db.exec("PRAGMA secure_delete = ON");
    db.exec(`DROP TABLE IF EXISTS ${EXTRA_FILES_TABLE}`);
    verifyStore(db);
  } finally {
    db.close();
  }
}

/** @returns the directories with the replaced files, as `RestoreResult.keptIn`. */
function replaceFiles(
  request: RestoreRequest,
  extraFiles: ExtraFiles,
  drafts: ReadonlyMap<string, string>,
): readonly string[] {
  const { directory } = request;
  const lockedStore = lockStore(directory);
  try {
    // Another process may have created a store since the first check.
    findConflictingFiles(request, extraFiles);
    return runWithRestoreMarker(directory, (firstAttemptNs) => {
      const interruptedKeptIn = findKeptDirectories(directory, firstAttemptNs);
      const keptIn = [...interruptedKeptIn, ...moveExistingFiles(request, [...drafts.keys()])];
      for (const [name, draft] of drafts) renameSync(draft, join(directory, name));
      syncDirectory(directory);
      return keptIn;
    });
  } finally {
    lockedStore?.close();
  }
}

/**
 * Locks the existing store against all other processes and merges its log into the database file.
 * @returns the connection that holds the lock; undefined when there is no store, or one that is damaged.
 * @throws Error when another process has it open, and when it cannot be locked for any reason but damage.
 */
function lockStore(directory: string): DatabaseSync | undefined {
  const file = getDatabasePath(directory);
  if (!existsSync(file)) return undefined;
  let db: DatabaseSync | undefined;
  try {
    db = openDatabase(file);
    db.exec("PRAGMA locking_mode = EXCLUSIVE");
    db.exec("PRAGMA journal_mode = DELETE");
    db.exec("BEGIN EXCLUSIVE");
    return db;
  } catch (error) {
    db?.close();
    if (isDamageError(error)) return undefined;
    if (isBusyError(error))
      throw new Error("the store is in use: stop the server and other commands first", { cause: error });
    const reason = getErrorMessage(error);
    throw new Error(`${file} cannot be locked: ${reason}`, { cause: error });
  }
}

/** @returns the directories to which restores have moved files since a time, in nanoseconds; oldest first. */
function findKeptDirectories(directory: string, sinceNs: bigint): readonly string[] {
  const names = readdirSync(directory).filter((name) => name.startsWith(KEPT_DIRECTORY_PREFIX));
  const paths = names.toSorted().map((name) => join(directory, name));
  return paths.filter((path) => statSync(path, { bigint: true }).mtimeNs >= sinceNs);
}

/**
 * Moves existing files to a new directory.
 * @param replacedNames names of the files that the restore will write.
 * @returns the new directory; an empty list when there were no files.
 */
function moveExistingFiles({ directory, now }: RestoreRequest, replacedNames: readonly string[]): readonly string[] {
  const names = new Set([...replacedNames, ...listStoreFiles(directory).map((path) => basename(path))]);
  const existingNames = [...names].filter((name) => pathExists(join(directory, name)));
  if (existingNames.length === 0) return [];
  const keptIn = join(directory, `${KEPT_DIRECTORY_PREFIX}${now.toISOString().replaceAll(":", "-")}`);
  mkdirSync(keptIn, { mode: 0o700 });
  for (const name of existingNames) renameSync(join(directory, name), join(keptIn, name));
  syncDirectory(keptIn);
  return [keptIn];
}

const RESTORE_RUNNING_MESSAGE = "another restore is running";

/**
 * Marks a data directory as unusable while `action` runs. When `action` throws or the process dies, the marker stays
 * until a later call succeeds. The marker is locked with SQLite's file locks, which end with the process. A process ID
 * in it would not suffice, because the system may reuse the ID.
 * @param action receives the modification time of the marker, in nanoseconds: when the first of the attempts began that
 *   this one repeats.
 * @throws Error when another restore is running, or the error of `action`.
 */
function runWithRestoreMarker<T>(directory: string, action: (firstAttemptNs: bigint) => T): T {
  const file = getRestoreMarkerPath(directory);
  const { ino: inode, mtimeNs } = prepareMarker(file);
  const lock = openDatabase(file);
  try {
    lockMarker(lock);
    // The former holder of the lock may have removed the opened file.
    if (readStats(file)?.ino !== inode) throw new Error(RESTORE_RUNNING_MESSAGE);
    syncDirectory(directory);
    const result = action(mtimeNs);
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
    if (!isBusyError(error)) throw error;
    throw new Error(RESTORE_RUNNING_MESSAGE, { cause: error });
  }
}

/** Keeps the modification time of an existing marker. SQLite locks only a database or an empty file. */
function prepareMarker(file: string): BigIntStats {
  if (readStats(file)?.size !== 0n) writeFileSync(file, "", { mode: 0o600 });
  return statSync(file, { bigint: true });
}

function readStats(file: string): BigIntStats | undefined {
  return statSync(file, { bigint: true, throwIfNoEntry: false });
}
