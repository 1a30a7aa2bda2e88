import { stemWord } from "../../text-analysis/stemmer.js";
import type { Locale } from "../locales/locale.js";
import type { Document, Sentence } from "../text/document.js";
import { foldAccents, type Token } from "../text/tokens.js";
import data from "./function-words.json" with { type: "json" };

/** Closed word classes of a language (function-words.json). */
export interface FunctionWords {
  readonly headFirst: boolean;
  readonly capitalizesNouns: boolean;
  /** What stands before a noun. */
  readonly articles: ReadonlySet<string>;
  readonly prepositions: ReadonlySet<string>;
  /** Join two nouns to one phrase. */
  readonly links: ReadonlySet<string>;
  /** Stand for something mentioned elsewhere. */
  readonly pointers: ReadonlySet<string>;
  /** May begin a main clause, which is complete without them. */
  readonly coordinators: ReadonlySet<string>;
  readonly auxiliaries: ReadonlySet<string>;
  readonly infinitiveMarkers: ReadonlySet<string>;
  /** Including the names of weekdays and months. */
  readonly timeWords: ReadonlySet<string>;
  /** Stems of words for any matter at all, numbers, units and judgements: they name no subject. */
  readonly vague: ReadonlySet<string>;
  /** A word with such an ending is no noun, unless an article stands before it. */
  readonly nonHeadEndings: ReadonlySet<string>;
}

/** Endings that distinguish forms of a word in the languages other than English. */
const ENDING = /(?:[aeiou]s|e[nmr]|[aeious])$/;
const MIN_STEM_LENGTH = 4;
const MAX_CACHED_STEMS = 20_000;
const stems = new Map<string, string>();

const NO_FUNCTION_WORDS = createFunctionWords("", {
  headFirst: false, capitalizesNouns: false, articles: "", prepositions: "", links: "", pointers: "", coordinators: "", auxiliaries: "",
  infinitiveMarkers: "", timeWords: "", vague: "", nonHeadEndings: "",
});

type FunctionWordData = { readonly [K in keyof FunctionWords]: FunctionWords[K] extends boolean ? boolean : string };
const cache = new Map<string, FunctionWords>();

export function getFunctionWords(locale: Locale | undefined): FunctionWords {
  const code = locale?.code ?? "";
  const known = cache.get(code);
  if (known) return known;
  const entry = (data as unknown as Readonly<Record<string, FunctionWordData | undefined>>)[code];
  const words = entry ? createFunctionWords(code, entry) : NO_FUNCTION_WORDS;
  cache.set(code, words);
  return words;
}

function createFunctionWords(code: string, entry: FunctionWordData): FunctionWords {
  const stem = (word: string): string => stemTerm(word, code);
  const split = (words: string): Set<string> => new Set(words.split(" ").filter((word) => word !== ""));
  return {
    headFirst: entry.headFirst,
    capitalizesNouns: entry.capitalizesNouns,
    articles: split(entry.articles),
    prepositions: split(entry.prepositions),
    links: split(entry.links),
    pointers: split(entry.pointers),
    coordinators: split(entry.coordinators),
    auxiliaries: split(entry.auxiliaries),
    infinitiveMarkers: split(entry.infinitiveMarkers),
    vague: new Set([...split(entry.vague)].map(stem)),
    nonHeadEndings: split(entry.nonHeadEndings),
    timeWords: new Set([...split(entry.timeWords), ...(code === "" ? [] : listCalendarNames(code))].map(stem)),
  };
}

/** The names of months and weekdays, long and short. */
function listCalendarNames(language: string): string[] {
  const names: string[] = [];
  for (const style of ["long", "short"] as const) {
    const weekday = new Intl.DateTimeFormat(language, { weekday: style, timeZone: "UTC" });
    const month = new Intl.DateTimeFormat(language, { month: style, timeZone: "UTC" });
    for (let index = 0; index < 12; index += 1) {
      names.push(month.format(Date.UTC(2024, index, 1)), weekday.format(Date.UTC(2024, 0, 1 + (index % 7))));
    }
  }
  return names.map((name) => name.toLowerCase().replace(/\.$/, ""));
}

/** @returns what the forms of a word have in common. */
export function stemTerm(word: string, language: string | undefined): string {
  if (language === "en") return stemWord(word);
  const cached = stems.get(word);
  if (cached !== undefined) return cached;
  const folded = foldAccents(word);
  const stem = folded.replace(ENDING, "");
  const term = stem.length < MIN_STEM_LENGTH ? folded : stem;
  if (stems.size >= MAX_CACHED_STEMS) stems.clear();
  stems.set(word, term);
  return term;
}

/** In a language without a locale, shorter words are taken for function words. */
const MIN_UNKNOWN_LENGTH = 4;

export function isContentWord({ lower, isWord }: Token, locale: Locale | undefined): boolean {
  if (!isWord || /^\d/.test(lower)) return false;
  if (!locale) return lower.length >= MIN_UNKNOWN_LENGTH || /[^\p{Script=Latin}\p{N}'-]/u.test(lower);
  return lower.length > 1 && !locale.has("stopWords", lower) && !locale.has("fillers", lower) && !isName(lower, locale);
}

/** Pronouns and modal verbs that the stop words of a language may lack. */
const isName = (lower: string, locale: Locale): boolean =>
  locale.has("modals", lower) || locale.has("questionWords", lower) || locale.pronouns.third.has(lower);

/** @returns the stems of the content words, in order. */
export function listTerms(sentence: Sentence, document: Document): string[] {
  const locale = sentence.locale ?? document.locale;
  return sentence.tokens.filter((token) => isContentWord(token, locale)).map(({ lower }) => stemTerm(lower, locale?.code));
}

export const countWords = ({ tokens }: Sentence): number => tokens.filter(({ isWord }) => isWord).length;
