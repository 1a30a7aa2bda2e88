import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, statfsSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { absenceOf } from "./backends.js";
import { withTemporaryDirectory } from "./temporary-directory.js";

const BLOCK = 4096;

/** A file system of its own, so small that it can be filled. */
export class SmallDisk {
  readonly #ballast: string;

  private constructor(
    /** The only folder in it that is not its filling. */
    readonly directory: string,
    private readonly mountPoint: string,
  ) {
    this.#ballast = join(mountPoint, "ballast");
  }

  /** Why there can be none here; undefined when there can. */
  static absence(): string | undefined {
    return absenceOf("unshare", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt");
  }

  /** Mounts one for the work, and takes it away afterwards. */
  static async of(bytes: number, work: (disk: SmallDisk) => Promise<void>): Promise<void> {
    await withTemporaryDirectory(async (mountPoint) => {
      execFileSync("mount", ["-t", "tmpfs", "-o", `size=${bytes}`, "tmpfs", mountPoint]);
      try {
        const directory = join(mountPoint, "data");
        mkdirSync(directory);
        appendFileSync(join(mountPoint, "ballast"), "");
        await work(new SmallDisk(directory, mountPoint));
      } finally {
        // What a failed test has left running keeps it, but not its place.
        execFileSync("umount", ["--lazy", mountPoint]);
      }
    });
  }

  /** Leaves no room for anything, whoever else takes and gives back room meanwhile. */
  fill(): void {
    for (let room = this.#free(); room > 0; room = this.#free()) {
      try {
        appendFileSync(this.#ballast, Buffer.alloc(room));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      }
    }
  }

  /** Makes room for so many blocks of 4096 bytes, or for all there may be. */
  free(blocks = Infinity): void {
    truncateSync(this.#ballast, Math.max(0, statSync(this.#ballast).size - blocks * BLOCK));
  }

  makeReadOnly(): void {
    execFileSync("mount", ["-o", "remount,ro", this.mountPoint]);
  }

  #free(): number {
    const { bfree, bsize } = statfsSync(this.mountPoint);
    return bfree * bsize;
  }
}
