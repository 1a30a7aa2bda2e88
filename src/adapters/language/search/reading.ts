import { answersIn } from "./answer-types.js";
import { askingPart } from "./asking.js";
import { builtInMeanings, type Unit } from "./meanings.js";
import { tokensOf, type Token } from "./tokens.js";

/** A text and what is taken from it once for all that need it. */
export interface ReadText {
  readonly content: string;
  readonly words: readonly Token[];
  /** The same, phrases of the thesaurus in one. */
  readonly units: readonly Unit[];
  /** Terms for what more than one of its words says: its phrases, and types of answers. */
  readonly signs: readonly string[];
  /** As of `askingPart`. */
  readonly asking: number;
}

export function read(content: string): ReadText {
  const words = tokensOf(content);
  const units = builtInMeanings().unitsIn(words);
  const signs: string[] = answersIn(words);
  for (const { phrase } of units) if (phrase !== undefined) signs.push(phrase);
  return { content, words, units, signs, asking: askingPart(content, words) };
}

const SAMPLE = "Where was the café in 東京 at 7:30? 🙂";

/** Loads the thesaurus and has patterns compiled while the service starts, so that the first search is not held up. */
export function prepareReading(): void {
  // The first use of a pattern makes byte code of it, the second machine code.
  for (let use = 0; use < 2; use += 1) read(SAMPLE);
}
