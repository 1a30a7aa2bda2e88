import type en from "./lexicons/en.json";
import { foldAccents } from "../text/text-tokens.js";

/** Things with names: weekdays, units … */
export type TermSlot = keyof (typeof en)["terms"];
export type WordList = keyof (typeof en)["words"];
type NumberSlot = keyof typeof RANGES;
/** What a "{slot}" of a pattern takes. */
export type Slot = TermSlot | NumberSlot | keyof typeof SHAPES;

/**
 * What a data file knows of the times of one language. Alternatives are separated by "|" and compared without accents;
 * "~" marks a name or pattern that is a time only next to another part of a time or after a preposition of its kind.
 */
export interface LexiconData {
  /** Where the lists come from. */
  readonly $comment: string;
  /** Whether "6:15" is in the morning unless something else is named. */
  readonly is24Hour: boolean;
  /** Whether "7/9" is in July in American time zones. */
  readonly isMonthFirstInAmerica: boolean;
  /** Until which hour a dinner makes it evening. */
  readonly lastEveningHour: number;
  /** Names by value. Weekdays begin with Sunday; feasts have rules (see `findFeast`); "~2" is a vague quantity. */
  readonly terms: Readonly<Record<TermSlot, readonly string[] | Readonly<Record<string, string>>>>;
  /**
   * By meaning (see `Calendar.interpret`). "word?" may be missing, "two_words" is one alternative, "{slot}" takes a
   * value. Of matches of the same length the first in the file counts, and certain ones before "~" before "ignore".
   */
  readonly patterns: Readonly<Record<string, readonly string[]>>;
  /**
   * Lists of single words; "!" asks for the same accents. After `clockPrepositions` an hour needs no other sign, after
   * the loose ones it does if a word follows; after `dayArticles` a number is a day. `connectors` join parts of a time,
   * `rangeWords` the ends of a range, `betweenAnd` those after `between`. `countedWords` follow quantities.
   */
  readonly words: Readonly<Record<WordList, string>>;
}

export interface SlotValue {
  readonly number: number;
  readonly text: string;
  readonly isWeak: boolean;
  /** Of tokens. */
  readonly length: number;
}

export type Values = Readonly<Partial<Record<Slot, SlotValue>>>;

/** Its tokens, or a number with an ordinal suffix. */
type Term = SlotValue & { readonly phrase: readonly string[] | "suffixed" };

/** What a slot can take, the longest first. */
interface SlotTerms {
  readonly slot: Slot;
  /** The slot in braces. */
  readonly edge: string;
  readonly terms: readonly Term[];
}

/** What a lexicon knows of a word, number or mark. */
export interface Word {
  /** Lower case, straight apostrophes. */
  readonly lower: string;
  /** Lower case without accents. */
  readonly folded: string;
  readonly isNumber: boolean;
  /** Whether it is a word or number, not a mark. */
  readonly isWord: boolean;
  /** Whether a time may begin with it. */
  readonly canBegin: boolean;
  readonly lists: ReadonlySet<WordList>;
  /** What begins with it. */
  readonly slots: readonly SlotTerms[];
}

export interface TimeToken {
  readonly word: Word;
  /** UTF-16 offsets in the text. */
  readonly from: number;
  readonly to: number;
  /** Whether a sentence or line ends with it. */
  readonly isBreak: boolean;
}

interface Pattern {
  readonly meaning: string;
  readonly isWeak: boolean;
  /** The lowest one comes first among matches of the same length. */
  readonly rank: number;
}

export type PatternMatch = Pattern & { readonly values: Values; readonly length: number };

/** A node of the trie of all patterns. */
class PatternNode {
  readonly patterns: Pattern[] = [];
  /** By word, or by slot in braces. */
  readonly next = new Map<string, PatternNode>();

  add([element, ...rest]: readonly string[], pattern: Pattern): void {
    if (element === undefined) {
      this.patterns.push(pattern);
      return;
    }
    if (element.endsWith("?")) this.add(rest, pattern);
    for (const path of splitAlternatives(element)) this.follow(path).add(rest, pattern);
  }

  private follow([edge, ...rest]: readonly string[]): PatternNode {
    if (edge === undefined) return this;
    const next = this.next.get(edge) ?? new PatternNode();
    this.next.set(edge, next);
    return next.follow(rest);
  }
}

