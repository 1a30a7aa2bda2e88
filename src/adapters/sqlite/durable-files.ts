import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Waits until the content of a file is on disk. */
export function syncFile(file: string): void {
  // Windows flushes only files that are open for writing.
  syncOpened(file, "r+");
}

/** Waits until the entries of a directory are on disk. */
export function syncDirectory(directory: string): void {
  // Windows cannot open directories, and persists their entries by itself.
  if (process.platform === "win32") return;
  syncOpened(directory, "r");
}

function syncOpened(path: string, flags: "r" | "r+"): void {
  const descriptor = openSync(path, flags);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Creates a directory and its parents, accessible to their owner only, unless they exist, and syncs them to disk. It
 * does not use `recursive`, with which Node.js never returns when the parent accepts no entries, such as `/proc`.
 * @throws Error when the directory cannot be created, or the path is another kind of file.
 */
export function makeDirectory(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const parent = dirname(path);
    if (isCode(error, "EEXIST")) {
      if (!statSync(path, { throwIfNoEntry: false })?.isDirectory())
        throw new Error(`${path} is not a directory`, { cause: error });
      return;
    }
    if (!isCode(error, "ENOENT") || existsSync(parent)) throw error;
    makeDirectory(parent);
    makeDirectory(path);
    return;
  }
  syncDirectory(dirname(path));
}

/** Whether the error is that of a system call with this code. */
export function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

/** The path at which this process prepares a file: in the same directory, so that it can be renamed. */
export function draftPath(file: string): string {
  return `${file}.draft-${process.pid}`;
}

/** Removes the drafts of a file, and SQLite's files beside them, that ended processes left behind. */
export function removeAbandonedDrafts(file: string): void {
  const directory = dirname(file);
  const prefix = `${basename(file)}.draft-`;
  for (const name of readdirSync(directory)) {
    const owner = name.startsWith(prefix) ? /^\d+/.exec(name.slice(prefix.length))?.[0] : undefined;
    if (owner !== undefined && !isRunning(Number(owner))) rmSync(join(directory, name), { force: true });
  }
}

/** Whether another process with this ID exists. */
export function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
