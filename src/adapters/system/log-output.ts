import { write, writeSync } from "node:fs";
import type { DestinationStream } from "pino";

/** How much is buffered for a slow reader; further lines are dropped. */
const MAX_UNWRITTEN_CHARACTERS = 4_000_000;
/** The delay before a retry when the pipe is full. */
const RETRY_DELAY_MS = 10;
/** How long `flushSync` may block the process. */
const FLUSH_TIMEOUT_MS = 500;
const NOTHING = Buffer.alloc(0);

/**
 * Writes to an open file descriptor without failing the service, and without blocking it except in `flushSync`. Lines
 * that a full disk or a stopped reader does not accept are dropped; a line with their number precedes the next lines.
 */
export class FdWriter implements LineSink {
  #buffer: string[] = [];
  #bufferedCharacters = 0;
  #lostLineCount = 0;
  /** Whether a write is scheduled, in progress in a thread, or waits for `#retryTimer`. */
  #isWriting = false;
  /** The rest of the lines that a full pipe has not accepted yet. */
  #unaccepted: Buffer = NOTHING;
  #retryTimer: NodeJS.Timeout | undefined;

  constructor(private readonly descriptor: number) {}

  /** The number of dropped lines that have not been reported yet. */
  get lostLineCount(): number {
    return this.#lostLineCount;
  }

  write(lines: string): void {
    if (this.#bufferedCharacters + lines.length > MAX_UNWRITTEN_CHARACTERS) {
      this.#countLostLines(lines);
      return;
    }
    this.#buffer.push(lines);
    this.#bufferedCharacters += lines.length;
    if (this.#isWriting) return;
    this.#isWriting = true;
    // Later, so that `flushSync` in the same turn still has the lines.
    queueMicrotask(() => this.#writeNext());
  }

  /** Lines that a thread is writing at the moment may follow the flushed ones; an exiting process waits for them. */
  flushSync(): void {
    const deadlineMs = performance.now() + FLUSH_TIMEOUT_MS;
    let remaining: Buffer = Buffer.concat([this.#takeUnaccepted(), Buffer.from(this.#takeBuffer())]);
    while (remaining.length > 0) {
      remaining = this.#writeSync(remaining);
      if (remaining.length > 0 && performance.now() > deadlineMs) {
        this.#countLostLines(remaining.toString());
        return;
      }
    }
  }

  #writeNext(): void {
    this.#isWriting = this.#bufferedCharacters > 0;
    if (this.#isWriting) this.#writeInThread(Buffer.from(this.#takeBuffer()));
  }

  #writeInThread(lines: Buffer): void {
    write(this.descriptor, lines, (error, writtenBytes) => {
      if (error && !isFullPipe(error)) this.#countLostLines(lines.toString());
      this.#continueWith(error ? (isFullPipe(error) ? lines : NOTHING) : lines.subarray(writtenBytes));
    });
  }

  /** Only a descriptor that does not block accepts a part of the lines, so the retries need no thread. */
  #continueWith(unaccepted: Buffer): void {
    this.#unaccepted = unaccepted;
    if (unaccepted.length === 0) this.#writeNext();
    else this.#retryTimer = setTimeout(() => this.#retry(), RETRY_DELAY_MS).unref();
  }

  #retry(): void {
    this.#continueWith(this.#writeSync(this.#unaccepted));
  }

  /** @returns the bytes that a full pipe does not accept; counts those that cannot be written at all. */
  #writeSync(lines: Buffer): Buffer {
    try {
      return lines.subarray(writeSync(this.descriptor, lines));
    } catch (error) {
      if (isFullPipe(error)) return lines;
      this.#countLostLines(lines.toString());
      return NOTHING;
    }
  }

  /** Cancels the retry, if one is due. */
  #takeUnaccepted(): Buffer {
    if (this.#unaccepted.length === 0) return NOTHING;
    clearTimeout(this.#retryTimer);
    this.#isWriting = false;
    const lines = this.#unaccepted;
    this.#unaccepted = NOTHING;
    return lines;
  }

  #takeBuffer(): string {
    const lines = this.#buffer.join("");
    this.#buffer = [];
    this.#bufferedCharacters = 0;
    if (this.#lostLineCount === 0 || lines === "") return lines;
    const notice = JSON.stringify({ level: "warn", event: "log.lines_lost", lines: this.#lostLineCount });
    this.#lostLineCount = 0;
    return `${notice}\n${lines}`;
  }

  #countLostLines(lines: string): void {
    this.#lostLineCount += lines.split("\n").length - 1;
  }
}

function isFullPipe(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "EAGAIN";
}

/** The destination of lines; it may write them later. */
interface LineSink {
  write(lines: string): unknown;
  /** Returns when all lines are written, or given up. */
  flushSync(): void;
}

/** How long lines are buffered, unless `MAX_BUFFERED_CHARACTERS` are reached earlier. */
const MAX_DELAY_MS = 200;
const MAX_BUFFERED_CHARACTERS = 16_000;

/** Writes lines in batches: a system call per line, or counting bytes after every line, would cost more. */
export class BufferedLineWriter implements DestinationStream {
  #lines: string[] = [];
  #bufferedCharacters = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly sink: LineSink) {}

  write(line: string): void {
    this.#lines.push(line);
    this.#bufferedCharacters += line.length;
    if (this.#bufferedCharacters >= MAX_BUFFERED_CHARACTERS) this.#writeBuffer();
    else this.#timer ??= setTimeout(() => this.#writeBuffer(), MAX_DELAY_MS).unref();
  }

  flushSync(): void {
    this.#writeBuffer();
    this.sink.flushSync();
  }

  #writeBuffer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#bufferedCharacters === 0) return;
    const lines = this.#lines.join("");
    this.#lines = [];
    this.#bufferedCharacters = 0;
    this.sink.write(lines);
  }
}
