import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, statfsSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { findProgramAbsence } from "./backends.js";
import { withTemporaryDirectory } from "./temporary-directory.js";

const BLOCK_BYTES = 4096;

/** A separate file system that is small enough to fill. */
export class SmallDisk {
  readonly #fillerFile: string;

  private constructor(
    /** The only directory in it besides the filler file. */
    readonly directory: string,
    private readonly mountPoint: string,
  ) {
    this.#fillerFile = join(mountPoint, "ballast");
  }

  /** Returns why it cannot be mounted here; undefined if it can. */
  static findAbsence(): string | undefined {
    return findProgramAbsence("unshare", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt");
  }

  /** Mounts a file system, runs `use`, and unmounts it afterwards. */
  static async mountTemporarily(bytes: number, use: (disk: SmallDisk) => Promise<void>): Promise<void> {
    await withTemporaryDirectory(async (mountPoint) => {
      execFileSync("mount", ["-t", "tmpfs", "-o", `size=${bytes}`, "tmpfs", mountPoint]);
      try {
        const directory = join(mountPoint, "data");
        mkdirSync(directory);
        appendFileSync(join(mountPoint, "ballast"), "");
        await use(new SmallDisk(directory, mountPoint));
      } finally {
        // A process that a failed test left running keeps the file system, but not the mount point.
        execFileSync("umount", ["--lazy", mountPoint]);
      }
    });
  }

  /** Fills the file system until no space is left, even if other processes free some meanwhile. */
  fill(): void {
    for (let freeBytes = this.#countFreeBytes(); freeBytes > 0; freeBytes = this.#countFreeBytes()) {
      try {
        appendFileSync(this.#fillerFile, Buffer.alloc(freeBytes));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      }
    }
  }

  /** Frees this number of blocks of 4096 bytes, or all blocks of the filler file. */
  freeBlocks(blocks = Infinity): void {
    truncateSync(this.#fillerFile, Math.max(0, statSync(this.#fillerFile).size - blocks * BLOCK_BYTES));
  }

  makeReadOnly(): void {
    execFileSync("mount", ["-o", "remount,ro", this.mountPoint]);
  }

  #countFreeBytes(): number {
    const { bfree, bsize } = statfsSync(this.mountPoint);
    return bfree * bsize;
  }
}
