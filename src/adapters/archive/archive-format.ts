import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { pipeline, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { ArchiveEntry } from "../../ports/driven/store/archive.js";
import { readEntry } from "./entry-shapes.js";
import { countShape, dateShape, objectShape, ShapeError, textShape, toJson } from "./shape.js";

/** The version of the format (docs/export-import.md). */
export const ARCHIVE_VERSION = 1;
/** Lines are written in chunks of at least this size. */
const CHUNK_BYTES = 64 * 1024;
/** A file with a longer first line is not an archive. */
const MAX_ARCHIVE_HEADER_BYTES = 4096;
const LINE_FEED = 0x0a;
const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);
/** Far longer than any entry: a longer line does not belong to an archive. */
const MAX_LINE_BYTES = 256 * 1024 * 1024;

/**
 * Reads the lines of a file, optionally gzip-compressed, without line terminators. Only a line feed ends a line.
 * @param onRead receives the number of bytes of the file that were read so far.
 * @throws ArchiveLineError for a file that ends within a line, a line that is too long, and damaged compression.
 */
export async function* readFileLines(file: string, onRead: (bytes: number) => void): AsyncGenerator<Buffer> {
  const handle = await open(file, "r");
  const magic = Buffer.alloc(GZIP_MAGIC.length);
  await handle.read(magic, 0, magic.length, 0);
  const source = handle.createReadStream({ start: 0 });
  const content = magic.equals(GZIP_MAGIC) ? pipeline(source, createGunzip(), () => undefined) : source;
  let lineNumber = 1;
  let pendingChunks: Buffer[] = [];
  let pendingBytes = 0;
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      onRead(source.bytesRead);
      let start = 0;
      for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
        yield Buffer.concat([...pendingChunks, chunk.subarray(start, end)]);
        [pendingChunks, pendingBytes, lineNumber, start] = [[], 0, lineNumber + 1, end + 1];
      }
      pendingChunks.push(chunk.subarray(start));
      pendingBytes += chunk.length - start;
      if (pendingBytes > (lineNumber === 1 ? MAX_ARCHIVE_HEADER_BYTES : MAX_LINE_BYTES)) {
        throw new ArchiveLineError(lineNumber, "this is not a line of a mneme archive: it is too long");
      }
    }
  } catch (error) {
    throw isCompressionError(error)
      ? new ArchiveLineError(lineNumber, `the compressed file is damaged: ${error.message}`)
      : error;
  } finally {
    source.destroy();
    (content as Readable).destroy();
  }
  if (pendingBytes > 0) throw new ArchiveLineError(lineNumber, "the archive is cut off within this line");
}

function isCompressionError(error: unknown): error is Error {
  return error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
}

/** The first line of an archive. */
export interface ArchiveHeader {
  readonly createdAt: Date;
  /** Name and version of the program that wrote the archive. */
  readonly generator: string;
  /** A value derived from the master secret, to detect a store with another secret. */
  readonly secretCheck: string;
}

/** Thrown for an invalid line of an archive. */
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

const header = objectShape<{ mneme_archive: number; created_at: string; generator: string; secret_check: string }>({
  mneme_archive: countShape,
  created_at: textShape,
  generator: textShape,
  secret_check: textShape,
});
const footer = objectShape<{ end: number; sha256: string }>({ end: countShape, sha256: textShape });

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
  let entryCount = 0;
  for await (const entry of entries) {
    append(entry);
    onEntry();
    entryCount += 1;
    if (pendingBytes < CHUNK_BYTES) continue;
    yield Buffer.concat(pending);
    [pending, pendingBytes] = [[], 0];
  }
  yield Buffer.concat([...pending, Buffer.from(`${toJson({ end: entryCount, sha256: hash.digest("hex") })}\n`)]);
}

/**
 * Reads the lines of an archive and performs all checks that need no store.
 * @param lines lines without terminators.
 * @throws ArchiveLineError for the first invalid line.
 */
export async function* readLines(
  lines: AsyncIterable<Buffer>,
  onHeader: (header: ArchiveHeader) => void,
): AsyncGenerator<ArchivedLine> {
  const hash = createHash("sha256");
  let lineNumber = 0;
  let hasEnded = false;
  for await (const line of lines) {
    lineNumber += 1;
    if (hasEnded) throw new ArchiveLineError(lineNumber, "there is data after the last line of the archive");
    if (lineNumber === 1) {
      onHeader(readHeader(line));
    } else {
      const json = parseLine(line, lineNumber);
      hasEnded = isFooter(json);
      if (hasEnded) checkFooter(json, lineNumber, hash.digest("hex"));
      else yield { entry: withLineNumber(lineNumber, () => readEntry(json)), bytes: line.length };
    }
    if (!hasEnded) hash.update(line).update("\n");
  }
  if (!hasEnded) throw new ArchiveLineError(lineNumber + 1, "the archive is cut off: its last line is missing");
}

function readHeader(line: Buffer): ArchiveHeader {
  const notAnArchiveError = new ArchiveLineError(1, "this is not the first line of a mneme archive");
  if (line.length > MAX_ARCHIVE_HEADER_BYTES) throw notAnArchiveError;
  let json: unknown;
  try {
    json = parseLine(line, 1);
  } catch {
    throw notAnArchiveError;
  }
  const version = (json as { readonly mneme_archive?: unknown } | null)?.mneme_archive;
  if (!Number.isSafeInteger(version)) throw notAnArchiveError;
  if (version !== ARCHIVE_VERSION) {
    const supportedVersion = `this program reads version ${ARCHIVE_VERSION}`;
    throw new ArchiveLineError(
      1,
      `the archive has version ${String(version)}, ${supportedVersion}: use ${Number(version) > ARCHIVE_VERSION ? "a newer" : "an older"} release of mneme`,
    );
  }
  return withLineNumber(1, () => {
    const { created_at: createdAt, generator, secret_check: secretCheck } = header.read(json);
    return { createdAt: dateShape.read({ $date: createdAt }), generator, secretCheck };
  });
}

function isFooter(json: unknown): boolean {
  return typeof json === "object" && json !== null && "end" in json;
}

function checkFooter(json: unknown, lineNumber: number, sha256: string): void {
  const entries = lineNumber - 2;
  const footerFields = withLineNumber(lineNumber, () => footer.read(json));
  if (footerFields.end !== entries)
    throw new ArchiveLineError(lineNumber, `the archive has ${entries} entries instead of ${footerFields.end}`);
  if (footerFields.sha256 !== sha256)
    throw new ArchiveLineError(lineNumber, "the checksum does not match: an earlier line was changed");
}

function parseLine(line: Buffer, lineNumber: number): unknown {
  try {
    // `ignoreBOM` keeps a byte order mark, so that no content is lost.
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(line)) as unknown;
  } catch {
    throw new ArchiveLineError(lineNumber, "this is not a line of JSON in UTF-8");
  }
}

function withLineNumber<T>(lineNumber: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof ShapeError ? new ArchiveLineError(lineNumber, error.message) : error;
  }
}
