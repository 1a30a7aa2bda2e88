import { closeSync, linkSync, lstatSync, mkdtempSync, openSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { isCode, makeDirectory, syncDirectory } from "./durable-files.js";

/**
 * Creates the database file unless it exists. A new file is written under another name and then linked, so that it is
 * never seen empty, even when several processes start at the same time: an empty file is always a truncated one. Only
 * its owner may read it; SQLite gives the files beside it the same mode.
 * @param write creates a database at the path that it receives, and closes it.
 * @throws Error for an empty file, for a broken symbolic link, and for a log without its database.
 */
export function ensureDatabaseFile(file: string, write: (draft: string) => void): void {
  makeDirectory(dirname(file));
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats && (stats.size > 0 || !stats.isFile())) return;
  if (stats) throw new Error("it is empty, so it was cut off: restore it from a backup, or remove it to start anew");
  // Another process may have created the file by now.
  const isLink = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  if (isLink) throw new Error("it is a symbolic link to a file that is missing");
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  // SQLite would apply the log of the missing database to the new one.
  if (log && log.size > 0) {
    // Another process may have just created the file.
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
