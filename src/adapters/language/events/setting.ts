import type { Sentence } from "../text/analysis.js";
import type { People } from "../talk/people.js";

/** What a plan is read with. */
export interface Setting {
  readonly sentences: readonly Sentence[];
  readonly people: People;
}
