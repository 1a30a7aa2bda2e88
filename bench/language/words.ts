import { readFileSync } from "node:fs";

// From dist/bench/language/.
const file = new URL("../../../bench/language/words.json", import.meta.url);
const lists = JSON.parse(readFileSync(file, "utf8")) as Readonly<
  Record<"stopWords" | "fillers" | "backchannels", string>
>;

/** Function words of English, in lower case. */
export const stopWords: ReadonlySet<string> = new Set(lists.stopWords.split(" "));
const fillers: ReadonlySet<string> = new Set(lists.fillers.split(" "));
const backchannels: ReadonlySet<string> = new Set(lists.backchannels.split(" "));

/** The last Latin letter: single characters of later scripts, such as Han, can be words. */
const LAST_LATIN_CHARACTER = "\u02ff";

/** @returns the words of a text in lower case: letters and digits with inner apostrophes and hyphens. */
export function tokenizeText(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? [];
}

/** @param word in lower case */
export function isContentWord(word: string): boolean {
  const isLongEnough = word.length > 1 || word > LAST_LATIN_CHARACTER;
  return isLongEnough && !stopWords.has(word) && !fillers.has(word) && !backchannels.has(word);
}
