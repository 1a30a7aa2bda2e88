import { foldAccents } from "../text/tokens.js";
import { tokenizeTimes, type TimeToken } from "./tokens.js";

/**
 * What a data file knows of the times of one language. Alternatives are separated by "|"; words are compared without
 * accents unless they begin with "!"; "~" marks a word or pattern that is a time only next to another part of a time or
 * after a preposition of its kind; "word*" matches all words with this beginning.
 */
export interface LexiconData {
  /** Where the lists come from. */
  readonly $comment: string;
  /** Whether "3:15" is at night unless something else is named. */
  readonly is24Hour: boolean;
  /** Whether "7/9" is in July in American time zones. */
  readonly isMonthFirstInAmerica: boolean;
  readonly numbers: readonly string[];
  readonly ordinals: readonly string[];
  readonly ordinalSuffixes: string;
  /** Sunday first. */
  readonly weekdays: readonly string[];
  readonly months: readonly string[];
  /** "half a": 0.5; a leading "~" in the value makes the distance vague. */
  readonly counts: Readonly<Record<string, string>>;
  readonly units: Readonly<Record<string, string>>;
  readonly parts: Readonly<Record<string, string>>;
  /** Rule of the day (see `resolveFeast`) and its names. */
  readonly feasts: Readonly<Record<string, string>>;
  /** Meaning (see `interpret`) and the patterns that have it; "word?" may be missing, "{slot}" takes a value. */
  readonly patterns: Readonly<Record<string, readonly string[]>>;
  /** Before an hour, whatever follows it: "at". */
  readonly clockPrepositions: string;
  /** Before an hour, unless something that is counted follows: "by", "around". */
  readonly looseClockPrepositions: string;
  readonly dayPrepositions: string;
  readonly monthPrepositions: string;
  /** After which a number is a day of the month, whatever follows it. */
  readonly dayArticles: string;
  /** What may stand between the parts of one time, besides prepositions. */
  readonly connectors: string;
  /** Between the two ends of a range. */
  readonly rangeWords: string;
  /** "between", and the word that then stands between the two ends. */
  readonly between: string;
  readonly betweenAnd: string;
  /** Between clauses. */
  readonly conjunctions: string;
  /** What numbers count: "euros", "people", "floor". */
  readonly countedWords: string;
  readonly corrections: string;
  readonly eveningWords: string;
  /** Until which hour these words decide. */
  readonly lastEveningHour: number;
  readonly morningWords: string;
  /** Words that show that a clause tells what has been, and those that show the opposite. */
  readonly pastWords: string;
  readonly auxiliaries: string;
  readonly participlePrefix: string;
  readonly participleEndings: string;
  readonly futureWords: string;
}

export type Slot =
  | "hour"
  | "minute"
  | "minuteWord"
  | "count"
  | "day"
  | "dayNumber"
  | "ordinal"
  | "year"
  | "clock"
  | "dotted"
  | "date"
  | "dottedDate"
  | "weekday"
  | "month"
  | "unit"
  | "part"
  | "feast"
  | "quantity";

export interface SlotValue {
  readonly number: number;
  readonly text: string;
  readonly isWeak: boolean;
  /** Of tokens. */
  readonly length: number;
}

export interface Binding extends SlotValue {
  readonly slot: Slot;
}

export interface PatternMatch {
  readonly meaning: string;
  readonly isWeak: boolean;
  readonly bindings: readonly Binding[];
  readonly length: number;
  /** The place of its meaning in the file. */
  readonly rank: number;
}

/** A word, or several, that stand at a place of a pattern. */
interface WordForm {
  readonly tokens: readonly string[];
  readonly match: "folded" | "exact" | "prefix";
}

type Element = { readonly slot: Slot } | { readonly words: readonly WordForm[] };

interface Pattern {
  readonly meaning: string;
  readonly isWeak: boolean;
  readonly rank: number;
  readonly elements: readonly Element[];
}

interface Term extends SlotValue {
  readonly tokens: readonly string[];
}

const NUMBER_RULES: Partial<Record<Slot, readonly [min: number, max: number]>> = {
  hour: [0, 24],
  minute: [0, 59],
  minuteWord: [5, 59],
  count: [0, 999],
  day: [1, 31],
  dayNumber: [1, 31],
  year: [1990, 2099],
};

/** The words and patterns of a language, indexed by their first word. */
export class Lexicon {
  private readonly terms = new Map<Slot, Map<string, Term[]>>();
  private readonly patterns = new Map<string, Pattern[]>();
  private readonly prefixes: (readonly [prefix: string, pattern: Pattern])[] = [];
  /** By slot: patterns that begin with a value. */
  private readonly slotPatterns = new Map<Slot, Pattern[]>();
  private readonly lists = new Map<string, ReadonlySet<string>>();
  private readonly phrases = new Map<string, readonly (readonly string[])[]>();

