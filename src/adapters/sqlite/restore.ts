import {
  chmodSync,
  copyFileSync,
  existsSync,
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
import { databaseFile, openFile, restoreMarker } from "./connection.js";
import { makeDirectory } from "./database-file.js";
import { draftOf, isRunning, removeAbandonedDrafts, sync } from "./durable-files.js";
import { isBusy } from "./errors.js";
import { verifyStore } from "./migrations.js";

export interface RestoreRequest {
  /** The data directory that gets the store; made when it does not exist, in a directory that does. */
  readonly directory: string;
  /** A backup, or a copy of the database file of a store that was not in use. */
  readonly file: string;
  /** Names of the companions that may be written to the data directory. */
  readonly companions: readonly string[];
  /** Whether a store that is there is set aside. */
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
 * Puts the store of a backup in place. The backup is checked before anything is changed. If the process dies while files
 * are exchanged, the store cannot be opened until the restore is repeated.
 * @throws DomainError `unavailable`, in one line.
 */
export function restoreStore(request: RestoreRequest): RestoreResult {
  const { directory, file, force } = request;
  try {
    const companions = readBackup(request);
    if (!force && existsSync(databaseFile(directory))) {
      throw new Error("there is a store already: pass --force to set it aside");
    }
    makeDirectory(directory);
    refuseSecondRestore(directory);
    const drafts = new Map(
      [...companions.keys(), basename(databaseFile(directory))].map((name) => [name, draftIn(directory, name)]),
    );
    try {
      writeDrafts(request, companions, drafts);
      const keptIn = exchange(request, drafts);
      return { companions: [...companions.keys()], keptIn };
    } finally {
      for (const draft of drafts.values()) rmSync(draft, { force: true });
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DomainError("unavailable", "restore_failed", `Cannot restore ${file} to ${directory}: ${reason}`);
  }
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
    sync(draft);
  }
  sync(directory);
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

/** @returns where the earlier store is kept. */
function exchange({ directory, now }: RestoreRequest, drafts: ReadonlyMap<string, string>): string | undefined {
  const current = lockStore(directory);
  try {
    const marker = restoreMarker(directory);
    writeFileSync(marker, String(process.pid), { mode: 0o600, flag: existsSync(marker) ? "w" : "wx" });
    sync(directory);
    const keptIn = setAside(directory, [...drafts.keys()], now);
    for (const [name, draft] of drafts) renameSync(draft, join(directory, name));
    sync(directory);
    rmSync(marker);
    sync(directory);
    return keptIn;
  } finally {
    current?.close();
  }
}

/**
 * Keeps every other process out of the store that is there, with all of it in the one file.
 * @returns the connection that holds the lock; undefined when there is no store, or one that SQLite cannot read.
 * @throws Error when another process has it open.
 */
function lockStore(directory: string): DatabaseSync | undefined {
  const file = databaseFile(directory);
  if (!existsSync(file)) return undefined;
  const db = openFile(file);
  try {
    db.exec("PRAGMA locking_mode = EXCLUSIVE");
    db.exec("PRAGMA journal_mode = DELETE");
    db.exec("BEGIN EXCLUSIVE");
    return db;
  } catch (error) {
    db.close();
    if (isBusy(error))
      throw new Error("the store is in use: stop the server and other commands first", { cause: error });
    return undefined;
  }
}

/** @returns the directory to which the files that are replaced were moved; undefined when there were none. */
function setAside(directory: string, replaced: readonly string[], now: Date): string | undefined {
  const database = basename(databaseFile(directory));
  const logs = ["-wal", "-shm", "-journal"].map((suffix) => `${database}${suffix}`);
  const present = [...replaced, ...logs].filter((name) => existsSync(join(directory, name)));
  if (present.length === 0) return undefined;
  const keptIn = join(directory, `before-restore-${now.toISOString().replaceAll(":", "-")}`);
  mkdirSync(keptIn, { mode: 0o700 });
  for (const name of present) renameSync(join(directory, name), join(keptIn, name));
  sync(keptIn);
  return keptIn;
}

function refuseSecondRestore(directory: string): void {
  const marker = restoreMarker(directory);
  if (existsSync(marker) && isRunning(Number(readFileSync(marker, "utf8"))))
    throw new Error("another restore is running");
}
