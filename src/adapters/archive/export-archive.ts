import { existsSync, realpathSync, statSync } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Archive } from "../../ports/driven/archive.js";
import { writeLines, type ArchiveHeader } from "./archive-format.js";

/** How far an export or import has come. */
export interface ArchiveProgress {
  readonly done: number;
  readonly total: number;
}

export interface ExportRequest {
  readonly header: ArchiveHeader;
  /** Only what this user owns. */
  readonly userId?: string;
  readonly onProgress?: (progress: ArchiveProgress) => void;
}

export interface ExportTarget {
  /** Compressed when the name ends in `.gz`. */
  readonly file: string;
  /** Whether an existing file is replaced. */
  readonly force: boolean;
  /** The data directory of the store, in which no archive is written. */
  readonly dataDirectory: string;
}

/** @returns the number of entries. */
async function writeArchive(
  archive: Archive,
  request: ExportRequest,
  to: Writable,
  { compress, end }: { readonly compress: boolean; readonly end: boolean },
): Promise<number> {
  const { header, userId, onProgress } = request;
  const total = onProgress ? await archive.countEntries(userId) : 0;
  let done = 0;
  const lines = writeLines(header, archive.entries(userId), () => {
    done += 1;
    onProgress?.({ done, total });
  });
  const source = Readable.from(lines, { highWaterMark: 1 });
  await (compress ? pipeline(source, createGzip(), to, { end }) : pipeline(source, to, { end }));
  return done;
}

/** Writes an archive to a stream, such as standard output, that stays open. @returns the number of entries. */
export function streamArchive(archive: Archive, request: ExportRequest, to: Writable): Promise<number> {
  return writeArchive(archive, request, to, { compress: false, end: false });
}

/**
 * Writes an archive to a file that only its owner can read. The file appears when it is complete; until then
 * `<file>.partial` grows, which the next export replaces when this one is killed.
 * @returns the number of entries and the size of the file.
 * @throws Error with a one-line message.
 */
export async function exportArchive(
  archive: Archive,
  request: ExportRequest,
  target: ExportTarget,
): Promise<{ readonly entries: number; readonly bytes: number }> {
  const { file, force } = target;
  try {
    validateTarget(target);
    const partial = `${file}.partial`;
    await rm(partial, { force: true });
    const handle = await open(partial, "wx", 0o600);
    const { ino } = await handle.stat();
    try {
      const to = handle.createWriteStream({ flush: true });
      const entries = await writeArchive(archive, request, to, { compress: file.endsWith(".gz"), end: true });
      const { ino: current, size: bytes } = await stat(partial);
      if (current !== ino) throw new Error("another export writes to the same file");
      if (!force && existsSync(file)) throw new Error("it exists by now");
      await rename(partial, file);
      await syncDirectory(dirname(resolve(file)));
      return { entries, bytes };
    } catch (error) {
      if (statSync(partial, { throwIfNoEntry: false })?.ino === ino) await rm(partial);
      throw error;
    }
  } catch (error) {
    throw new Error(`Cannot export to ${file}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

function validateTarget({ file, force, dataDirectory }: ExportTarget): void {
  if (file === "") throw new Error("the file name is empty");
  const folder = dirname(resolve(file));
  if (!existsSync(folder)) throw new Error(`there is no directory ${folder}`);
  if (existsSync(dataDirectory) && realpathSync(folder) === realpathSync(dataDirectory)) {
    throw new Error("it is in the data directory: choose another one");
  }
  const existing = statSync(file, { throwIfNoEntry: false });
  if (!existing) return;
  if (!existing.isFile()) throw new Error("it is not a regular file");
  if (!force) throw new Error("it exists: choose another name, or pass --force");
}

/** Waits until the new name is on disk. */
async function syncDirectory(directory: string): Promise<void> {
  // Windows cannot open directories, and persists their entries by itself.
  if (process.platform === "win32") return;
  const handle = await open(directory, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