  constructor(readonly data: LexiconData) {
    data.numbers.forEach((names, value) => this.addTerms("count", names, value));
    data.ordinals.forEach((names, value) => this.addTerms("ordinal", names, value));
    data.weekdays.forEach((names, value) => this.addTerms("weekday", names, value));
    data.months.forEach((names, index) => this.addTerms("month", names, index + 1));
    for (const [value, names] of Object.entries(data.counts))
      this.addTerms("quantity", names, Number(value.replace("~", "")), value);
    for (const [value, names] of Object.entries(data.units)) this.addTerms("unit", names, 0, value);
    for (const [value, names] of Object.entries(data.parts)) this.addTerms("part", names, 0, value);
    for (const [value, names] of Object.entries(data.feasts)) this.addTerms("feast", names, 0, value);
    Object.entries(data.patterns).forEach(([meaning, patterns], rank) => {
      for (const pattern of patterns) this.addPattern(meaning, pattern, rank);
    });
  }

  /** Whether a time may begin with the word; numbers are not asked for. */
  canBegin({ folded }: TimeToken): boolean {
    if (this.patterns.has(folded)) return true;
    for (const terms of this.terms.values()) if (terms.has(folded)) return true;
    return this.prefixes.some(([prefix]) => folded.startsWith(prefix));
  }

  /** Whether the token is in one of the "|"-separated lists of single words. */
  has(list: keyof LexiconData, token: TimeToken | undefined): boolean {
    if (!token) return false;
    let words = this.lists.get(list);
    if (!words) {
      words = new Set(
        String(this.data[list])
          .split("|")
          .map((word) => (word.startsWith("!") ? word : foldAccents(word))),
      );
      this.lists.set(list, words);
    }
    return words.has(token.folded) || words.has(`!${token.lower}`);
  }

  /** @returns how many tokens the longest phrase of a list has that begins at the position; 0 for none. */
  matchPhrase(list: keyof LexiconData, tokens: readonly TimeToken[], at: number): number {
    let phrases = this.phrases.get(list);
    if (!phrases) {
      phrases = String(this.data[list]).split("|").map(splitWords);
      this.phrases.set(list, phrases);
    }
    return Math.max(0, ...phrases.filter((words) => startsWith(tokens, at, words)).map(({ length }) => length));
  }

  /** @returns the patterns that match at the position, longest first; of equally long ones the first of the file. */
  match(tokens: readonly TimeToken[], at: number): PatternMatch[] {
    const token = tokens[at];
    if (!token) return [];
    const patterns = [...(this.patterns.get(token.folded) ?? [])];
    for (const [prefix, pattern] of this.prefixes) if (token.folded.startsWith(prefix)) patterns.push(pattern);
    for (const [slot, all] of this.slotPatterns) if (this.readSlot(slot, tokens, at)) patterns.push(...all);
    return patterns
      .flatMap((pattern) => this.matchPattern(pattern, tokens, at) ?? [])
      .sort((a, b) => b.length - a.length || getPrecedence(a) - getPrecedence(b));
  }

  private matchPattern(pattern: Pattern, tokens: readonly TimeToken[], at: number): PatternMatch | undefined {
    const bindings: Binding[] = [];
    let position = at;
    for (const element of pattern.elements) {
      if ("slot" in element) {
        const value = this.readSlot(element.slot, tokens, position);
        if (!value) return undefined;
        bindings.push({ slot: element.slot, ...value });
        position += value.length;
      } else {
        const length = Math.max(...element.words.map((form) => matchForm(form, tokens, position)));
        if (length <= 0) return undefined;
        position += length;
      }
    }
    const isWeak = pattern.isWeak || (pattern.elements.length === 1 && bindings.some((binding) => binding.isWeak));
    return { meaning: pattern.meaning, rank: pattern.rank, isWeak, bindings, length: position - at };
  }

  private readSlot(slot: Slot, tokens: readonly TimeToken[], at: number): SlotValue | undefined {
    const token = tokens[at];
    if (!token) return undefined;
    const range = NUMBER_RULES[slot];
    if (slot === "dayNumber" && !token.isNumber) return undefined;
    if (token.isNumber) return this.readDigits(slot, tokens, at);
    if (slot === "day" || slot === "ordinal") {
      const ordinal = this.readTerm("ordinal", tokens, at);
      if (ordinal || slot === "ordinal") return ordinal;
    }
    if (slot === "count") return this.readTerm("quantity", tokens, at) ?? this.readTerm("count", tokens, at);
    if (!range) return this.readTerm(slot, tokens, at);
    const value = this.readTerm("count", tokens, at);
    return value && value.number >= range[0] && value.number <= range[1] ? value : undefined;
  }

