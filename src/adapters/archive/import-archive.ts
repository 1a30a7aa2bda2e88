import { statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { DomainError } from "../../domain/errors.js";
import type { Archive, ArchiveEntry, ArchivePutResult, ArchiveProgress } from "../../ports/driven/store/archive.js";
import type { Clock } from "../../ports/driven/runtime/system.js";
import { getOwnerId } from "../store-support/put-archive.js";
import { getErrorMessage } from "../store-support/store-errors.js";
import { ArchiveLineError, readLines, type ArchivedLine, type ArchiveHeader, readFileLines } from "./archive-format.js";

/** Maximum size of a batch, which is written in one commit; a single entry may be larger. */
const MAX_BATCH_ENTRIES = 200;
const MAX_BATCH_BYTES = 4 * 1024 * 1024;
/**
 * A killed process may leave a transaction open, which MongoDB aborts after a minute. Until then, MongoDB rejects each
 * write of the same user after ten seconds.
 */
const MAX_ATTEMPTS = 10;
const DEFAULT_RETRY_DELAY_MS = 1_000;

export interface ImportRequest {
  readonly clock: Clock;
  /** Called before anything is written. */
  readonly onHeader?: (header: ArchiveHeader) => void;
  /** Receives the progress of the check, in bytes of the file. */
  readonly onCheck?: (progress: ArchiveProgress) => void;
  /** Receives the progress of writing, in entries. */
  readonly onProgress?: (progress: ArchiveProgress) => void;
  /** Delay in milliseconds before a batch that the store could not commit is retried; default 1,000. */
  readonly retryDelayMs?: number;
}

/**
 * Adds the content of an archive to a store. Reads the file twice: nothing is written unless all of it is valid. A
 * repeated import of the same file resumes an interrupted one.
 * @throws Error with a one-line message that names the file and, if a line is wrong, the line.
 */
export async function importArchive(archive: Archive, file: string, request: ImportRequest): Promise<ArchivePutResult> {
  const { clock, onHeader, onCheck, onProgress, retryDelayMs = DEFAULT_RETRY_DELAY_MS } = request;
  try {
    const stats = statSync(file);
    if (!stats.isFile()) throw new Error("it is not a regular file, and an archive is read twice");
    const lines = readFileLines(file, (done) => onCheck?.({ done, total: stats.size }));
    let total = 0;
    let header: ArchiveHeader | undefined;
    const lineReader = readLines(lines, (parsed) => (header = parsed));
    while (!(await lineReader.next()).done) total += 1;
    if (header) onHeader?.(header);
    const counts = { added: 0, existing: 0, skipped: 0 };
    let done = 0;
    for await (const batch of groupIntoBatches(
      readLines(
        readFileLines(file, () => undefined),
        () => undefined,
      ),
    )) {
      const result = await retryWhileUnavailable(() => archive.put(batch, clock.now()), retryDelayMs);
      counts.added += result.added;
      counts.existing += result.existing;
      counts.skipped += result.skipped;
      done += batch.length;
      onProgress?.({ done, total });
    }
    return counts;
  } catch (error) {
    const reason = getErrorMessage(error);
    const location = error instanceof ArchiveLineError ? `${file}, ${reason}` : `${file}: ${reason}`;
    throw new Error(`Cannot import ${location}`, { cause: error });
  }
}

/** Retrying is safe, because writing an existing entry has no effect. */
async function retryWhileUnavailable<T>(put: () => Promise<T>, delayMs: number): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await put();
    } catch (error) {
      const isTemporary = error instanceof DomainError && error.kind === "unavailable" && !error.isPermanent;
      if (!isTemporary || attempt === MAX_ATTEMPTS) throw error;
      await sleep(delayMs);
    }
  }
}

/** Groups consecutive entries of the same owner. */
async function* groupIntoBatches(lines: AsyncIterable<ArchivedLine>): AsyncGenerator<ArchiveEntry[]> {
  let batch: ArchiveEntry[] = [];
  let batchBytes = 0;
  let owner: string | undefined;
  for await (const { entry, bytes } of lines) {
    const isFull = batch.length === MAX_BATCH_ENTRIES || batchBytes + bytes > MAX_BATCH_BYTES;
    if (batch.length > 0 && (isFull || getOwnerId(entry) !== owner)) {
      yield batch;
      [batch, batchBytes] = [[], 0];
    }
    owner = getOwnerId(entry);
    batch.push(entry);
    batchBytes += bytes;
  }
  if (batch.length > 0) yield batch;
}
