import { type Category, isCategory } from "../../../domain/conversation/conversation-attributes.js";
import { stemWord } from "../../text-analysis/stemmer.js";
import type { Locale } from "../locales/locale.js";
import { foldAccents, type TextToken } from "../text/text-tokens.js";
import data from "./function-words.json" with { type: "json" };

const listNames = ["articles", "prepositions", "links", "pointers", "coordinators", "timeWords", "vague"] as const;
type ListName = (typeof listNames)[number];
type LexiconData = Partial<Record<ListName | "infinitiveMarkers", string>> & {
  readonly headFirst?: boolean;
  readonly capitalizesNouns?: boolean;
};

/** What is known of a word, whatever stands around it. */
export interface WordEntry {
  /** What the forms of the word have in common. */
  readonly term: string;
  readonly isContent: boolean;
  /** `other`: what cannot be the subject of a document. */
  readonly kind: "noun" | "verb" | "other";
  /** The kind of word that follows: after "the" a noun, after "we" or "to" a verb. */
  readonly announces: "noun" | "verb" | undefined;
  readonly categories: readonly Category[];
}

/** Endings that distinguish forms of a word in the languages other than English. */
const ENDING = /(?:[aeiou]s|e[nmr]|[aeious])$/;
const MIN_STEM_LENGTH = 4;
const MIN_NOUN_LENGTH = 3;
/** In a language without a locale, shorter words are taken for function words. */
const MIN_UNKNOWN_LENGTH = 4;
const MAX_CACHED_ENTRIES = 20_000;

const functionClasses = ["stopWords", "fillers", "modals", "questionWords"] as const;
const closedClasses = ["connectives", "agreements", "refusals", "greetings", "kinship"] as const;
const lexicons = new Map<Locale | undefined, TermLexicon>();

/** @param locale undefined for a language of which nothing is known. */
export function getLexicon(locale: Locale | undefined): TermLexicon {
  const lexicon = lexicons.get(locale) ?? new TermLexicon(locale);
  lexicons.set(locale, lexicon);
  return lexicon;
}

/** The words of a language as summaries use them: a locale and the classes of function-words.json. */
export class TermLexicon {
  /** Whether adjectives follow their noun. */
  readonly headFirst: boolean;
  readonly capitalizesNouns: boolean;
  private readonly lists: Readonly<Record<ListName, ReadonlySet<string>>>;
  private readonly verbMarkers: ReadonlySet<string>;
  private readonly entries = new Map<string, WordEntry>();

  constructor(private readonly locale: Locale | undefined) {
    const entry = (data as unknown as Record<string, LexiconData | undefined>)[locale?.code ?? ""] ?? {};
    this.headFirst = entry.headFirst === true;
    this.capitalizesNouns = entry.capitalizesNouns === true;
    const split = (words = ""): string[] => words.split(" ").filter((word) => word !== "");
    const stem = (words: readonly string[]): string[] => words.map((word) => this.stem(word));
    const more: Partial<Record<ListName, Iterable<string>>> = locale
      ? { articles: locale.possessives.keys(), pointers: locale.pronouns.third }
      : {};
    const lists = listNames.map((name) => {
      const words = [...split(entry[name]), ...(more[name] ?? [])];
      return [name, new Set(name === "timeWords" || name === "vague" ? stem(words) : words)] as const;
    });
    this.lists = Object.fromEntries(lists) as unknown as Record<ListName, ReadonlySet<string>>;
    const { firstSubject = [], firstPlural = [], second = [], third = [] } = locale?.pronouns ?? {};
    const markers = [firstSubject, firstPlural, second, third, split(entry.infinitiveMarkers)];
    this.verbMarkers = new Set(markers.flatMap((words) => [...words]));
  }

  has(list: ListName, word: string): boolean {
    return this.lists[list].has(word);
  }

  describe(token: Pick<TextToken, "lower" | "isWord">): WordEntry {
    const known = this.entries.get(token.lower);
    if (known) return known;
    const term = this.stem(token.lower);
    const isContent = this.isContentWord(token);
    const kind = isContent ? this.classify(token.lower, term) : "other";
    const announces = this.findAnnounced(token.lower);
    const categories = (token.isWord && this.locale?.findCategories(token.lower).filter(isCategory)) || [];
    const entry = { term, isContent, kind, announces, categories };
    if (this.entries.size >= MAX_CACHED_ENTRIES) this.entries.clear();
    this.entries.set(token.lower, entry);
    return entry;
  }

  /** @returns the stems of the content words, in order. */
  listTerms(tokens: readonly TextToken[]): string[] {
    const entries = tokens.map((token) => this.describe(token));
    return entries.filter(({ isContent }) => isContent).map(({ term }) => term);
  }

  /** @returns the stems of all words of a text. */
  listStems(text: string): ReadonlySet<string> {
    const words = text.toLowerCase().split(/[^\p{L}\p{M}\p{N}-]+/u);
    return new Set(words.map((word) => this.stem(word)));
  }

  private stem(word: string): string {
    if (this.locale?.code === "en") return stemWord(word);
    const folded = foldAccents(word);
    const stem = folded.replace(ENDING, "");
    return stem.length < MIN_STEM_LENGTH ? folded : stem;
  }

  private isContentWord({ lower, isWord }: Pick<TextToken, "lower" | "isWord">): boolean {
    const { locale } = this;
    if (!isWord || /^\d/.test(lower)) return false;
    if (!locale) return lower.length >= MIN_UNKNOWN_LENGTH || /[^\p{Script=Latin}\p{N}'-]/u.test(lower);
    const isFunctionWord = functionClasses.some((name) => locale.has(name, lower)) || locale.pronouns.third.has(lower);
    return lower.length > 1 && !isFunctionWord;
  }

  private findAnnounced(word: string): WordEntry["announces"] {
    if (this.has("articles", word)) return "noun";
    const isMarker = (["modals", "clauseSubjects", "negations"] as const).some((name) => this.locale?.has(name, word));
    return isMarker || this.verbMarkers.has(word) ? "verb" : undefined;
  }

  private classify(word: string, term: string): WordEntry["kind"] {
    const { locale } = this;
    const isOther =
      word.length < MIN_NOUN_LENGTH ||
      this.has("timeWords", term) ||
      [word, ...word.split("-")].some((part) => this.has("vague", this.stem(part))) ||
      closedClasses.some((name) => locale?.has(name, word));
    if (isOther) return "other";
    if (locale?.findVerb(word) ?? locale?.findVerb(word.replace(/(?:ed|ing|s)$/, ""))) return "verb";
    return "noun";
  }
}

export const countWords = (tokens: readonly TextToken[]): number =>
  tokens.reduce((count, { isWord }) => count + Number(isWord), 0);
