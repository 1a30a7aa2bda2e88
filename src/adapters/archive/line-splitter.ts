import { open } from "node:fs/promises";
import { pipeline, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { ArchiveLineError, MAX_HEADER_BYTES } from "./archive-format.js";

const LINE_FEED = 0x0a;
const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);
/** No entry is nearly as long: a longer line is that of another file. */
const MAX_LINE_BYTES = 256 * 1024 * 1024;

/**
 * Reads the lines of a file, which may be compressed by gzip, without their ends. Only a line feed ends a line.
 * @param onRead receives the number of bytes of the file that were read so far.
 * @throws ArchiveLineError for a file that ends within a line, a line that is too long, and damaged compression.
 */
export async function* linesOf(file: string, onRead: (bytes: number) => void): AsyncGenerator<Buffer> {
  const handle = await open(file, "r");
  const magic = Buffer.alloc(GZIP_MAGIC.length);
  await handle.read(magic, 0, magic.length, 0);
  const source = handle.createReadStream({ start: 0 });
  const content = magic.equals(GZIP_MAGIC) ? pipeline(source, createGunzip(), () => undefined) : source;
  let number = 1;
  let parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      onRead(source.bytesRead);
      let start = 0;
      for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
        yield Buffer.concat([...parts, chunk.subarray(start, end)]);
        [parts, length, number, start] = [[], 0, number + 1, end + 1];
      }
      parts.push(chunk.subarray(start));
      length += chunk.length - start;
      if (length > (number === 1 ? MAX_HEADER_BYTES : MAX_LINE_BYTES)) {
        throw new ArchiveLineError(number, "this is not a line of a mneme archive: it is too long");
      }
    }
  } catch (error) {
    throw isCompressionError(error)
      ? new ArchiveLineError(number, `the compressed file is damaged: ${error.message}`)
      : error;
  } finally {
    source.destroy();
    (content as Readable).destroy();
  }
  if (length > 0) throw new ArchiveLineError(number, "the archive is cut off within this line");
}

function isCompressionError(error: unknown): error is Error {
  return error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
}
