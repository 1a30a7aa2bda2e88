import { ASSENTS } from "../text/assents.js";
import { compiled } from "../text/compiled.js";
import { capitalised } from "../text/plain-text.js";
import { Speech } from "./speech.js";
import type { SpeechLexicon } from "./speech-lexicon.js";
import {
  folded,
  numberWords,
  type Prepared,
  prepared,
  type RuleGroup,
  rulesOf,
  type TimeLexicon,
  timePattern,
  timeWords,
  translated,
} from "./time-phrases.js";

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
  readonly speech: SpeechLexicon;
}

const OPENING = /^([\p{L}'’-]+(?: [\p{L}'’-]+)?)[,!…] +(\S.*)$/u;
const FEWEST_WORDS = 4;

/** "After the exam" is not at the exam. */
const AFTER =
  "(?:nach (?:der|dem)|vor (?:der|dem)|après (?:le|la|les)|avant (?:le|la|les)|después del?|después de la|antes del?|dopo (?:il|la|l')|prima del(?:la)?|depois d[oa]|antes d[oa]|na de|na het|voor de|voor het)";

/** "L'examen", "dell'anno" without their article. */
const withoutElision = (word: string): string =>
  word.replace(/^(?:l|d|un|dell|all|nell|sull|dall|qu|n|s|j|m|t|c)['’]/u, "");

const listed = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** One language other than English: its function words, its nouns, and its times told in English. */
export class Tongue {
  readonly and: string;
  readonly capitalNouns: boolean;
  readonly speech: Speech;
  private readonly stopWords: ReadonlySet<string>;
  private readonly determiners: ReadonlySet<string>;
  private readonly endings: RegExp;
  private readonly occasions: RegExp;
  private readonly named: RegExp;
  private readonly again: RegExp;
  private readonly gone: RegExp;
  private readonly rules: readonly RuleGroup[];
  private readonly numbers: ReadonlyMap<string, string>;
  private readonly numberWords: ReadonlySet<string>;
  /** What was looked through last, for one text is asked about more than once in a row. */
  private last: (Prepared & { readonly text: string }) | undefined;

  constructor({ stopWords, determiners, endings, and, occasions, capitalNouns, times, speech }: Lexicon) {
    this.stopWords = listed(stopWords);
    this.determiners = listed(determiners);
    this.endings = endings;
    this.and = and;
    this.capitalNouns = capitalNouns ?? false;
    this.occasions = new RegExp(String.raw`(?<!\p{L}|${AFTER} )(?:${occasions})(?!\p{L})`, "iu");
    this.named = new RegExp(`^(?:${[...times.days, ...times.months].join("|")})$`);
    this.speech = new Speech(speech);
    this.again = timePattern(times.every, times);
    this.gone = timePattern(times.past, times);
    ({ rules: this.rules, numbers: this.numbers } = rulesOf(times));
    this.numberWords = numberWords(this.numbers);
  }

  /** To be awaited before the first use: its patterns are large. */
  async warm(): Promise<void> {
    await compiled(this.rules.map(({ hint }) => hint));
    await compiled(this.rules.flatMap(({ rules }) => rules.map(({ hint }) => hint)));
    await compiled(this.rules.flatMap(({ rules }) => rules.map(({ pattern }) => pattern)));
  }

  isFunctionWord(word: string): boolean {
    if (this.stopWords.has(word) || this.determiners.has(word)) return true;
    const bare = withoutElision(word);
    return this.stopWords.has(bare) || this.determiners.has(bare) || this.named.test(folded(bare));
  }

  isDeterminer(word: string): boolean {
    return this.determiners.has(word);
  }

  /** The same for most forms of a lower-case word; no word of the language by itself. */
  stem(word: string): string {
    const bare = withoutElision(word);
    return bare.length > 4 ? bare.replace(this.endings, "") : bare;
  }

  /** The sentence without assent and the like that it opens with: "Okay, four o'clock" as "Four o'clock". */
  withoutOpening(sentence: string): string {
    const [, opening = "", rest = ""] = OPENING.exec(sentence) ?? [];
    if (
      rest.split(" ").length < FEWEST_WORDS ||
      !opening
        .toLowerCase()
        .split(" ")
        .every((word) => ASSENTS.has(word))
    ) {
      return sentence;
    }
    return this.withoutOpening(capitalised(rest));
  }

  /** The occasion a sentence names first, as it was said. */
  occasionIn(sentence: string): string | undefined {
    return this.occasions.exec(sentence)?.[0];
  }

  /** The times of a text in English, everything else left out. */
  timesInEnglish(text: string): string {
    return translated(this.prepared(text));
  }

  /** @returns tells of each word of the text whether it may be of a time: a cheap look before the costly one. */
  mayBeOfTime(text: string): (word: string) => boolean {
    const known = timeWords(this.prepared(text));
    return (word) => {
      const parts = folded(word).match(/\w+/g) ?? [];
      return (
        parts.length === 0 || parts.some((part) => known.has(part) || this.numberWords.has(part) || /\d/.test(part))
      );
    };
  }

  private prepared(text: string): Prepared {
    if (this.last?.text !== text) this.last = { text, ...prepared(text, this.rules, this.numbers) };
    return this.last;
  }

  /** Whether a day is named that comes again and again. */
  comesAgain(text: string): boolean {
    return this.again.test(folded(text));
  }

  /** Whether a day is named that has been. */
  isGone(text: string): boolean {
    return this.gone.test(folded(text));
  }
}
