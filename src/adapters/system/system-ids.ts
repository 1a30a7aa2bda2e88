import { randomUUID } from "node:crypto";
import { v5 } from "uuid";
import type { Ids } from "../../ports/driven/ids.js";

/** Never to be changed: ids derived under another one would be other ids (design 2). */
const NAMESPACE = "909064d6-bc78-4fbf-999b-50566b747a38";

/** Ids as UUIDs: version 4 for fresh ones, version 5 (RFC 9562, section 5.5) for derived ones. */
export class SystemIds implements Ids {
  fresh(): string {
    return randomUUID();
  }

  /** The names are joined as JSON, so that ("ab", "c") and ("a", "bc") are two things. */
  derived(...names: readonly string[]): string {
    return v5(JSON.stringify(names), NAMESPACE);
  }
}
