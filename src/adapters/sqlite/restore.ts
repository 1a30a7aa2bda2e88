import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, join, resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { DomainError } from "../../domain/errors.js";
import { COMPANIONS_TABLE } from "./backup.js";
import { databaseFile, openFile, restoreMarker, storeFiles } from "./connection.js";
import { draftPath, makeDirectory, removeAbandonedDrafts, syncDirectory, syncFile } from "./durable-files.js";
import { messageOf } from "../store-support/store-errors.js";
import { isBusy, isDamage } from "./errors.js";
import { verifyStore } from "./migrations.js";
import { runWithMarker } from "./restore-marker.js";

export interface RestoreRequest {
  /** The data directory of the restored store; created with its parents when it does not exist. */
  readonly directory: string;
  /** A backup, or a copy of the database file of a closed store. */
  readonly file: string;
  /** Names of the companions that may be written to the data directory. */
  readonly companions: readonly string[];
  /** Whether existing files are moved aside. Those of an interrupted restore always are. */
  readonly force: boolean;
  /** The time in the name of the directory that the existing files are moved to. */
  readonly now: Date;
}

export interface RestoreResult {
  /** The companions that were restored. */
  readonly companions: readonly string[];
  /** The directory in which the files that were replaced are kept; undefined when there were none. */
  readonly keptIn: string | undefined;
}

type Companions = ReadonlyMap<string, string>;

/**
 * Restores the store of a backup; the result is on disk when it returns. The backup is checked before anything is
 * changed. If the process dies while files are exchanged, the store cannot be opened until the restore is repeated.
 * @throws DomainError `unavailable`, in one line.
 */
export function restoreStore(request: RestoreRequest): RestoreResult {
  const { directory, file } = request;
  try {
    const companions = readBackup(request);
    const hasFilesInWay = checkFilesInWay(request, companions).length > 0;
    // An identical companion stays, unless it is moved aside with its store.
    const written = [...companions].filter(
      ([name, content]) => hasFilesInWay || !isSame(join(directory, name), content),
    );
    makeDirectory(directory);
    const names = [...written.map(([name]) => name), basename(databaseFile(directory))];
    const drafts = new Map(names.map((name) => [name, prepareDraft(directory, name)]));
    try {
      writeDrafts(request, companions, drafts);
      const keptIn = exchangeFiles(request, companions, drafts);
      return { companions: [...companions.keys()], keptIn };
    } finally {
      for (const draft of drafts.values()) rmSync(draft, { force: true });
    }
  } catch (error) {
    const reason = messageOf(error);
    throw new DomainError("unavailable", "restore_failed", `Cannot restore ${file} to ${directory}: ${reason}`);
  }
}

/** @returns existing files that the restore would replace. @throws Error when they may not be moved aside. */
function checkFilesInWay({ directory, force }: RestoreRequest, companions: Companions): readonly string[] {
  const stats = statSync(directory, { throwIfNoEntry: false });
  if (!stats) return [];
  if (!stats.isDirectory()) throw new Error(`${directory} is not a directory`);
  const inWay = storeFiles(directory).filter(isPresent);
  for (const [name, content] of companions) {
    const path = join(directory, name);
    if (isPresent(path) && !isSame(path, content)) inWay.push(path);
  }
  const [first] = inWay;
  if (first !== undefined && !force && !existsSync(restoreMarker(directory)))
    throw new Error(`${first} is there already: pass --force to set it aside`);
  return inWay;
}

