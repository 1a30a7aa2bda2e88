import { closeSync, openSync, readSync } from "node:fs";

/** Of the first copy of the header, in bytes: with the number of the last commit and what sums up the log so far. */
const HEADER = 48;

/**
 * The header of the index that all connections to a file share, which every commit changes before it is acknowledged
 * (sqlite.org/walformat.html, section 2.1). To look at it takes one system call and no lock.
 */
export class WalIndex {
  #known = Buffer.alloc(HEADER);
  #found = Buffer.alloc(HEADER);

  private constructor(private readonly descriptor: number) {}

  /** @param file the database, to which a connection is open. */
  static open(file: string): WalIndex {
    return new WalIndex(openSync(`${file}-shm`, "r"));
  }

  /** Whether anybody has committed since the last call; perhaps also when nobody has. True the first time. */
  hasChanged(): boolean {
    readSync(this.descriptor, this.#found, 0, HEADER, 0);
    if (this.#found.equals(this.#known)) return false;
    [this.#known, this.#found] = [this.#found, this.#known];
    return true;
  }

  close(): void {
    closeSync(this.descriptor);
  }
}
