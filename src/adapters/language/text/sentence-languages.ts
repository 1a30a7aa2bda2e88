import { yieldToEventLoop, isYieldDue } from "../../runtime/cooperative-yield.js";
import { findBest, hasEvidence, loadLanguageScorer, marginOver } from "./language-detection.js";
import { wordsOf } from "./words.js";

/** Fewer words tell no language: they go with what stands before them. */
const MIN_SENTENCE_WORDS = 5;
/** A sentence with this share of the main language's function words is in the main language. */
const MIN_FUNCTION_WORDS = 0.25;
/** In a shorter sentence a word must be known to be of the other language. */
const MIN_WORDS_WITHOUT_EVIDENCE = 10;
/** How far another language must score above the main one. */
const MIN_MARGIN = 0.15;
/** Fewer words of another language in the whole text are a quotation or a mistake. */
const MIN_LANGUAGE_WORDS = 10;
/** A sentence that is longer is told by its beginning. */
const MAX_LENGTH = 1_000;

interface MainLanguage {
  /** ISO 639-1, a region may follow. */
  readonly code: string;
  /** Undefined where the language's function words are not known. */
  readonly isFunctionWord: ((word: string) => boolean) | undefined;
}

interface SentenceText {
  readonly text: string;
  /** The utterance that it belongs to. */
  readonly turn: number;
}

/**
 * Tells the sentences of other languages from those of the main one.
 * @returns a language for each sentence; undefined when some are in another language and none is in the main one.
 */
export async function languagesOfSentences(
  sentences: readonly SentenceText[],
  main: MainLanguage,
): Promise<readonly string[] | undefined> {
  const known: (string | undefined)[] = [];
  const wordCounts = new Map<string, number>();
  for (const { text } of sentences) {
    if (isYieldDue()) await yieldToEventLoop();
    const start = text.slice(0, MAX_LENGTH);
    const words = wordsOf(start);
    const language = await languageOfSentence(start, words, main);
    known.push(language);
    if (language !== undefined) wordCounts.set(language, (wordCounts.get(language) ?? 0) + words.length);
  }
  const isUsed = (language: string): boolean =>
    language !== main.code && (wordCounts.get(language) ?? 0) >= MIN_LANGUAGE_WORDS;
  if (wordCounts.size > 0 && !wordCounts.has(main.code)) return undefined;
  const languages: string[] = [];
  for (const [index, language] of known.entries()) {
    const isContinued = sentences[index - 1]?.turn === sentences[index]?.turn;
    const before = isContinued ? languages[index - 1] : undefined;
    languages.push(language === undefined ? (before ?? main.code) : isUsed(language) ? language : main.code);
  }
  return languages;
}

/** @returns undefined where the sentence does not tell. */
async function languageOfSentence(
  text: string,
  words: readonly string[],
  { code, isFunctionWord }: MainLanguage,
): Promise<string | undefined> {
  if (words.length < MIN_SENTENCE_WORDS) return undefined;
  const functionWords = isFunctionWord ? words.filter((word) => isFunctionWord(word)).length : 0;
  if (functionWords >= MIN_FUNCTION_WORDS * words.length) return code;
  const base = code.slice(0, 2);
  const scores = (await loadLanguageScorer())(text);
  const best = findBest(scores);
  if (best === base) return code;
  if (best === undefined || marginOver(base, best, scores) < MIN_MARGIN) return undefined;
  return words.length >= MIN_WORDS_WITHOUT_EVIDENCE || (await hasEvidence(text, best)) ? best : undefined;
}
