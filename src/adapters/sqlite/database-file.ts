import { closeSync, linkSync, lstatSync, mkdtempSync, openSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { isCode, makeDirectory, syncDirectory } from "./durable-files.js";

/**
 * Makes sure that the file is a database: an existing one is left as it is, and there is never an empty one of ours.
 * A new one is written whole under another name and linked, so that an empty file is always one that was cut off, whoever
 * else starts at the same time. Its owner alone may read it; SQLite gives the files beside it the same mode.
 * @param write creates a database at the path it is given, and closes it.
 * @throws Error for an empty file, and for what is left of one that is missing.
 */
export function ensureDatabaseFile(file: string, write: (draft: string) => void): void {
  makeDirectory(dirname(file));
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats && (stats.size > 0 || !stats.isFile())) return;
  if (stats) throw new Error("it is empty, so it was cut off: restore it from a backup, or remove it to start anew");
  // It may be there by now, made by another process.
  const isLink = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  if (isLink) throw new Error("it is a symbolic link to a file that is missing");
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  // SQLite would apply the log of the old database to the new one.
  if (log && log.size > 0) {
    // Another process may just have made the file.
    if (statSync(file, { throwIfNoEntry: false })) return;
    throw new Error("it is missing, but its log (-wal) is there: restore it, or remove the log to start anew");
  }
  const folder = mkdtempSync(`${file}.new-`);
  try {
    const draft = join(folder, "draft");
    closeSync(openSync(draft, "wx", 0o600));
    write(draft);
    linkSync(draft, file);
    syncDirectory(dirname(file));
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
