import { randomFillSync } from "node:crypto";
import { v5, v7 } from "uuid";
import type { Ids } from "../../ports/driven/ids.js";

/** Never to be changed: ids derived under another one would be other ids (design 2). */
const NAMESPACE = "909064d6-bc78-4fbf-999b-50566b747a38";

/** Of one id, in bytes. */
const RANDOMNESS = 16;

/** Ids as UUIDs (RFC 9562, sections 5.5 and 5.7): version 7 for fresh ones, version 5 for derived ones. */
export class SystemIds implements Ids {
  /** Asking the system costs more than all the rest of an id, so that of many is asked for at once. */
  readonly #pool = Buffer.alloc(256 * RANDOMNESS);
  #used = this.#pool.length;
  readonly #random = Buffer.alloc(RANDOMNESS);
  /** The millisecond of the id before, and its place in it. */
  #instant = -Infinity;
  #place = 0;

  /** What is made one after the other stands side by side in an index. */
  fresh(): string {
    const random = this.#draw();
    const now = Date.now();
    if (now > this.#instant) {
      this.#instant = now;
      // Half of the room is left for those that follow in the millisecond (RFC 9562, section 6.2).
      this.#place = random.readUInt32BE() >>> 1;
    } else this.#place += 1;
    return v7({ random, msecs: this.#instant, seq: this.#place });
  }

  /** The names are joined as JSON, so that ("ab", "c") and ("a", "bc") are two things. */
  derived(...names: readonly string[]): string {
    return v5(JSON.stringify(names), NAMESPACE);
  }

  #draw(): Buffer {
    if (this.#used === this.#pool.length) {
      randomFillSync(this.#pool);
      this.#used = 0;
    }
    this.#pool.copy(this.#random, 0, this.#used, (this.#used += RANDOMNESS));
    return this.#random;
  }
}
