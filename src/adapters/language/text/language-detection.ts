import { tongueOf } from "../tongues/index.js";
import { type Eld, loadEld } from "./eld-loading.js";
import { wordsOf } from "./words.js";

/** The library looks at no more of a text at once. */
const WINDOW_LENGTH = 1_000;
/** Spread over the text; more of them change no verdict. */
const MAX_WINDOWS = 20;
/** How far a language must score above English. Chosen on 22,000 short texts, of which 10 are then taken wrongly. */
const MIN_MARGIN = 0.12;
/** One word alone tells no language. */
const MIN_WORDS = 2;
/** Names and loan words make up much of a note of fewer words: one of them must be known to be of the language. */
const MIN_WORDS_WITHOUT_EVIDENCE = 6;
/** In scripts other than Latin few letters tell a language. */
const MIN_LETTERS = 2;

/** How well a text fits each language, from 0 to 1, by ISO 639-1 code. */
export type LanguageScores = ReadonlyMap<string, number>;

let loading: Promise<Eld> | undefined;

/** Loads the n-grams of 60 languages on first use (some 25 MB). */
async function load(): Promise<Eld> {
  const eld = await loadEld();
  eld.enableTextCleanup(true);
  return eld;
}

/** @returns a function that scores texts of at most 1,000 characters; of longer ones it reads the beginning. */
export async function loadLanguageScorer(): Promise<(text: string) => LanguageScores> {
  const eld = await (loading ??= load());
  return (text) => new Map(Object.entries(eld.detect(text).getScores()));
}

/** As `LanguageDetector.detect`. */
export function detectLanguage(texts: readonly string[]): Promise<string | undefined> {
  return detectLanguageInWindows(selectWindows(texts));
}

/** @param windows as of `selectWindows`. */
export async function detectLanguageInWindows(windows: readonly string[]): Promise<string | undefined> {
  const sample = windows.join(" ");
  if (!hasEnoughWords(sample)) return undefined;
  const score = await loadLanguageScorer();
  const sums = new Map<string, number>();
  for (const window of windows) {
    for (const [language, value] of score(window)) {
      sums.set(language, (sums.get(language) ?? 0) + value * window.length);
    }
  }
  const total = windows.reduce((sum, { length }) => sum + length, 0);
  const scores = new Map(Array.from(sums, ([language, sum]) => [language, sum / total]));
  const best = findBest(scores);
  if (best === undefined || best === "en") return best;
  if (marginOver("en", best, scores) < MIN_MARGIN) return undefined;
  const isShort = latinWordsIn(sample).length < MIN_WORDS_WITHOUT_EVIDENCE;
  return !isShort || (await hasEvidence(sample, best)) ? best : undefined;
}

/** A word that is no name, with letters that English does not have. */
const FOREIGN_WORD = /(?<![\p{L}'’-])\p{Ll}*(?!\p{ASCII})\p{Ll}/u;

/** Whether a short text is in another script than Latin or has a function word, a time or a task of the language. */
export async function hasEvidence(text: string, language: string): Promise<boolean> {
  const words = latinWordsIn(text);
  if (words.length === 0) return true;
  const tongue = await tongueOf(language);
  if (!tongue) return FOREIGN_WORD.test(text);
  const { verbs } = tongue.speech;
  const isOfTime = tongue.mayBeOfTime(text);
  return words.some(
    (word) =>
      tongue.isFunctionWord(word) ||
      isOfTime(word) ||
      verbs.isTask(word) ||
      verbs.infinitiveOf(word, "order") !== undefined,
  );
}

const latinWordsIn = (text: string): string[] => wordsOf(text).filter((word) => /^\p{Script=Latin}+$/u.test(word));

/** The language with the highest score; undefined when there is none. */
export function findBest(scores: LanguageScores): string | undefined {
  let best: string | undefined;
  for (const [language, value] of scores) {
    if (best === undefined || value > (scores.get(best) ?? 0)) best = language;
  }
  return best;
}

/** How far `language` scores above `other`. */
export const marginOver = (other: string, language: string, scores: LanguageScores): number =>
  (scores.get(language) ?? 0) - (scores.get(other) ?? 0);

/** The whole text where it is short, else windows spread evenly over it. */
export function selectWindows(texts: readonly string[]): string[] {
  const total = texts.reduce((sum, { length }) => sum + length + 1, 0);
  const count = Math.min(MAX_WINDOWS, Math.ceil(total / WINDOW_LENGTH));
  const step = Math.max(WINDOW_LENGTH, total / count);
  const windows: string[] = Array.from({ length: count }, () => "");
  let from = 0;
  for (const text of texts) {
    const to = from + text.length;
    for (let index = Math.floor(from / step); index < count && index * step < to; index += 1) {
      const start = Math.floor(index * step);
      const part = text.slice(Math.max(0, start - from), Math.max(0, start + WINDOW_LENGTH - from));
      if (part !== "") windows[index] = `${windows[index] ?? ""}${part}\n`;
    }
    from = to + 1;
  }
  return windows.filter((window) => window !== "");
}

function hasEnoughWords(text: string): boolean {
  const words = text.match(/\p{L}+/gu) ?? [];
  const latin = words.filter((word) => /^\p{Script=Latin}/u.test(word)).length;
  const letters = words.reduce((sum, word) => sum + (/^\p{Script=Latin}/u.test(word) ? 0 : word.length), 0);
  return latin >= MIN_WORDS || (letters >= MIN_LETTERS && latin < letters);
}
