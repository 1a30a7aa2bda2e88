import { statSync } from "node:fs";
import type { Archive, ArchiveEntry, ArchivePutResult } from "../../ports/driven/archive.js";
import type { Clock } from "../../ports/driven/clock.js";
import { ownerOf } from "../store-support/put-archive.js";
import { ArchiveLineError, readLines, type ArchivedLine, type ArchiveHeader } from "./archive-format.js";
import type { ArchiveProgress } from "./export-archive.js";
import { linesOf } from "./line-splitter.js";

/** What is put in one commit at most; a single entry may be larger. */
const MAX_BATCH_ENTRIES = 200;
const MAX_BATCH_BYTES = 4 * 1024 * 1024;

export interface ImportRequest {
  readonly clock: Clock;
  /** Called before anything is written. */
  readonly onHeader?: (header: ArchiveHeader) => void;
  /** Receives the progress of the check, in bytes of the file. */
  readonly onCheck?: (progress: ArchiveProgress) => void;
  /** Receives the progress of writing, in entries. */
  readonly onProgress?: (progress: ArchiveProgress) => void;
}

/**
 * Adds the content of an archive to a store. The file is read twice: nothing is written unless all of it is right. An
 * import that was interrupted is continued by another one of the same file.
 * @throws Error with a one-line message that names the file and, if a line is wrong, the line.
 */
export async function importArchive(archive: Archive, file: string, request: ImportRequest): Promise<ArchivePutResult> {
  const { clock, onHeader, onCheck, onProgress } = request;
  try {
    const stats = statSync(file);
    if (!stats.isFile()) throw new Error("it is not a regular file, and an archive is read twice");
    const lines = linesOf(file, (done) => onCheck?.({ done, total: stats.size }));
    let total = 0;
    let header: ArchiveHeader | undefined;
    const check = readLines(lines, (read) => (header = read));
    while (!(await check.next()).done) total += 1;
    if (header) onHeader?.(header);
    const counts = { added: 0, existing: 0, skipped: 0 };
    let done = 0;
    for await (const batch of batchesOf(
      readLines(
        linesOf(file, () => undefined),
        () => undefined,
      ),
    )) {
      const result = await archive.put(batch, clock.now());
      counts.added += result.added;
      counts.existing += result.existing;
      counts.skipped += result.skipped;
      done += batch.length;
      onProgress?.({ done, total });
    }
    return counts;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const place = error instanceof ArchiveLineError ? `${file}, ${reason}` : `${file}: ${reason}`;
    throw new Error(`Cannot import ${place}`, { cause: error });
  }
}

/** Groups entries that follow each other and have one owner. */
async function* batchesOf(lines: AsyncIterable<ArchivedLine>): AsyncGenerator<ArchiveEntry[]> {
  let batch: ArchiveEntry[] = [];
  let batchBytes = 0;
  let owner: string | undefined;
  for await (const { entry, bytes } of lines) {
    const isFull = batch.length === MAX_BATCH_ENTRIES || batchBytes + bytes > MAX_BATCH_BYTES;
    if (batch.length > 0 && (isFull || ownerOf(entry) !== owner)) {
      yield batch;
      [batch, batchBytes] = [[], 0];
    }
    owner = ownerOf(entry);
    batch.push(entry);
    batchBytes += bytes;
  }
  if (batch.length > 0) yield batch;
}
