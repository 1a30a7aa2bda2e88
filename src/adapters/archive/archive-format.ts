import { createHash } from "node:crypto";
import type { ArchiveEntry } from "../../ports/driven/archive.js";
import { readEntry } from "./entry-shapes.js";
import { count, date, object, ShapeError, text, toJson } from "./shape.js";

/** The version of the format (docs/export-import.md). */
export const ARCHIVE_VERSION = 1;
/** Lines are written in chunks of at least this size. */
const CHUNK_BYTES = 64 * 1024;
/** A header is short: a longer first line is that of another file. */
export const MAX_HEADER_BYTES = 4096;

/** What the first line of an archive says. */
export interface ArchiveHeader {
  readonly createdAt: Date;
  /** The program that wrote it, with its version. */
  readonly generator: string;
  /** A value by which the master secret of the store is recognised. */
  readonly secretCheck: string;
}

/** A line of an archive that is not what it must be. */
export class ArchiveLineError extends Error {
  constructor(line: number, reason: string) {
    super(`line ${line}: ${reason}`);
  }
}

/** An entry, and the size of its line. */
export interface ArchivedLine {
  readonly entry: ArchiveEntry;
  readonly bytes: number;
}

const header = object<{ mneme_archive: number; created_at: string; generator: string; secret_check: string }>({
  mneme_archive: count,
  created_at: text,
  generator: text,
  secret_check: text,
});
const footer = object<{ end: number; sha256: string }>({ end: count, sha256: text });

/** Writes the lines of an archive. @param onEntry called for each entry that is written. */
export async function* writeLines(
  { createdAt, generator, secretCheck }: ArchiveHeader,
  entries: AsyncIterable<ArchiveEntry>,
  onEntry: () => void,
): AsyncIterable<Buffer> {
  const hash = createHash("sha256");
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  const append = (value: object): void => {
    const line = Buffer.from(`${toJson(value)}\n`);
    hash.update(line);
    pending.push(line);
    pendingBytes += line.length;
  };
  append({
    mneme_archive: ARCHIVE_VERSION,
    created_at: createdAt.toISOString(),
    generator,
    secret_check: secretCheck,
  });
  let written = 0;
  for await (const entry of entries) {
    append(entry);
    onEntry();
    written += 1;
    if (pendingBytes < CHUNK_BYTES) continue;
    yield Buffer.concat(pending);
    [pending, pendingBytes] = [[], 0];
  }
  yield Buffer.concat([...pending, Buffer.from(`${toJson({ end: written, sha256: hash.digest("hex") })}\n`)]);
}

/**
 * Reads the lines of an archive and checks all that can be checked without a store.
 * @param lines without their ends.
 * @throws ArchiveLineError for the first line that is wrong.
 */
export async function* readLines(
  lines: AsyncIterable<Buffer>,
  onHeader: (header: ArchiveHeader) => void,
): AsyncGenerator<ArchivedLine> {
  const hash = createHash("sha256");
  let number = 0;
  let hasEnded = false;
  for await (const line of lines) {
    number += 1;
    if (hasEnded) throw new ArchiveLineError(number, "there is data after the last line of the archive");
    if (number === 1) {
      onHeader(readHeader(line));
    } else {
      const json = parse(line, number);
      hasEnded = isFooter(json);
      if (hasEnded) checkFooter(json, number, hash.digest("hex"));
      else yield { entry: atLine(number, () => readEntry(json)), bytes: line.length };
    }
    if (!hasEnded) hash.update(line).update("\n");
  }
  if (!hasEnded) throw new ArchiveLineError(number + 1, "the archive is cut off: its last line is missing");
}

function readHeader(line: Buffer): ArchiveHeader {
  const foreign = new ArchiveLineError(1, "this is not the first line of a mneme archive");
  if (line.length > MAX_HEADER_BYTES) throw foreign;
  let json: unknown;
  try {
    json = parse(line, 1);
  } catch {
    throw foreign;
  }
  const version = (json as { readonly mneme_archive?: unknown } | null)?.mneme_archive;
  if (!Number.isSafeInteger(version)) throw foreign;
  if (version !== ARCHIVE_VERSION) {
    const known = `this program reads version ${ARCHIVE_VERSION}`;
    throw new ArchiveLineError(1, `the archive has version ${String(version)}, ${known}: use another release of mneme`);
  }
  return atLine(1, () => {
    const { created_at: createdAt, generator, secret_check: secretCheck } = header.read(json);
    return { createdAt: date.read({ $date: createdAt }), generator, secretCheck };
  });
}

function isFooter(json: unknown): boolean {
  return typeof json === "object" && json !== null && "end" in json;
}

/** @param line its number. */
function checkFooter(json: unknown, line: number, sha256: string): void {
  const entries = line - 2;
  const end = atLine(line, () => footer.read(json));
  if (end.end !== entries) throw new ArchiveLineError(line, `the archive has ${entries} entries instead of ${end.end}`);
  if (end.sha256 !== sha256)
    throw new ArchiveLineError(line, "the checksum does not match: an earlier line was changed");
}

function parse(line: Buffer, number: number): unknown {
  try {
    // `ignoreBOM` keeps a byte order mark: none may be lost.
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(line)) as unknown;
  } catch {
    throw new ArchiveLineError(number, "this is not a line of JSON in UTF-8");
  }
}

function atLine<T>(number: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof ShapeError ? new ArchiveLineError(number, error.message) : error;
  }
}
