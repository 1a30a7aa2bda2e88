import { type Rule, rulesOf, type TimeLexicon, translated } from "./time-phrases.js";

/** What is known of a language other than English. */
export interface Lexicon {
  readonly stopWords: string;
  /** What stands before a noun. */
  readonly determiners: string;
  /** What is cut off a word to compare it with its other forms. */
  readonly endings: RegExp;
  readonly and: string;
  /** "Meeting", "dentist", "exam": what people are at, as patterns. */
  readonly occasions: string;
  /** Nouns are written with a capital. */
  readonly capitalNouns?: boolean;
  readonly times: TimeLexicon;
}

const listed = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** One language other than English: its function words, its nouns, and its times told in English. */
export class Tongue {
  readonly and: string;
  readonly capitalNouns: boolean;
  private readonly stopWords: ReadonlySet<string>;
  private readonly determiners: ReadonlySet<string>;
  private readonly endings: RegExp;
  private readonly occasions: RegExp;
  private readonly rules: readonly Rule[];
  private readonly numbers: ReadonlyMap<string, string>;

  constructor({ stopWords, determiners, endings, and, occasions, capitalNouns, times }: Lexicon) {
    this.stopWords = listed(stopWords);
    this.determiners = listed(determiners);
    this.endings = endings;
    this.and = and;
    this.capitalNouns = capitalNouns ?? false;
    this.occasions = new RegExp(String.raw`(?<![\p{L}])(?:${occasions})(?![\p{L}])`, "iu");
    ({ rules: this.rules, numbers: this.numbers } = rulesOf(times));
  }

  isFunctionWord(word: string): boolean {
    return this.stopWords.has(word) || this.determiners.has(word);
  }

  isDeterminer(word: string): boolean {
    return this.determiners.has(word);
  }

  /** The same for most forms of a lower-case word; no word of the language by itself. */
  stem(word: string): string {
    const bare = word.replace(/^(?:l|d|un|dell|all|nell|sull|qu|n|s|j|m|t|c)['’]/u, "");
    return bare.length > 4 ? bare.replace(this.endings, "") : bare;
  }

  /** The occasion a sentence names first, as it was said. */
  occasionIn(sentence: string): string | undefined {
    return this.occasions.exec(sentence)?.[0];
  }

  /** The times of a text in English, everything else left out. */
  timesInEnglish(text: string): string {
    return translated(text, this.rules, this.numbers);
  }
}