function isPresent(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Whether a text file has this content, apart from surrounding white space. */
function isSame(path: string, content: string): boolean {
  return existsSync(path) && readFileSync(path, "utf8").trim() === content.trim();
}

function prepareDraft(directory: string, name: string): string {
  const file = resolve(directory, name);
  removeAbandonedDrafts(file);
  return draftPath(file);
}

/** @returns the companions in the backup. @throws Error unless it is an intact store. Writes nothing. */
function readBackup({ file, companions }: RestoreRequest): Companions {
  if (!existsSync(file)) throw new Error("there is no such file");
  if (!statSync(file).isFile()) throw new Error("it is not a regular file");
  const log = `${file}-wal`;
  if (existsSync(log) && statSync(log).size > 0)
    throw new Error(`${log} belongs to it: make a backup with \`mneme backup\``);
  const url = pathToFileURL(resolve(file));
  url.searchParams.set("immutable", "1");
  const db = openFile(url, { readOnly: true });
  try {
    verifyStore(db);
    const rows = hasCompanions(db) ? db.prepare(`SELECT name, content FROM ${COMPANIONS_TABLE}`).all() : [];
    const read = new Map(rows.map(({ name, content }) => [String(name), String(content)]));
    for (const name of read.keys()) if (!companions.includes(name)) throw new Error("it is not a mneme store");
    return read;
  } finally {
    db.close();
  }
}

function hasCompanions(db: DatabaseSync): boolean {
  return (
    db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(COMPANIONS_TABLE) !== undefined
  );
}

/** Writes all new files before the store is changed, so that a full disk cannot interrupt the exchange. */
function writeDrafts(
  { directory, file }: RestoreRequest,
  companions: Companions,
  drafts: ReadonlyMap<string, string>,
): void {
  for (const [name, draft] of drafts) {
    const content = companions.get(name);
    if (content === undefined) copyDatabase(file, draft);
    else writeFileSync(draft, content, { mode: 0o600 });
    syncFile(draft);
  }
  syncDirectory(directory);
}

function copyDatabase(file: string, draft: string): void {
  copyFileSync(file, draft);
  chmodSync(draft, 0o600);
  const db = openFile(draft);
  try {
    db.exec("PRAGMA journal_mode = DELETE");
    db.exec("PRAGMA secure_delete = ON");
    db.exec(`DROP TABLE IF EXISTS ${COMPANIONS_TABLE}`);
    verifyStore(db);
  } finally {
    db.close();
  }
}

/** @returns the directory to which the files in the way were moved; undefined when there were none. */
function exchangeFiles(
  request: RestoreRequest,
  companions: Companions,
  drafts: ReadonlyMap<string, string>,
): string | undefined {
  const { directory } = request;
  const current = lockStore(directory);
  try {
    // Another process may have created a store since the first check.
    checkFilesInWay(request, companions);
    return runWithMarker(directory, () => {
      const keptIn = setAside(request, [...drafts.keys()]);
      for (const [name, draft] of drafts) renameSync(draft, join(directory, name));
      syncDirectory(directory);
      return keptIn;
    });
  } finally {
    current?.close();
  }
}

/**
 * Locks the existing store against all other processes and merges its log into the database file.
 * @returns the connection that holds the lock; undefined when there is no store, or one that is damaged.
 * @throws Error when another process has it open, and when it cannot be locked for any reason but damage.
 */
function lockStore(directory: string): DatabaseSync | undefined {
  const file = databaseFile(directory);
  if (!existsSync(file)) return undefined;
  let db: DatabaseSync | undefined;
  try {
    db = openFile(file);
    db.exec("PRAGMA locking_mode = EXCLUSIVE");
    db.exec("PRAGMA journal_mode = DELETE");
    db.exec("BEGIN EXCLUSIVE");
    return db;
  } catch (error) {
    db?.close();
    if (isDamage(error)) return undefined;
    if (isBusy(error))
      throw new Error("the store is in use: stop the server and other commands first", { cause: error });
    const reason = messageOf(error);
    throw new Error(`${file} cannot be locked: ${reason}`, { cause: error });
  }
}

/** Moves existing files to a new directory. @param replaced names of the files that the restore will write. */
function setAside({ directory, now }: RestoreRequest, replaced: readonly string[]): string | undefined {
  const names = new Set([...replaced, ...storeFiles(directory).map((path) => basename(path))]);
  const present = [...names].filter((name) => isPresent(join(directory, name)));
  if (present.length === 0) return undefined;
  const keptIn = join(directory, `before-restore-${now.toISOString().replaceAll(":", "-")}`);
  mkdirSync(keptIn, { mode: 0o700 });
  for (const name of present) renameSync(join(directory, name), join(keptIn, name));
  syncDirectory(keptIn);
  return keptIn;
}
