import { getLocale, locales } from "../locales/index.js";
import type { Locale } from "../locales/locale.js";
import { createTimeReader } from "../temporal/index.js";
import { type Eld, loadEld } from "./eld-loading.js";
import { tokenize, type TextToken } from "./text-tokens.js";

/** In UTF-16 code units. The library reads no more of a text at once. */
const WINDOW_LENGTH = 1_000;
/** Spread over the text; more of them do not change the result. */
const MAX_WINDOWS = 20;
/** How far a language must score above English. Chosen on 22,000 short texts, of which 10 are then detected wrongly. */
const MIN_MARGIN = 0.12;
/** One word alone does not tell its language. */
const MIN_WORDS = 2;
/** In a shorter text names and loan words weigh much: one of its words must be known to be of the language. */
const MIN_WORDS_WITHOUT_EVIDENCE = 6;
/** In scripts other than Latin a few letters suffice. */
const MIN_LETTERS = 2;

let loading: Promise<Eld> | undefined;

/** Loads the n-grams of 60 languages on first use (about 25 MB). */
async function loadDetector(): Promise<Eld> {
  const eld = await loadEld();
  eld.enableTextCleanup(true);
  return eld;
}

/** As `LanguageDetector.detect`. */
export function detectLanguage(texts: readonly string[]): Promise<string | undefined> {
  return detectLanguageInWindows(selectWindows(texts));
}

/** @param windows as of `selectWindows`. */
export async function detectLanguageInWindows(windows: readonly string[]): Promise<string | undefined> {
  const sample = windows.join(" ");
  if (!hasEnoughWords(sample)) return undefined;
  const eld = await (loading ??= loadDetector());
  const sums = new Map<string, number>();
  for (const window of windows) {
    for (const [language, score] of Object.entries(eld.detect(window).getScores()))
      sums.set(language, (sums.get(language) ?? 0) + score * window.length);
  }
  const total = windows.reduce((sum, { length }) => sum + length, 0);
  const [best] = [...sums].toSorted(([, one], [, other]) => other - one);
  if (!best || best[0] === "en") return best?.[0];
  const [language, score] = best;
  if ((score - (sums.get("en") ?? 0)) / total < MIN_MARGIN) return undefined;
  const words = tokenize(sample).filter(({ lower }) => /^\p{Script=Latin}+$/u.test(lower));
  return words.length >= MIN_WORDS_WITHOUT_EVIDENCE || hasEvidence(sample, words, language) ? language : undefined;
}

/** A letter that English does not have, in a word that is not a name. */
const FOREIGN_LETTER = /^\p{Ll}*(?!\p{ASCII})\p{Ll}/u;

/** Times are found relative to some instant; which one does not matter here. */
const ANY_TIME = { startedAt: new Date(0), timeZone: "UTC" };

/** Whether a word, a topic or a time of the language occurs. */
function hasEvidence(text: string, words: readonly TextToken[], language: string): boolean {
  if (words.length === 0) return true;
  const locale = getLocale(language);
  const english = getLocale("en");
  // "9pm" is a time in more than one language.
  if (locale && english) return countEvidence(text, words, locale) > countEvidence(text, words, english);
  return words.some((word) => FOREIGN_LETTER.test(word.text));
}

/** Weighs known words twice, words of a topic once, and times by their length. */
function countEvidence(text: string, tokens: readonly TextToken[], locale: Locale): number {
  const topics = tokens.filter(({ lower }) => !locale.isKnown(lower) && locale.findCategories(lower).length > 0).length;
  const times = createTimeReader(ANY_TIME, locale.code)?.find(text) ?? [];
  const timeLength = times.reduce((sum, { from, to }) => sum + to - from, 0);
  return 2 * countKnownWords(tokens, locale) + topics + timeLength;
}

/** The words that the locale lists: function words and verb forms. */
export function countKnownWords(tokens: readonly TextToken[], locale: Locale): number {
  return tokens.filter(({ lower }) => locale.isKnown(lower)).length;
}

/** How many more words another locale must know before a sentence counts as its language. */
const MIN_LEAD = 2;

/**
 * Guesses the locale of a text that is too short for detection by n-grams.
 * @returns the locale with the most evidence; undefined when no locale or several have it.
 */
export function guessLocale(texts: readonly string[]): Locale | undefined {
  const text = texts.join("\n").slice(0, WINDOW_LENGTH);
  const tokens = tokenize(text);
  const [best, second] = locales()
    .map((locale) => ({ locale, evidence: countEvidence(text, tokens, locale) }))
    .toSorted((one, other) => other.evidence - one.evidence);
  return best && best.evidence > (second?.evidence ?? 0) ? best.locale : undefined;
}

/** @returns the locale of a sentence: the main one, unless another one knows clearly more of its words. */
export function findSentenceLocale(tokens: readonly TextToken[], main: Locale | undefined): Locale | undefined {
  const words = tokens.filter(({ isWord }) => isWord);
  const own = main ? countKnownWords(words, main) : 0;
  // Most sentences are in the main language: a cheap check before the comparison.
  if (main && own * 3 >= words.length) return main;
  let [best, most] = [main, own + MIN_LEAD - 1];
  for (const locale of locales()) {
    const count = locale === main ? 0 : countKnownWords(words, locale);
    if (count > most && count * 2 >= words.length) [best, most] = [locale, count];
  }
  return best;
}

/** @returns the whole text if it is short, otherwise windows spread evenly over it. */
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
