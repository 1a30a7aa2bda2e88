import { closeSync, openSync, readSync, statSync } from "node:fs";

/** Of the first copy of the header, in bytes: with the number of the last commit and what sums up the log so far. */
const HEADER = 48;

interface Descriptor {
  readonly number: number;
  connections: number;
}

/**
 * By device and inode. Whoever closes a descriptor of a file takes all locks on it from the whole process, those of
 * other connections too (sqlite.org/howtocorrupt.html, section 2.2): so there is one for all connections to a file, and
 * it is closed when the last of them is.
 */
const descriptors = new Map<string, Descriptor>();

/**
 * The header of the index that all connections to a file share, which every commit changes before it is acknowledged
 * (sqlite.org/walformat.html, section 2.1). To look at it takes one system call and no lock.
 */
export class WalIndex {
  #known = Buffer.alloc(HEADER);
  #found = Buffer.alloc(HEADER);

  private constructor(
    private readonly inode: string,
    private readonly descriptor: Descriptor,
  ) {}

  /**
   * To be called once for every connection of ours that this process has to the file, and matched by a `close`.
   * @param file the database, to which that connection is open.
   */
  static open(file: string): WalIndex {
    const path = `${file}-shm`;
    const { dev, ino } = statSync(path, { bigint: true });
    const inode = `${dev}:${ino}`;
    const descriptor = descriptors.get(inode) ?? { number: openSync(path, "r"), connections: 0 };
    descriptor.connections += 1;
    descriptors.set(inode, descriptor);
    return new WalIndex(inode, descriptor);
  }

  /** Whether anybody has committed since what `accept` took note of; perhaps also when nobody has. True at first. */
  hasChanged(): boolean {
    readSync(this.descriptor.number, this.#found, 0, HEADER, 0);
    return !this.#found.equals(this.#known);
  }

  /** Takes note of what `hasChanged` found. */
  accept(): void {
    [this.#known, this.#found] = [this.#found, this.#known];
  }

  /** To be called when the connection has been closed. */
  close(): void {
    this.descriptor.connections -= 1;
    if (this.descriptor.connections > 0) return;
    descriptors.delete(this.inode);
    closeSync(this.descriptor.number);
  }
}
