import { existsSync, realpathSync, statSync } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Archive, ArchiveProgress } from "../../ports/driven/store/archive.js";
import { getErrorMessage } from "../store-support/store-errors.js";
import { writeLines, type ArchiveHeader } from "./archive-format.js";

export interface ExportRequest {
  readonly header: ArchiveHeader;
  /** Exports only the data that this user owns. */
  readonly userId?: string;
  readonly onProgress?: (progress: ArchiveProgress) => void;
}

export interface ExportTarget {
  /** The output file; compressed if the name ends in `.gz`. */
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
  output: Writable,
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
  await (compress ? pipeline(source, createGzip(), output, { end }) : pipeline(source, output, { end }));
  return done;
}

/** Writes an archive to a stream, such as standard output, that stays open. @returns the number of entries. */
export function streamArchive(archive: Archive, request: ExportRequest, output: Writable): Promise<number> {
  return writeArchive(archive, request, output, { compress: false, end: false });
}

/**
 * Writes an archive to a file that only its owner can read. Writes to `<file>.partial` and renames it when complete;
 * the next export replaces the partial file of a killed one.
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
    const partialFile = `${file}.partial`;
    await rm(partialFile, { force: true });
    const handle = await open(partialFile, "wx", 0o600);
    const { ino } = await handle.stat();
    try {
      const output = handle.createWriteStream({ flush: true });
      const entries = await writeArchive(archive, request, output, { compress: file.endsWith(".gz"), end: true });
      const { ino: current, size: bytes } = await stat(partialFile);
      if (current !== ino) throw new Error("another export writes to the same file");
      if (!force && existsSync(file)) throw new Error("it exists by now");
      await rename(partialFile, file);
      await syncDirectory(dirname(resolve(file)));
      return { entries, bytes };
    } catch (error) {
      if (statSync(partialFile, { throwIfNoEntry: false })?.ino === ino) await rm(partialFile);
      throw error;
    }
  } catch (error) {
    throw new Error(`Cannot export to ${file}: ${getErrorMessage(error)}`, {
      cause: error,
    });
  }
}

function validateTarget({ file, force, dataDirectory }: ExportTarget): void {
  if (file === "") throw new Error("the file name is empty");
  const directory = dirname(resolve(file));
  if (!existsSync(directory)) throw new Error(`there is no directory ${directory}`);
  if (existsSync(dataDirectory) && realpathSync(directory) === realpathSync(dataDirectory)) {
    throw new Error("it is in the data directory: choose another one");
  }
  const existing = statSync(file, { throwIfNoEntry: false });
  if (!existing) return;
  if (!existing.isFile()) throw new Error("it is not a regular file");
  if (!force) throw new Error("it exists: choose another name, or pass --force");
}

/** Flushes a directory, so that a rename in it survives a power failure. */
async function syncDirectory(directory: string): Promise<void> {
  // Windows cannot open directories and persists their entries without a flush.
  if (process.platform === "win32") return;
  const handle = await open(directory, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
