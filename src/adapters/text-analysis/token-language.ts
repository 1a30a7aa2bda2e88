import functionWords from "./function-words.json" with { type: "json" };
import type { SearchToken } from "./tokenizer.js";

/** Returns the words of a list whose entries are words separated by spaces. */
export const parseWordList = (lines: readonly string[]): string[] => lines.flatMap((line) => line.split(" "));

/** Function words of other languages, without accents and without negations. */
const functionWordsByLanguage = Object.values(functionWords.otherLanguages).map(parseWordList);

const englishHomographs: ReadonlySet<string> = new Set(parseWordList(functionWords.englishHomographs));

/** A further bit beside those of the languages: the word does not occur in English. */
const NOT_ENGLISH_BIT = 2 ** functionWordsByLanguage.length;

/** By function word: the bits of the languages that have it. */
const languageBitsByWord = new Map<string, number>();
for (const [i, words] of functionWordsByLanguage.entries()) {
  for (const word of words) {
    const bits = languageBitsByWord.get(word) ?? (englishHomographs.has(word) ? 0 : NOT_ENGLISH_BIT);
    languageBitsByWord.set(word, bits | (2 ** i));
  }
}

/** @param word in lower case, without accents. @returns `SearchToken.grammarLanguages`. */
export const getGrammarLanguages = (word: string): number | undefined => languageBitsByWord.get(word);

/** Whether a word with these `grammarLanguages` may also be an English word, or a name. */
export const isEnglishHomograph = (bits: number): boolean => bits < NOT_ENGLISH_BIT;

/** The evidence for another language: this many of its function words, and more than this many per English one. */
const MIN_FOREIGN_WORDS = 2;
const MIN_FOREIGN_TO_ENGLISH_RATIO = 2;

/** Returns the bit of the language, other than English, that a text is evidently written in; 0 for none. */
export function detectForeignLanguage(tokens: readonly SearchToken[]): number {
  if (!tokens.some(({ grammarLanguages: bits = 0 }) => bits >= NOT_ENGLISH_BIT)) return 0;
  let [maxWordCount, language] = [0, 0];
  for (let bit = 1; bit < NOT_ENGLISH_BIT; bit *= 2) {
    const wordCount = countFunctionWords(tokens, bit);
    if (wordCount > maxWordCount) [maxWordCount, language] = [wordCount, bit];
  }
  return language;
}

/** Returns the number of function words of the language; 0 when they are not sufficient evidence. */
function countFunctionWords(tokens: readonly SearchToken[], bit: number): number {
  let [wordCount, certainCount, englishCount] = [0, 0, 0];
  for (const { isContent, grammarLanguages: bits = 0 } of tokens) {
    if ((bits & bit) !== 0) {
      wordCount += 1;
      if (bits >= NOT_ENGLISH_BIT) certainCount += 1;
    } else if (!isContent) englishCount += 1;
  }
  return certainCount > 0 && wordCount >= MIN_FOREIGN_WORDS && wordCount > MIN_FOREIGN_TO_ENGLISH_RATIO * englishCount
    ? wordCount
    : 0;
}

/** A letter that occurs in no word. It marks words of other languages, so that they do not match English words. */
const FOREIGN_SUFFIX = "\ua78f";
/** Marks function words of other languages; no other term begins with it. */
const FUNCTION_WORD_PREFIX = "~";

/** Returns the term of a content word in a text of another language. */
export const tagForeignTerm = (term: string): string => term + FOREIGN_SUFFIX;

/** Returns the term without its language mark. */
export function stripLanguageTag(term: string): string {
  if (term.endsWith(FOREIGN_SUFFIX)) return term.slice(0, -FOREIGN_SUFFIX.length);
  return term.startsWith(FUNCTION_WORD_PREFIX) && term.length > 1 ? term.slice(1) : term;
}

/** Marks a token with the language bit of its text, except numbers and names with a role. */
export function tagTokenLanguage(token: SearchToken, bit: number): SearchToken {
  const { term, role, isContent, grammarLanguages: bits = 0 } = token;
  if ((bits & bit) !== 0) return { term: FUNCTION_WORD_PREFIX + term, isContent: false, spelling: "plain" };
  return isContent && !role && LATIN_TERM.test(term) && term !== "not"
    ? { ...token, term: tagForeignTerm(term) }
    : token;
}

const LATIN_TERM = /^\p{sc=Latin}/u;
