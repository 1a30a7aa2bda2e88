import { yieldToEventLoop } from "../runtime/cooperative-yield.js";
import { localeData } from "./locales/index.js";
import type { LocaleData } from "./locales/locale.js";
import data from "./relatives.json" with { type: "json" };

const otherRelatives: Readonly<Record<string, string | undefined>> = data;

/** @returns a function that reads a word list of a language once. */
function createWordReader(read: (data: LocaleData) => readonly string[]): (language: string) => ReadonlySet<string> {
  const sets = new Map<string, ReadonlySet<string>>();
  return (language) => {
    const data = localeData.get(language);
    const words = sets.get(language) ?? new Set(data ? read(data) : []);
    sets.set(language, words);
    return words;
  };
}

const split = (...lists: readonly (string | undefined)[]): string[] => lists.flatMap((list) => list?.split(" ") ?? []);

/** People and animals of the user: "sister", "neighbour", "dog". */
export const getRelatives = createWordReader(({ kinship, code }) => split(kinship, otherRelatives[code]));

/** Words that may stand before the predicate of a statement, apart from auxiliary verbs. */
export const getPronounsAndNegations = createWordReader(({ pronouns, negations }) =>
  split(pronouns.first, pronouns.firstPlural, pronouns.third, negations),
);

export const getFunctionWords = createWordReader(({ stopWords }) => split(stopWords));

/** Words that show the language of a fact: function words, relatives, and verbs in the forms that state facts. */
const getKnownWords = createWordReader(({ stopWords, kinship, verbs, code }) => [
  ...split(stopWords, kinship, otherRelatives[code]),
  ...verbs.flatMap((forms) => forms.split("|").slice(0, 3)),
]);

/** @returns the languages of which the most words are known: several, or all, for a text that is too short. */
export function findLikelyLanguages(words: readonly string[]): readonly string[] {
  const distinctWords = [...new Set(words)];
  const counts = Array.from(localeData.keys(), (language) => {
    const known = getKnownWords(language);
    return { language, count: distinctWords.filter((word) => known.has(word)).length };
  });
  const highest = Math.max(...counts.map(({ count }) => count));
  return counts.filter(({ count }) => count === highest).map(({ language }) => language);
}

/** Reads the word lists of all languages one by one, so that their first use does not block the event loop. */
export async function loadWords(readMore: (language: string) => unknown): Promise<void> {
  for (const language of localeData.keys()) {
    getKnownWords(language);
    await yieldToEventLoop();
    readMore(language);
    await yieldToEventLoop();
  }
}
