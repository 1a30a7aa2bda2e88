import { foldAccents } from "../text/text-tokens.js";

/**
 * What a data file knows of a language. Word lists are strings of words in lower case, separated by blanks; phrase lists
 * are arrays. Everything is optional in effect: what a language lacks is left out.
 */
export interface LocaleData {
  /** Where the lists come from. */
  readonly $comment: string;
  /** ISO 639-1. */
  readonly code: string;
  /** The word that joins the last item of an enumeration. */
  readonly and: string;
  /** The title of an event of which only the place is known. */
  readonly meeting: string;
  /** Whether an infinitive stands at the end of its clause ("den Zahnarzt anrufen"). */
  readonly isVerbFinal: boolean;
  /** Whether a verb needs no subject pronoun ("llevo el postre"). */
  readonly isProDrop: boolean;
  readonly stopWords: string;
  /** Hesitations and discourse particles without content; removed from wordings. */
  readonly fillers: string;
  /** Conjunctions and adverbs that may begin a clause. */
  readonly connectives: string;
  /** Pronouns, by person; `firstSubject` are those that can be the subject of a clause. */
  readonly pronouns: Readonly<Record<"firstSubject" | "first" | "firstPlural" | "second" | "third", string>>;
  /** Pronouns that may begin a clause in speech without punctuation. */
  readonly clauseSubjects: string;
  /** First-person possessives and what stands instead of them in a fact about the user: `["my", ""]`. */
  readonly possessives: readonly (readonly [string, string])[];
  readonly secondPossessives: string;
  readonly negations: string;
  readonly questionWords: string;
  readonly modals: string;
  /** Infinitives of "be" and "have". */
  readonly auxiliaries: string;
  readonly placePrepositions: string;
  readonly kinship: string;
  readonly greetings: string;
  /** Phrases that close a letter. */
  readonly closings: readonly string[];
  /** Headings of lists of things to do. */
  readonly todoHeadings: readonly string[];
  readonly agreements: string;
  readonly refusals: string;
  /** What is said before something that is to be done: "I need to", "could you". Removed from descriptions. */
  readonly leads: readonly string[];
  /** What may follow it: "please", "if you can". Removed from descriptions. */
  readonly trails: readonly string[];
  /** `infinitive|first person singular|third person singular|imperative[/imperative]`. */
  readonly verbs: readonly string[];
  /** Particles that German and Dutch separate from their verb: "an" of "anrufen". */
  readonly separablePrefixes: string;
  /** Words that show the category of a conversation or a memory, by category. */
  readonly categories: Readonly<Record<string, string>>;
}

export interface VerbForms {
  readonly infinitive: string;
  readonly firstPerson: string;
  readonly thirdPerson: string;
}

export type VerbForm = "infinitive" | "first" | "third" | "imperative";

export const wordClassNames = [
  "stopWords",
  "fillers",
  "connectives",
  "clauseSubjects",
  "secondPossessives",
  "negations",
  "questionWords",
  "modals",
  "auxiliaries",
  "placePrepositions",
  "kinship",
  "greetings",
  "agreements",
  "refusals",
  "separablePrefixes",
] as const;
export type WordClass = (typeof wordClassNames)[number];

/** Shorter words are not found without their accents. */
const MIN_FOLDED_LENGTH = 3;

/** Shorter words stand for themselves only. */
const MIN_PREFIX_LENGTH = 3;

/** A language as the pipeline uses it. */
export class Locale {
  readonly code: string;
  readonly and: string;
  readonly meeting: string;
  readonly isVerbFinal: boolean;
  readonly isProDrop: boolean;
  readonly pronouns: Readonly<Record<keyof LocaleData["pronouns"], ReadonlySet<string>>>;
  readonly possessives: ReadonlyMap<string, string>;
  readonly leads: PhraseList;
  readonly trails: PhraseList;
  readonly closings: PhraseList;
  readonly todoHeadings: PhraseList;
  readonly categories: ReadonlyMap<string, readonly string[]>;
  private readonly classes: ReadonlyMap<WordClass, ReadonlySet<string>>;
  private readonly verbsByForm = new Map<string, { readonly verb: VerbForms; readonly forms: Set<VerbForm> }>();

