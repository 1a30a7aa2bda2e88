import type { DatabaseSync, StatementSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { isBusy } from "./errors.js";

/** In milliseconds. */
const FIRST_PAUSE = 10;
const LONGEST_PAUSE = 500;

/**
 * Sees to it that what was deleted is gone from the files as well: the write-ahead log keeps every earlier form of a
 * page until a checkpoint empties it, which anybody's open read holds up (decision 4.11).
 */
export class Eraser {
  readonly #checkpoint: StatementSync;
  readonly #closing = new AbortController();
  #retrying: Promise<void> | undefined;
  #beginning: Promise<void> | undefined;

  constructor(db: DatabaseSync) {
    this.#checkpoint = db.prepare("PRAGMA wal_checkpoint(TRUNCATE)");
  }

  /** As `erase`, when the store is opened. @throws when the file does not let it, whoever else reads it. */
  begin(): void {
    if (!this.#isDone()) this.#retrying ??= this.#retry();
  }

  /** Tries at once, once for all that shared a commit, and then, as long as the store is open, until it succeeds. */
  erase(): Promise<void> {
    this.#beginning ??= Promise.resolve().then(() => {
      this.#beginning = undefined;
      if (!this.#empties()) this.#retrying ??= this.#retry();
    });
    return this.#beginning;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#retrying;
    this.#empties();
  }

  async #retry(): Promise<void> {
    const { signal } = this.#closing;
    let pause = FIRST_PAUSE;
    do {
      // A store that nobody closed must not keep its process alive.
      await sleep(pause, undefined, { signal, ref: false }).catch(() => undefined);
      pause = Math.min(pause * 2, LONGEST_PAUSE);
    } while (!signal.aborted && !this.#empties());
    this.#retrying = undefined;
  }

  /** A failure of the disk is as good a reason to try again as a reader: nothing acknowledged depends on it. */
  #empties(): boolean {
    try {
      return this.#isDone();
    } catch {
      return false;
    }
  }

  /** Whether a checkpoint got through; not while others are at the file. */
  #isDone(): boolean {
    try {
      return this.#checkpoint.get()?.busy === 0;
    } catch (error) {
      if (isBusy(error)) return false;
      throw error;
    }
  }
}
