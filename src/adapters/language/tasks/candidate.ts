import type { Sentence } from "../text/analysis.js";
import type { Binding } from "./binding.js";
import type { Duty } from "./duties.js";
import type { Owner } from "./duty-wording.js";
import type { Found, Setting } from "./found-items.js";
import type { MentionClassifier } from "./mention-classifier.js";

/** Something that may be left to do, as it would be kept, with how it came about. */
export interface Candidate {
  readonly item: Found;
  readonly duty: Duty;
  readonly owner: Owner;
  readonly binding: Binding;
}

/** A dialogue as its tasks are looked for. */
export interface Heard extends Setting {
  /** Without what runs on from one sentence into the next. */
  readonly sentences: readonly Sentence[];
  /** Tells what a pronoun means. */
  readonly mentions: MentionClassifier;
  /** The share of sentences that begin with a bare verb: "hand me that". */
  readonly commands: number;
  readonly commonWords: readonly string[];
}
