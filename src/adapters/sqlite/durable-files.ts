import { closeSync, fsyncSync, openSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Waits until the content of a file, or the entries of a directory, are on disk. */
export function sync(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** The name under which this process prepares a file, beside its place so that it can be renamed. */
export function draftOf(file: string): string {
  return `${file}.draft-${process.pid}`;
}

/** Removes drafts of a file, and SQLite's files beside them, that processes left behind which no longer run. */
export function removeAbandonedDrafts(file: string): void {
  const directory = dirname(file);
  const prefix = `${basename(file)}.draft-`;
  for (const name of readdirSync(directory)) {
    const owner = name.startsWith(prefix) ? /^\d+/.exec(name.slice(prefix.length))?.[0] : undefined;
    if (owner !== undefined && !isRunning(Number(owner))) rmSync(join(directory, name), { force: true });
  }
}

/** Whether a process with this ID exists; this one does not count. */
export function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
