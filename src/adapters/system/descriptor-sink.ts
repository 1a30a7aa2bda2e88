import { write, writeSync } from "node:fs";
import type { LineSink } from "./gathered-lines.js";

/** What is held for a reader that is slow, in characters: what comes on top is lost. */
const MOST_HELD = 4_000_000;
/** How long a full pipe is left alone, in milliseconds. */
const PAUSE = 10;
/** How long the process may be held up for the last lines, in milliseconds. */
const LONGEST_FLUSH = 500;

/**
 * Writes to an open file descriptor, and never at the cost of the service: what a full disk, or a reader that is gone
 * or asleep, does not take is lost, and the next line that gets through says how much that was.
 */
export class DescriptorSink implements LineSink {
  #held: string[] = [];
  #length = 0;
  #lost = 0;
  #isWriting = false;

  constructor(private readonly descriptor: number) {}

  /** How many lines were lost of which nothing has been said yet. */
  get lost(): number {
    return this.#lost;
  }

  write(lines: string): void {
    if (this.#length + lines.length > MOST_HELD) {
      this.#lose(lines);
      return;
    }
    this.#held.push(lines);
    this.#length += lines.length;
    this.#writeOn();
  }

  flushSync(): void {
    const end = performance.now() + LONGEST_FLUSH;
    let rest = Buffer.from(this.#take());
    while (rest.length > 0) {
      try {
        rest = rest.subarray(writeSync(this.descriptor, rest));
      } catch (error) {
        if (!isFullPipe(error) || performance.now() > end) {
          this.#lose(rest.toString());
          return;
        }
      }
    }
  }

  #writeOn(): void {
    if (this.#isWriting || this.#length === 0) return;
    this.#isWriting = true;
    this.#writeAll(Buffer.from(this.#take()));
  }

  #writeAll(rest: Buffer): void {
    write(this.descriptor, rest, (error, written) => {
      if (error && isFullPipe(error)) {
        setTimeout(() => this.#writeAll(rest), PAUSE).unref();
      } else if (!error && written < rest.length) {
        this.#writeAll(rest.subarray(written));
      } else {
        if (error) this.#lose(rest.toString());
        this.#isWriting = false;
        this.#writeOn();
      }
    });
  }

  #take(): string {
    const lines = this.#held.join("");
    this.#held = [];
    this.#length = 0;
    if (this.#lost === 0 || lines === "") return lines;
    const notice = JSON.stringify({ level: "warn", event: "log.lines_lost", lines: this.#lost });
    this.#lost = 0;
    return `${notice}\n${lines}`;
  }

  #lose(lines: string): void {
    this.#lost += lines.split("\n").length - 1;
  }
}

function isFullPipe(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "EAGAIN";
}
