import { createHash } from "node:crypto";
import type { Ids } from "../ports/driven/ids.js";

/** Fresh ids in a known order, and derived ones that are the same in every run. */
export class SequentialIds implements Ids {
  #last = 0;

  fresh(): string {
    this.#last += 1;
    return `00000000-0000-4000-8000-${String(this.#last).padStart(12, "0")}`;
  }

  derived(...names: readonly string[]): string {
    const hex = createHash("sha1").update(JSON.stringify(names)).digest("hex");
    return [
      hex.slice(0, 8),
      hex.slice(8, 12),
      `5${hex.slice(13, 16)}`,
      `8${hex.slice(17, 20)}`,
      hex.slice(20, 32),
    ].join("-");
  }
}