  private readDigits(slot: Slot, tokens: readonly TimeToken[], at: number): SlotValue | undefined {
    const [token, next] = [tokens[at], tokens[at + 1]];
    if (!token) return undefined;
    const value = (length = 1): SlotValue => ({
      number: Number(token.lower),
      text: token.lower,
      isWeak: false,
      length,
    });
    if (/^\d+$/.test(token.lower)) {
      const range = NUMBER_RULES[slot === "ordinal" ? "day" : slot];
      if (!range || slot === "minuteWord" || Number(token.lower) < range[0] || Number(token.lower) > range[1])
        return undefined;
      if (slot === "minute" && token.lower.length !== 2) return undefined;
      const isOrdinal = next?.isAttached === true && this.has("ordinalSuffixes", next);
      if (slot === "ordinal" && !isOrdinal) return undefined;
      return value(isOrdinal && (slot === "ordinal" || slot === "day") ? 2 : 1);
    }
    const isPair = /^\d+.\d+$/.test(token.lower);
    if (slot === "clock") return /^(?:[01]?\d|2[0-4]):[0-5]\d$/.test(token.lower) ? value() : undefined;
    if (slot === "dotted") return /^(?:[01]?\d|2[0-4])\.[0-5]\d$/.test(token.lower) ? value() : undefined;
    if (slot === "dottedDate") return isPair && token.lower.includes(".") ? value() : undefined;
    if (slot === "date")
      return token.lower.includes(":") || (isPair && !token.lower.includes("/")) ? undefined : value();
    return undefined;
  }

  private readTerm(slot: Slot, tokens: readonly TimeToken[], at: number): Term | undefined {
    const terms = this.terms.get(slot)?.get(tokens[at]?.folded ?? "");
    return terms?.find((term) => startsWith(tokens, at, term.tokens));
  }

  private addTerms(slot: Slot, names: string, number: number, text = ""): void {
    const terms = this.terms.get(slot) ?? new Map<string, Term[]>();
    this.terms.set(slot, terms);
    for (const name of names.split("|")) {
      const isWeak = name.startsWith("~");
      // "twenty-one" is written with a blank, too.
      for (const spelling of new Set([name, name.replaceAll("-", " ")])) {
        const tokens = splitWords(spelling.replace("~", ""));
        const [first = ""] = tokens;
        const others = terms.get(first) ?? [];
        if (first === "") continue;
        terms.set(
          first,
          [...others, { number, text, isWeak, tokens, length: tokens.length }].sort((a, b) => b.length - a.length),
        );
      }
    }
  }

  private addPattern(meaning: string, source: string, rank: number): void {
    const isWeak = source.startsWith("~");
    for (const elements of expandOptionals(source.replace("~", "").split(" "))) {
      const pattern = { meaning, isWeak, rank, elements: elements.map(readElement) };
      const [first] = pattern.elements;
      if (!first) continue;
      if ("slot" in first) {
        this.slotPatterns.set(first.slot, [...(this.slotPatterns.get(first.slot) ?? []), pattern]);
        continue;
      }
      for (const word of first.words) {
        const [start = ""] = word.tokens.map(foldAccents);
        const alone = { ...pattern, elements: [{ words: [word] }, ...pattern.elements.slice(1)] };
        if (word.match === "prefix") this.prefixes.push([start, alone]);
        else this.patterns.set(start, [...(this.patterns.get(start) ?? []), alone]);
      }
    }
  }
}

/** Of patterns of the same length: certain times, possible ones, what is no time; then the order of the file. */
const getPrecedence = ({ meaning, isWeak, rank }: PatternMatch): number =>
  rank + (meaning === "ignore" ? 2_000 : isWeak ? 1_000 : 0);

const splitWords = (text: string): string[] =>
  tokenizeTimes(text)
    .map(({ folded }) => folded)
    .filter((word) => word !== "!");

const startsWith = (tokens: readonly TimeToken[], at: number, words: readonly string[]): boolean =>
  words.every((word, offset) => tokens[at + offset]?.folded === word);

/** @returns how many tokens the form takes at the position; 0 if it is not there. */
function matchForm({ tokens: words, match }: WordForm, tokens: readonly TimeToken[], at: number): number {
  if (match === "folded") return startsWith(tokens, at, words) ? words.length : 0;
  const [word = ""] = words;
  const token = tokens[at];
  const isThere = match === "exact" ? token?.lower === word : token?.folded.startsWith(word);
  return isThere ? 1 : 0;
}

function readElement(source: string): Element {
  if (source.startsWith("{")) return { slot: source.slice(1, -1) as Slot };
  return {
    words: source.split("|").map((form): WordForm => {
      if (form.startsWith("!")) return { tokens: [form.slice(1)], match: "exact" };
      const tokens = splitWords(form.replaceAll("_", " "));
      return form.endsWith("*") ? { tokens: tokens.slice(0, 1), match: "prefix" } : { tokens, match: "folded" };
    }),
  };
}

/** @returns the pattern with and without each of its optional elements. */
function expandOptionals(elements: readonly string[]): string[][] {
  const [first, ...rest] = elements;
  if (first === undefined) return [[]];
  const tails = expandOptionals(rest);
  const required = first.endsWith("?") ? first.slice(0, -1) : first;
  const all = tails.map((tail) => [required, ...tail]);
  return first.endsWith("?") ? [...all, ...tails] : all;
}
