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
import { draftOf, makeDirectory, removeAbandonedDrafts, syncDirectory, syncFile } from "./durable-files.js";
import { isBusy, isDamage } from "./errors.js";
import { verifyStore } from "./migrations.js";
import { whileMarked } from "./restore-marker.js";

export interface RestoreRequest {
  /** The data directory that gets the store; made when it does not exist, parents included. */
  readonly directory: string;
  /** A backup, or a copy of the database file of a store that was not in use. */
  readonly file: string;
  /** Names of the companions that may be written to the data directory. */
  readonly companions: readonly string[];
  /** Whether files that are in the way are set aside. Those of an interrupted restore always are. */
  readonly force: boolean;
  /** Names the directory in which the earlier store is kept. */
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
 * Puts the store of a backup in place; when it returns, that is on disk. The backup is checked before anything is
 * changed. If the process dies while files are exchanged, the store cannot be opened until the restore is repeated.
 * @throws DomainError `unavailable`, in one line.
 */
export function restoreStore(request: RestoreRequest): RestoreResult {
  const { directory, file } = request;
  try {
    const companions = readBackup(request);
    const isInWay = requireWay(request, companions).length > 0;
    // A companion that is the same already stays, unless it goes with the store that is set aside.
    const written = [...companions].filter(([name, content]) => isInWay || !isSame(join(directory, name), content));
    makeDirectory(directory);
    const names = [...written.map(([name]) => name), basename(databaseFile(directory))];
    const drafts = new Map(names.map((name) => [name, draftIn(directory, name)]));
    try {
      writeDrafts(request, companions, drafts);
      const keptIn = exchange(request, companions, drafts);
      return { companions: [...companions.keys()], keptIn };
    } finally {
      for (const draft of drafts.values()) rmSync(draft, { force: true });
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DomainError("unavailable", "restore_failed", `Cannot restore ${file} to ${directory}: ${reason}`);
  }
}

/** @returns the files of another store that are in the way. @throws Error when they may not be set aside. */
function requireWay({ directory, force }: RestoreRequest, companions: Companions): readonly string[] {
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

/** Whether a text file has this content; white space around it does not count. */
function isSame(path: string, content: string): boolean {
  return existsSync(path) && readFileSync(path, "utf8").trim() === content.trim();
}

function draftIn(directory: string, name: string): string {
  const file = resolve(directory, name);
  removeAbandonedDrafts(file);
  return draftOf(file);
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

/** Everything that may fail for want of room happens here, before the store is touched. */
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
function exchange(
  request: RestoreRequest,
  companions: Companions,
  drafts: ReadonlyMap<string, string>,
): string | undefined {
  const { directory } = request;
  const current = lockStore(directory);
  try {
    // Another process may have made a store since the first look.
    requireWay(request, companions);
    return whileMarked(directory, () => {
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
 * Keeps every other process out of the store that is there, with all of it in the one file.
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
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${file} cannot be locked: ${reason}`, { cause: error });
  }
}

/** @param replaced names of the files that are about to be put in place. */
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