  constructor(data: LocaleData) {
    this.code = data.code;
    this.and = data.and;
    this.meeting = data.meeting;
    this.isVerbFinal = data.isVerbFinal;
    this.isProDrop = data.isProDrop;
    this.classes = new Map(wordClassNames.map((name) => [name, splitWords(data[name])]));
    this.pronouns = mapValues(data.pronouns, splitWords);
    this.possessives = new Map(data.possessives);
    this.leads = new PhraseList(data.leads);
    this.trails = new PhraseList(data.trails);
    this.closings = new PhraseList(data.closings);
    this.todoHeadings = new PhraseList(data.todoHeadings);
    this.categories = this.indexCategories(data.categories);
    for (const entry of data.verbs) this.addVerb(entry);
  }

  /** @param word lower case. */
  has(wordClass: WordClass, word: string): boolean {
    return this.classes.get(wordClass)?.has(word) ?? false;
  }

  /** @returns whether the word is a function word or a form of a listed verb. @param word lower case. */
  isKnown(word: string): boolean {
    return this.has("stopWords", word) || this.verbsByForm.has(word);
  }

  /** @returns the verb of which the word is a form, and which forms it can be; undefined for other words. */
  findVerb(word: string): { readonly verb: VerbForms; readonly forms: ReadonlySet<VerbForm> } | undefined {
    return this.verbsByForm.get(word);
  }

  /** @returns the categories of which the word is a sign. @param word lower case. */
  findCategories(word: string): readonly string[] {
    const exact = this.categories.get(word);
    if (exact) return exact;
    for (let length = word.length; length >= MIN_PREFIX_LENGTH; length -= 1) {
      const found = this.categories.get(`${word.slice(0, length)}*`);
      if (found) return found;
    }
    return [];
  }

  private addVerb(entry: string): void {
    const [infinitive = "", firstPerson = "", thirdPerson = "", imperatives = ""] = entry.split("|");
    const verb = { infinitive, firstPerson, thirdPerson };
    const forms: (readonly [VerbForm, string])[] = [
      ["infinitive", infinitive],
      ["first", firstPerson],
      // Spoken German drops the ending: "ich geb".
      ["first", this.code === "de" ? firstPerson.replace(/e$/, "") : ""],
      ["third", thirdPerson],
      ...imperatives.split("/").map((word) => ["imperative", word] as const),
    ];
    for (const [form, word] of forms) {
      if (word === "") continue;
      for (const spelling of this.listSpellings(word)) {
        const known = this.verbsByForm.get(spelling);
        // A form of two verbs belongs to the first in the list, which is the more frequent one.
        if (!known) this.verbsByForm.set(spelling, { verb, forms: new Set([form]) });
        else if (known.verb.infinitive === infinitive) known.forms.add(form);
      }
    }
  }

  /** People leave out accents, but some words without them are others: Portuguese "é" and "e". */
  private listSpellings(word: string): ReadonlySet<string> {
    const folded = foldAccents(word);
    const isAnotherWord = folded.length < MIN_FOLDED_LENGTH || this.has("stopWords", folded);
    return new Set(isAnotherWord ? [word] : [word, folded]);
  }

  private indexCategories(data: LocaleData["categories"]): ReadonlyMap<string, readonly string[]> {
    const categories = new Map<string, string[]>();
    for (const [category, words] of Object.entries(data)) {
      for (const word of splitWords(words)) categories.set(word, [...(categories.get(word) ?? []), category]);
    }
    return categories;
  }
}

/** Phrases of words, found at a position of a list of words; the longest match wins. */
export class PhraseList {
  private readonly phrases = new Map<string, readonly (readonly string[])[]>();

  constructor(phrases: readonly string[]) {
    const byFirstWord = new Map<string, string[][]>();
    for (const phrase of phrases) {
      const words = phrase.split(" ");
      const [first = ""] = words;
      byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), words]);
    }
    for (const [first, all] of byFirstWord)
      this.phrases.set(
        first,
        all.toSorted((a, b) => b.length - a.length),
      );
  }

  /** @returns the number of words of the longest phrase that begins at the position; 0 for none. */
  matchLength(words: readonly string[], position: number): number {
    const candidates = this.phrases.get(words[position] ?? "") ?? [];
    return candidates.find((phrase) => phrase.every((word, offset) => words[position + offset] === word))?.length ?? 0;
  }
}

const splitWords = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter((word) => word !== ""));

function mapValues<K extends string, V, W>(record: Readonly<Record<K, V>>, map: (value: V) => W): Record<K, W> {
  return Object.fromEntries(Object.entries<V>(record).map(([key, value]) => [key, map(value)])) as Record<K, W>;
}