/** Of numbers in digits or words; a late day is no hour of the morning. */
const RANGES = {
  hour: [0, 24],
  minute: [0, 59],
  minuteWord: [5, 59],
  day: [1, 31],
  digitDay: [1, 31],
  lateDay: [13, 31],
} as const;
const SHAPES = {
  clock: /^(?:[01]?\d|2[0-4]):[0-5]\d$/,
  dotted: /^(?:[01]?\d|2[0-4])\.[0-5]\d$/,
  dottedDate: /^\d+\.\d+$/,
  year: /^(?:19|20)\d\d$/,
  date: /^\d+(?:\/\d+|[./-]\d+[./-]\d+)$/,
} as const;
/** Words, numbers and marks, as fine as times are written: "14h30" is three tokens, "9.20" is one. */
const TOKEN =
  /\d{4}-\d\d-\d\d|\d{1,12}(?:[.:/]\d{1,4}){0,2}(?!\d)|\d+|[AaPp]\. ?[Mm]\.|\p{L}[\p{L}\p{M}]*|\n|[^\s\p{L}\d]/gu;
const SENTENCE_END = /^[.!?…;\n]$/;
const WEAK_RANK = 1_000;
const MAX_CACHED_TIME_WORDS = 5_000;

/** The words and patterns of a language. */
export class TimeLexicon {
  /** By first word. */
  private readonly terms = new Map<string, Map<TermSlot, Term[]>>();
  private readonly root = new PatternNode();
  /** By folded word; with "!" by word. */
  private readonly lists = new Map<string, Set<WordList>>();
  private readonly words = new Map<string, Word>();
  /** Finds a number or one of the words without which there is no time. */
  private readonly trigger: RegExp;

  constructor(readonly data: LexiconData) {
    for (const [list, words] of Object.entries(data.words)) {
      for (const word of words.split("|")) {
        const key = word.startsWith("!") ? word : splitFolded(word).join("");
        this.lists.set(key, (this.lists.get(key) ?? new Set()).add(list as WordList));
      }
    }
    for (const [slot, values] of Object.entries(data.terms)) {
      for (const [value, names] of Object.entries(values)) this.addTerms(slot as TermSlot, value, names);
    }
    const rarest = new Set<string>();
    for (const [rank, [meaning, sources]] of Object.entries(data.patterns).entries()) {
      for (const source of sources) {
        const elements = source.replace("~", "").split(" ");
        this.root.add(elements, { meaning, isWeak: source.startsWith("~"), rank });
        rarest.add(findRarest(elements));
      }
    }
    const isTrigger = (word: string): boolean => this.findTerms(word).some(({ edge }) => rarest.has(edge));
    const literals = [...rarest].filter((element) => !element.startsWith("{")).flatMap(splitAlternatives);
    const triggers = [...[...this.terms.keys()].filter(isTrigger), ...literals.map(findLongest)];
    this.trigger = new RegExp(`\\d|(?<![a-z])(?:${triggers.join("|")})(?![a-z])`);
  }

  /** @returns no tokens if there is no time in the text for certain. */
  tokenize(text: string): readonly TimeToken[] {
    if (!this.trigger.test(foldAccents(text))) return [];
    return Array.from(text.matchAll(TOKEN), ({ 0: part, index: from }) => {
      const word = this.findWord(part);
      const to = from + part.length;
      const isBreak = !word.isWord && SENTENCE_END.test(part) && (part === "\n" || /^\s?$/.test(text.charAt(to)));
      return { word, from, to, isBreak };
    });
  }

  /** @returns the patterns that match at the position, the longest and most certain first. */
  match(tokens: readonly TimeToken[], at: number): readonly PatternMatch[] {
    const matches: PatternMatch[] = [];
    const visit = (node: PatternNode, position: number, values: Values): void => {
      for (const pattern of node.patterns) matches.push(createMatch(pattern, values, position - at));
      const word = node.next.size > 0 ? tokens[position]?.word : undefined;
      if (!word) return;
      const next = node.next.get(word.folded);
      if (next) visit(next, position + 1, values);
      for (const { slot, edge, terms } of word.slots) {
        const following = node.next.get(edge);
        const value = following && findTerm(terms, tokens, position);
        if (value && isInRange(slot, value.number)) {
          visit(following, position + value.length, { ...values, [slot]: value });
        }
      }
    };
    if (tokens[at]?.word.canBegin) visit(this.root, at, {});
    return matches.sort((a, b) => b.length - a.length || a.rank - b.rank);
  }

  private findWord(text: string): Word {
    const cached = this.words.get(text);
    if (cached) return cached;
    const lower = normalizeToken(text);
    const folded = foldAccents(lower);
    const isNumber = /^\d/.test(text);
    const isWord = isNumber || /^\p{L}/u.test(text);
    const canBegin = isNumber || this.terms.has(folded) || this.root.next.has(folded);
    const lists = new Set([...(this.lists.get(folded) ?? []), ...(this.lists.get(`!${lower}`) ?? [])]);
    const slots = isNumber ? readDigits(text) : this.findTerms(folded);
    const word = { lower, folded, isNumber, isWord, canBegin, lists, slots };
    if (this.words.size >= MAX_CACHED_TIME_WORDS) this.words.clear();
    this.words.set(text, word);
    return word;
  }

