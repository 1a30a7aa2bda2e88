import type { DestinationStream } from "pino";

/** Where lines go in the end, at once or a little later. */
export interface LineSink {
  write(lines: string): unknown;
  /** Returns when all that was written is there, or cannot be. */
  flushSync(): void;
}

/** Lines are gathered for so long, in milliseconds, or up to so many characters. */
const LONGEST_WAIT = 200;
const MOST = 16_000;

/** Hands lines on together: a line alone costs a system call, and a buffer that counts its bytes counts all of them again. */
export class GatheredLines implements DestinationStream {
  #lines: string[] = [];
  #length = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly sink: LineSink) {}

  write(line: string): void {
    this.#lines.push(line);
    this.#length += line.length;
    if (this.#length >= MOST) this.#handOn();
    else this.#timer ??= setTimeout(() => this.#handOn(), LONGEST_WAIT).unref();
  }

  flushSync(): void {
    this.#handOn();
    this.sink.flushSync();
  }

  #handOn(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#length === 0) return;
    const lines = this.#lines.join("");
    this.#lines = [];
    this.#length = 0;
    this.sink.write(lines);
  }
}
