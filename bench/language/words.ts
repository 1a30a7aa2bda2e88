import { readFileSync } from "node:fs";

// From dist/bench/language/.
const file = new URL("../../../bench/language/words.json", import.meta.url);
const lists = JSON.parse(readFileSync(file, "utf8")) as Readonly<
  Record<"stopWords" | "fillers" | "backchannels", string>
>;

/** Function words of English. */
export const stopWords: ReadonlySet<string> = new Set(lists.stopWords.split(" "));
const fillers: ReadonlySet<string> = new Set(lists.fillers.split(" "));
const backchannels: ReadonlySet<string> = new Set(lists.backchannels.split(" "));

/** Returns the words of a text in lower case: letters and digits with inner apostrophes and hyphens. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? [];
}

export function carriesMeaning(word: string): boolean {
  return !stopWords.has(word) && !fillers.has(word) && !backchannels.has(word) && (word.length > 1 || word > "\u02ff");
}
