import { stemWord } from "../../text-analysis/stemmer.js";
import type { Locale } from "../locales/locale.js";
import type { Document, Sentence } from "../text/document.js";
import { foldAccents, type Token } from "../text/tokens.js";
import data from "./function-words.json" with { type: "json" };

const listNames = [
  "articles", "prepositions", "links", "pointers", "coordinators", "auxiliaries", "infinitiveMarkers", "timeWords",
  "vague", "nonHeadEndings",
] as const;

/** The word classes of function-words.json. `timeWords` and `vague` are stems; the former include weekdays and months. */
export type FunctionWords = Readonly<Record<(typeof listNames)[number], ReadonlySet<string>>> & {
  readonly headFirst: boolean;
  readonly capitalizesNouns: boolean;
};
type FunctionWordData = Partial<Record<keyof FunctionWords, string | boolean>>;

const functionWordsByCode = new Map<string, FunctionWords>();

/** @returns empty classes for a language without data. */
export function getFunctionWords(locale: Locale | undefined): FunctionWords {
  const code = locale?.code ?? "";
  const known = functionWordsByCode.get(code);
  if (known) return known;
  const entry = (data as unknown as Record<string, FunctionWordData | undefined>)[code] ?? {};
  const lists = listNames.map((name) => {
    const words = String(entry[name] ?? "").split(" ").filter((word) => word !== "");
    if (name === "timeWords" && code !== "") words.push(...listCalendarNames(code));
    const areStems = name === "timeWords" || name === "vague";
    return [name, new Set(areStems ? words.map((word) => stemTerm(word, locale)) : words)] as const;
  });
  const { headFirst, capitalizesNouns } = entry;
  const created = { headFirst: headFirst === true, capitalizesNouns: capitalizesNouns === true, ...Object.fromEntries(lists) };
  functionWordsByCode.set(code, created as FunctionWords);
  return created as FunctionWords;
}

/** The names of months and weekdays, long and short. */
function listCalendarNames(language: string): string[] {
  const days = Array.from({ length: 12 }, (_, month) => Date.UTC(2024, month, 1 + month));
  return (["long", "short"] as const).flatMap((style) => {
    const formats = [{ weekday: style }, { month: style }].map((part) => new Intl.DateTimeFormat(language, { ...part, timeZone: "UTC" }));
    return formats.flatMap((format) => days.map((day) => format.format(day).toLowerCase().replace(/\.$/, "")));
  });
}

/** Endings that distinguish forms of a word in the languages other than English. */
const ENDING = /(?:[aeiou]s|e[nmr]|[aeious])$/;
const MIN_STEM_LENGTH = 4;
const MAX_CACHED_STEMS = 20_000;
const stems = new Map<string, string>();

/** @returns what the forms of a word have in common. */
export function stemTerm(word: string, locale: Locale | undefined): string {
  if (locale?.code === "en") return stemWord(word);
  const cached = stems.get(word);
  if (cached !== undefined) return cached;
  const folded = foldAccents(word);
  const stem = folded.replace(ENDING, "");
  const term = stem.length < MIN_STEM_LENGTH ? folded : stem;
  if (stems.size >= MAX_CACHED_STEMS) stems.clear();
  stems.set(word, term);
  return term;
}

/** @returns the stems of all words of a text. */
export const listStems = (text: string, locale: Locale | undefined): ReadonlySet<string> =>
  new Set(text.toLowerCase().split(/[^\p{L}\p{M}\p{N}-]+/u).map((word) => stemTerm(word, locale)));

/** In a language without a locale, shorter words are taken for function words. */
const MIN_UNKNOWN_LENGTH = 4;

export function isContentWord({ lower, isWord }: Token, locale: Locale | undefined): boolean {
  if (!isWord || /^\d/.test(lower)) return false;
  if (!locale) return lower.length >= MIN_UNKNOWN_LENGTH || /[^\p{Script=Latin}\p{N}'-]/u.test(lower);
  const isFunctionWord =
    locale.has("stopWords", lower) || locale.has("fillers", lower) || locale.has("modals", lower) ||
    locale.has("questionWords", lower) || locale.pronouns.third.has(lower);
  return lower.length > 1 && !isFunctionWord;
}

/** @returns the stems of the content words, in order. */
export const listTerms = (tokens: readonly Token[], locale: Locale | undefined): string[] =>
  tokens.filter((token) => isContentWord(token, locale)).map(({ lower }) => stemTerm(lower, locale));

export const countWords = ({ tokens }: Pick<Sentence, "tokens">): number => tokens.filter(({ isWord }) => isWord).length;

const SECTIONS = 12;
const WELL_SPREAD_SECTIONS = 7;
const MIN_SPREAD = 0.3;
/** The weight of a term grows less than its count. */
const COUNT_EXPONENT = 0.6;

/**
 * Weighs terms by how many sentences mention them and how evenly they are spread: a digression has its own words.
 * @returns the terms of each sentence by its index, and weights from 0 to 1.
 */
export function weighTerms({ sentences, locale }: Document): {
  readonly terms: readonly (readonly string[])[];
  readonly weights: ReadonlyMap<string, number>;
} {
  const terms = sentences.map((sentence) => listTerms(sentence.tokens, sentence.locale ?? locale));
  const counts = new Map<string, { count: number; readonly sections: Set<number> }>();
  for (const [index, list] of terms.entries()) {
    for (const term of new Set(list)) {
      const entry = counts.get(term) ?? { count: 0, sections: new Set() };
      entry.count += 1;
      entry.sections.add(Math.floor((index * SECTIONS) / sentences.length));
      counts.set(term, entry);
    }
  }
  let greatest = 0;
  const weights = new Map<string, number>();
  for (const [term, { count, sections }] of counts) {
    const spread = MIN_SPREAD + (1 - MIN_SPREAD) * Math.min(1, sections.size / WELL_SPREAD_SECTIONS);
    const weight = count ** COUNT_EXPONENT * spread;
    weights.set(term, weight);
    greatest = Math.max(greatest, weight);
  }
  for (const [term, weight] of weights) weights.set(term, weight / greatest);
  return { terms, weights };
}
