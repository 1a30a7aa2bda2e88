import { v5, v7 } from "uuid";
import type { Ids } from "../../ports/driven/ids.js";

/** Never to be changed: ids derived under another one would be other ids (design 2). */
const NAMESPACE = "909064d6-bc78-4fbf-999b-50566b747a38";

/** Ids as UUIDs (RFC 9562, sections 5.5 and 5.7): version 7 for fresh ones, version 5 for derived ones. */
export class SystemIds implements Ids {
  /** What is made one after the other stands side by side in an index. */
  fresh(): string {
    return v7();
  }

  /** The names are joined as JSON, so that ("ab", "c") and ("a", "bc") are two things. */
  derived(...names: readonly string[]): string {
    return v5(JSON.stringify(names), NAMESPACE);
  }
}