  private findTerms(word: string): readonly SlotTerms[] {
    const found = this.terms.get(word);
    if (!found) return [];
    const named = Object.fromEntries(found);
    const { count = [], ordinal = [], quantity = [] } = named;
    const numbers = { hour: count, minute: count, minuteWord: count, day: [...ordinal, ...count], lateDay: count };
    return createSlots({ ...numbers, ...named, count: [...quantity, ...count] });
  }

  private addTerms(slot: TermSlot, text: string, names: string): void {
    const number = Number(text.replace("~", ""));
    // "twenty-one" is also written with a blank.
    for (const name of (names.includes("-") ? `${names}|${names.replaceAll("-", " ")}` : names).split("|")) {
      const phrase = splitFolded(name.replace("~", ""));
      const [first] = phrase;
      if (first === undefined) continue;
      const term = { number, text, isWeak: name.startsWith("~"), phrase, length: phrase.length };
      const slots = this.terms.get(first) ?? new Map<TermSlot, Term[]>();
      const terms = slots.get(slot) ?? [];
      terms.splice(terms.findLastIndex(({ length }) => length >= term.length) + 1, 0, term);
      this.terms.set(first, slots.set(slot, terms));
    }
  }
}

/** @returns the token in lower case with straight apostrophes; "a.m." as "am". */
function normalizeToken(token: string): string {
  const lower = token.toLowerCase().replace("’", "'");
  return /^[ap]\./.test(lower) ? `${lower.charAt(0)}m` : lower;
}

/** @returns the tokens in the form in which they are compared. */
const splitFolded = (text: string): string[] =>
  (text.match(TOKEN) ?? []).map((token) => foldAccents(normalizeToken(token)));

const createSlots = (terms: Readonly<Record<string, readonly Term[]>>): SlotTerms[] =>
  Object.entries(terms).flatMap(([slot, each]) =>
    each.length > 0 ? [{ slot: slot as Slot, edge: `{${slot}}`, terms: each }] : [],
  );

/** A match of nothing but a weak term is weak. */
function createMatch({ meaning, rank, ...pattern }: Pattern, values: Values, length: number): PatternMatch {
  const isWeak = pattern.isWeak || Object.values(values).some((value) => value.isWeak && value.length === length);
  const penalty = meaning === "ignore" ? 2 * WEAK_RANK : isWeak ? WEAK_RANK : 0;
  return { meaning, isWeak, rank: rank + penalty, values, length };
}

function readDigits(text: string): readonly SlotTerms[] {
  const plain: Term = { number: Number(text), text, isWeak: false, phrase: [], length: 1 };
  const shapes = Object.entries(SHAPES).filter(([, shape]) => shape.test(text));
  const found = Object.fromEntries(shapes.map(([slot]) => [slot, [plain]]));
  if (!/^\d+$/.test(text)) return createSlots(found);
  const suffixed: Term[] = isInRange("day", plain.number) ? [{ ...plain, phrase: "suffixed", length: 2 }] : [];
  const minute = text.length > 1 ? [plain] : [];
  const days = { day: [...suffixed, plain], digitDay: [plain], lateDay: [plain], ordinal: suffixed };
  return createSlots({ ...found, hour: [plain], minute, ...days, count: [plain] });
}

function findTerm(terms: readonly Term[], tokens: readonly TimeToken[], at: number): Term | undefined {
  const [first] = terms;
  if (first?.length === 1) return first;
  const next = tokens[at + 1];
  const isSuffixed = next?.from === tokens[at]?.to && next?.word.lists.has("ordinalSuffixes") === true;
  return terms.find(({ phrase, length }) =>
    phrase === "suffixed"
      ? isSuffixed
      : length === 1 || phrase.every((word, offset) => tokens[at + offset]?.word.folded === word),
  );
}

function isInRange(slot: Slot, number: number): boolean {
  const [min, max] = slot in RANGES ? RANGES[slot as NumberSlot] : [0, Infinity];
  return !(number < min || number > max);
}

/** @returns the alternatives of an element of a pattern, each as its words; a slot is one word. */
function splitAlternatives(element: string): string[][] {
  const form = element.replace(/\?$/, "");
  return form.startsWith("{") ? [[form]] : form.replaceAll("_", " ").split("|").map(splitFolded);
}

const findLongest = (words: readonly string[]): string =>
  words.reduce((best, word) => (word.length > best.length ? word : best), "");

/** @returns the element that is most likely missing where the pattern does not match: the last slot or longest word. */
function findRarest(elements: readonly string[]): string {
  const required = elements.filter((element) => !element.endsWith("?"));
  const measure = (element: string): number =>
    Math.min(...splitAlternatives(element).map((words) => findLongest(words).length));
  const slot = required.findLast((element) => element.startsWith("{"));
  return slot ?? required.reduce((best, element) => (measure(element) > measure(best) ? element : best));
}
