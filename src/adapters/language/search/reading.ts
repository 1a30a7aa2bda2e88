import { answersIn } from "./answer-types.js";
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
  /** What part of it asks, 0 to 1: a question that resembles that of the search rarely answers it. */
  readonly asking: number;
}

export function read(content: string): ReadText {
  const words = tokensOf(content);
  const units = builtInMeanings().unitsIn(words);
  const signs: string[] = answersIn(words);
  for (const { phrase } of units) if (phrase !== undefined) signs.push(phrase);
  return { content, words, units, signs, asking: askingPart(content) };
}

const SENTENCE = /[^.!?…]+([.!?…]*)/g;

function askingPart(text: string): number {
  if (!text.includes("?")) return 0;
  let [asking, all] = [0, 0];
  for (const [sentence, end = ""] of text.matchAll(SENTENCE)) {
    const length = sentence.trim().length;
    all += length;
    if (end.includes("?")) asking += length;
  }
  return all === 0 ? 0 : asking / all;
}
