import { randomFillSync } from "node:crypto";
import { v5, v7 } from "uuid";
import type { IdGenerator } from "../../ports/driven/runtime/system.js";

/** Must never change: derived IDs would differ from the stored ones. */
const ID_NAMESPACE = "909064d6-bc78-4fbf-999b-50566b747a38";

const RANDOM_BYTES_PER_ID = 16;

/** Generates IDs as UUIDs (RFC 9562, sections 5.5 and 5.7): version 7 for new ones, version 5 for derived ones. */
export class SystemIds implements IdGenerator {
  /** Random bytes are requested for many IDs at once, because the system call costs more than the rest of an ID. */
  readonly #randomPool = Buffer.alloc(256 * RANDOM_BYTES_PER_ID);
  #usedBytes = this.#randomPool.length;
  readonly #randomBytes = Buffer.alloc(RANDOM_BYTES_PER_ID);
  /** The millisecond of the previous ID, and its sequence number within it. */
  #lastMs = -Infinity;
  #sequence = 0;

  /** Consecutive IDs sort by time, so that they are adjacent in an index. */
  generate(): string {
    const randomBytes = this.#takeRandomBytes();
    const nowMs = Date.now();
    if (nowMs > this.#lastMs) {
      this.#lastMs = nowMs;
      // Leaves half of the range for further IDs of the same millisecond (RFC 9562, section 6.2).
      this.#sequence = randomBytes.readUInt32BE() >>> 1;
    } else this.#sequence += 1;
    return v7({ random: randomBytes, msecs: this.#lastMs, seq: this.#sequence });
  }

  /** Joins the names as JSON, so that ("ab", "c") and ("a", "bc") give different IDs. */
  derive(...names: readonly string[]): string {
    return v5(JSON.stringify(names), ID_NAMESPACE);
  }

  #takeRandomBytes(): Buffer {
    if (this.#usedBytes === this.#randomPool.length) {
      randomFillSync(this.#randomPool);
      this.#usedBytes = 0;
    }
    this.#randomPool.copy(this.#randomBytes, 0, this.#usedBytes, (this.#usedBytes += RANDOM_BYTES_PER_ID));
    return this.#randomBytes;
  }
}
