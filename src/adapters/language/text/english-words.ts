import { findBest, hasEvidence, loadLanguageScorer, marginOver } from "./language-detection.js";
import { isBackchannel, stopWords, wordsOf } from "./words.js";
import { tongueOf } from "../tongues/index.js";

/** A text of so many words tells its language by itself. */
const MAX_UNCERTAIN_WORDS = 20;
/** Of fewer words too many are words of another language as well: "So nett", "War toll". */
const MIN_ENGLISH_WORDS = 4;
/** More than this share of the words must be words of English. */
const MIN_KNOWN_SHARE = 0.75;
/** Another language must score less than this above English. */
const MAX_MARGIN = 0.12;

/** Whether a lower-case word is in a lexicon. */
type HasWord = (word: string) => boolean;

/** Whether a text whose language was not detected is so short that its words must tell whether it is English. */
export function needsWordCheck(text: string): boolean {
  return wordsOf(text).length < MAX_UNCERTAIN_WORDS;
}

/** Whether the rules of English may change the wording of a text whose language was not detected. */
export async function isSurelyEnglish(text: string, hasWord: HasWord): Promise<boolean> {
  if (isBackchannel(text)) return true;
  return wordsOf(text).length >= MIN_ENGLISH_WORDS && (await isLikelyEnglish(text, hasWord));
}

/** Whether nearly all words of a text are English, and no other language fits it much better. */
export async function isLikelyEnglish(text: string, hasWord: HasWord): Promise<boolean> {
  if (knownShare(text, hasWord) <= MIN_KNOWN_SHARE) return false;
  const scores = (await loadLanguageScorer())(text);
  const best = findBest(scores);
  if (best === undefined || best === "en") return true;
  if (marginOver("en", best, scores) >= MAX_MARGIN) return false;
  return (await tongueOf(best)) === undefined || !(await hasEvidence(text, best));
}

/** The share of words that are English; what is written with a capital within the text may be a name and does not count. */
function knownShare(text: string, hasWord: HasWord): number {
  const words = Array.from(text.matchAll(/\p{L}+(?:['’]\p{L}+)*/gu), ([word]) => word);
  const known = (word: string): boolean => {
    const lower = word.toLowerCase().replace("’", "'");
    return stopWords.has(lower) || hasWord(lower) || hasWord(lower.replace(/'s$/, ""));
  };
  const counted = words.filter((word, at) => at === 0 || !/^\p{Lu}/u.test(word) || known(word));
  return counted.length === 0 ? 0 : counted.filter(known).length / counted.length;
}
