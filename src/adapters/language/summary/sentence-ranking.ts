import type { Sentence } from "../text/analysis.js";
import { hasClause, wellFormedness } from "./sentence-manner.js";
import { purposefulness } from "./sentence-purpose.js";
import type { Token } from "../text/tagger.js";
import { wordsOf } from "../text/words.js";

/** A sentence as it could stand in an overview, with how well it would. */
export interface Candidate {
  readonly sentence: Sentence;
  readonly text: string;
  readonly length: number;
  readonly score: number;
  /** What it tells of, in as far as the text still has it. */
  readonly terms: ReadonlySet<string>;
  /** How well it stands for them, without regard to which they are. */
  readonly quality: number;
}

export interface Setting {
  readonly sentences: readonly Sentence[];
  /** What a term weighs where a sentence stands. */
  readonly weightOf: (term: string, sentence: Sentence) => number;
  readonly english: boolean;
  /** The share of its terms that other parts of the conversation have as well. */
  readonly rootsOf: (sentence: Sentence) => number;
  /** A short conversation, which has little else to tell than who does what. */
  readonly isBrief: boolean;
  /** A factor: less for what the digest tells elsewhere, more for what was settled. */
  readonly newsOf: (sentence: Sentence, text: string) => number;
}

/** A sentence with fewer terms says nothing by itself. */
export const FEWEST_TERMS = 2;
const SHORTEST = 6;
const BEST_FROM = 10;
const BEST_TO = 28;
/** What a question weighs beside a statement, where no grammar tells what it asks. */
const QUESTION = 0.4;
/** Assent comes within so many sentences. */
const REPLIES = 2;

/**
 * How well a sentence stands for the conversation: how central its terms are (TextRank, damped by their number so
 * that length alone is no merit), times how much it tells and settles, times how well it stands by itself.
 */
export function candidate(sentence: Sentence, text: string, setting: Setting): Candidate {
  const { weightOf, english, sentences, isBrief } = setting;
  const length = english ? wordsOf(text).length : sentence.words.length;
  const lower = text.toLowerCase();
  const terms = new Set(sentence.terms.filter((term) => !english || mentions(lower, term)));
  let weight = 0;
  for (const term of terms) weight += weightOf(term, sentence);
  let quality = 0.3 + 0.7 * setting.rootsOf(sentence);
  if (!sentence.whole) quality *= 0.6;
  if (!english) {
    if (text.endsWith("?")) quality *= QUESTION;
    quality *= lengthFactor(length);
  } else {
    const kept = { ...sentence, tokens: tokensOf(sentence, text) };
    const next = sentences.slice(sentence.index + 1, sentence.index + 1 + REPLIES);
    quality *=
      wellFormedness(text, kept.tokens) *
      purposefulness(text, kept, { next, isBrief }) *
      setting.newsOf(sentence, text);
  }
  return { sentence, text, length, terms, quality, score: (quality * weight) / Math.sqrt(Math.max(terms.size, 4)) };
}

function lengthFactor(length: number): number {
  if (length < BEST_FROM) return (length / BEST_FROM) ** 2;
  return length > BEST_TO ? (BEST_TO / length) ** 1.3 : 1;
}

/** Lemmas are not always what was said; the first letters tell well enough whether a clipped text still has it. */
function mentions(lower: string, term: string): boolean {
  return lower.includes(term.slice(0, Math.max(4, term.length - 3)).toLowerCase());
}

const letters = (text: string): string => text.replace(/[\s.]/g, "").toLowerCase();

/** The tokens of the part of a sentence that is kept; they are counted by their letters, for spaces may differ. */
function tokensOf({ text: whole, tokens }: Sentence, text: string): readonly Token[] {
  const kept = letters(text);
  const from = Math.max(0, letters(whole).indexOf(kept));
  const to = from + kept.length;
  let at = 0;
  return tokens.filter(({ lower }) => {
    const start = at;
    at += lower.includes(".") ? letters(lower).length : lower.length;
    return start >= from && start < to;
  });
}

/** Whether a text can be a sentence of an overview at all. */
export function isStatement(sentence: Sentence, text: string): boolean {
  if (sentence.tokens.length === 0) return sentence.words.length >= 3;
  return wordsOf(text).length >= SHORTEST && hasClause(sentence);
}
