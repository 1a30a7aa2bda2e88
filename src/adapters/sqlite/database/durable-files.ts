import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  linkSync,
  lstatSync,
  mkdtempSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";

/** Waits until the content of a file is on disk. */
export function syncFile(file: string): void {
  // Windows flushes only files that are open for writing.
  openAndSync(file, "r+");
}

/** Waits until the entries of a directory are on disk. */
export function syncDirectory(directory: string): void {
  // Windows cannot open directories, and persists their entries by itself.
  if (process.platform === "win32") return;
  openAndSync(directory, "r");
}

function openAndSync(path: string, flags: "r" | "r+"): void {
  const descriptor = openSync(path, flags);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Creates a directory and its parents, accessible to their owner only, unless they exist, and syncs them to disk. It
 * does not use `recursive`, because with it Node.js never returns when the parent accepts no entries, such as `/proc`.
 * @throws Error when the directory cannot be created, or the path is another kind of file.
 */
export function makeDirectory(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const parent = dirname(path);
    if (hasErrorCode(error, "EEXIST")) {
      if (!statSync(path, { throwIfNoEntry: false })?.isDirectory())
        throw new Error(`${path} is not a directory`, { cause: error });
      return;
    }
    if (!hasErrorCode(error, "ENOENT") || existsSync(parent)) throw error;
    makeDirectory(parent);
    makeDirectory(path);
    return;
  }
  syncDirectory(dirname(path));
}

/** Whether the error comes from a system call that failed with this code. */
function hasErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

/** The path of this process's draft of a file: in the same directory, so that it can be renamed. */
export function getDraftPath(file: string): string {
  return `${file}.draft-${process.pid}`;
}

/** Removes the drafts of a file, and SQLite's files beside them, that terminated processes left behind. */
export function removeAbandonedDrafts(file: string): void {
  const directory = dirname(file);
  const prefix = `${basename(file)}.draft-`;
  for (const name of readdirSync(directory)) {
    const ownerPid = name.startsWith(prefix) ? /^\d+/.exec(name.slice(prefix.length))?.[0] : undefined;
    if (ownerPid !== undefined && !isOtherProcessRunning(Number(ownerPid)))
      rmSync(join(directory, name), { force: true });
  }
}

/** Whether another process with this ID exists. */
export function isOtherProcessRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * Creates the database file unless it exists. The database is created under another name and then linked, so that no
 * process sees an empty file, even when several start at the same time: an empty file is always a truncated one. Only
 * its owner may read it; SQLite gives the files beside it the same mode.
 * @param createDatabase creates a database at the given path, and closes it.
 * @throws Error for an empty file, for a broken symbolic link, and for a log without its database.
 */
export function ensureDatabaseFile(file: string, createDatabase: (draft: string) => void): void {
  makeDirectory(dirname(file));
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats && (stats.size > 0 || !stats.isFile())) return;
  if (stats)
    throw new Error("the file is truncated to 0 bytes: restore it from a backup, or remove it to create a new store");
  // Another process may have created the file by now.
  const isLink = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  if (isLink) throw new Error("it is a symbolic link to a file that is missing");
  const walStats = statSync(`${file}-wal`, { throwIfNoEntry: false });
  // SQLite would apply the log of the missing database to the new one.
  if (walStats && walStats.size > 0) {
    // Another process may have just created the file.
    if (statSync(file, { throwIfNoEntry: false })) return;
    throw new Error(
      "the file is missing, but its write-ahead log (-wal) exists: restore the file, or remove the log to create a new store",
    );
  }
  const temporaryDirectory = mkdtempSync(`${file}.new-`);
  try {
    const draft = join(temporaryDirectory, "draft");
    closeSync(openSync(draft, "wx", 0o600));
    createDatabase(draft);
    linkSync(draft, file);
    syncDirectory(dirname(file));
  } catch (error) {
    if (!hasErrorCode(error, "EEXIST")) throw error;
  } finally {
    rmSync(temporaryDirectory, { recursive: true, force: true });
  }
}
