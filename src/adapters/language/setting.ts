import type { Sentence } from "./analysis.js";
import type { People } from "./people.js";

/** What a plan is read with. */
export interface Setting {
  readonly sentences: readonly Sentence[];
  readonly people: People;
}
