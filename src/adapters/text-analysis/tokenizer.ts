import { foldLetterCase, isAscii, splitNonWord, preTokenize, removeAccents, splitElisions } from "./pre-tokenizer.js";
import { detectNameRole, type NameRole } from "./name-roles.js";
import { MAX_WORD_LENGTH, copyString, stemWord } from "./stemmer.js";
import functionWordLists from "./function-words.json" with { type: "json" };
import { detectForeignLanguage, tagTokenLanguage, getGrammarLanguages, parseWordList } from "./token-language.js";

/** How a word is spelt, as evidence of whether it is a name. */
export type Spelling = "name" | "plain" | "unknown";

/** A word of a text or a query. */
export interface SearchToken {
  /** What is compared: a stem, a number in digits, or `not` for every negation. */
  readonly term: string;
  /** Whether it is a content word. */
  readonly isContent: boolean;
  /** A capital letter means "name", except at the beginning of a sentence, where it means "unknown". */
  readonly spelling: Spelling;
  /** Set for a speaker or addressee, not for a person who is only mentioned. */
  readonly role?: NameRole;
  /** The bits of other languages in which it is a function word: see `detectForeignLanguage`. */
  readonly grammarLanguages?: number;
}

/** English function words without negations. */
const functionWords: ReadonlySet<string> = new Set(parseWordList(functionWordLists.english));
const negations: ReadonlySet<string> = new Set(parseWordList(functionWordLists.negations));

/** The term of every negation. */
export const NEGATION_TERM = "not";

/** The words that `preTokenize` finds, for ASCII texts: faster. */
const ASCII_PRE_TOKEN = /\d{4}-\d{2}(?:-\d{2})?(?!\d)|\d+(?:[.,:]\d+)*|[A-Za-z]+(?:'[A-Za-z]+)*\d*/g;

/** Returns the words of a text in order; the result is empty only for a blank text. */
export function tokenizeText(text: string): SearchToken[] {
  const tokens: SearchToken[] = [];
  if (isAscii(text)) {
    for (const { 0: rawWord, index } of text.matchAll(ASCII_PRE_TOKEN)) addWordTokens(tokens, rawWord, index, text);
  } else {
    const plainText = removeAccents(text);
    for (const { text: rawWord, offset, kind } of preTokenize(plainText)) {
      if (kind === "word") addWordTokens(tokens, rawWord, offset, plainText);
      else for (const term of splitNonWord(rawWord, kind)) tokens.push(createContentToken(stemWord(term), "unknown"));
    }
  }
  const language = detectForeignLanguage(tokens);
  if (language !== 0) return tokens.map((token) => tagTokenLanguage(token, language));
  if (tokens.length > 0) return tokens;
  const trimmedText = text.trim();
  return trimmedText === "" ? [] : [createContentToken(stemWord(trimmedText), "unknown")];
}

function addWordTokens(tokens: SearchToken[], rawWord: string, offset: number, text: string): void {
  const plain = plainTokenCache.get(rawWord);
  const capitalized = plain ? undefined : capitalizedTokenCache.get(rawWord)?.[classifySpelling(rawWord, offset, text)];
  if (plain) tokens.push(plain);
  else if (capitalized) tokens.push(assignRole(capitalized, rawWord, offset, text));
  else if (startsWithDigit(rawWord)) addNumber(tokens, rawWord);
  else addUncachedWord(tokens, rawWord, offset, text);
}

/** The tokens of words that mean the same at every position, by spelling; most words are among them. */
const plainTokenCache = new Map<string, SearchToken>();
/** The tokens of words with a capital letter, whose spelling depends on their position. */
const capitalizedTokenCache = new Map<string, Readonly<Record<Spelling, SearchToken>>>();
const MAX_CACHED_TOKENS = 20_000;

function addUncachedWord(tokens: SearchToken[], rawWord: string, offset: number, text: string): void {
  let word = foldLetterCase(rawWord);
  if (word.endsWith("'s")) word = word.slice(0, -2);
  if (word.endsWith("n't")) {
    // The rest of the word is an auxiliary verb.
    tokens.push(createContentToken(NEGATION_TERM, "plain"));
    return;
  }
  const apostrophe = word.indexOf("'");
  if (apostrophe > 0 && functionWords.has(word.slice(apostrophe + 1))) word = word.slice(0, apostrophe);
  if (word.includes("'")) {
    for (const part of splitElisions(rawWord)) addWordTokens(tokens, part.piece, offset + part.at, text);
    return;
  }
  if (ORDINAL_SUFFIX.test(word)) {
    if (!startsWithDigit(text.charAt(offset - 1))) tokens.push(createContentToken(word, "plain"));
    return;
  }
  if (word === "one" && continuesTens(tokens.at(-1), offset, text)) {
    addNumberWord(tokens, 1);
    return;
  }
  const tokenCount = tokens.length;
  addWord(tokens, word, classifySpelling(rawWord, offset, text));
  const added = tokens.at(-1);
  if (!added || tokens.length !== tokenCount + 1 || valueByNumberWord.has(word) || word === "one") return;
  const { term, isContent, grammarLanguages } = added;
  tokens[tokenCount] = assignRole(added, rawWord, offset, text);
  if (word === rawWord || !isContent || term === NEGATION_TERM) cacheToken(plainTokenCache, rawWord, added);
  else if (word === rawWord.toLowerCase()) {
    const create = (spelling: Spelling): SearchToken => createContentToken(term, spelling, grammarLanguages);
    cacheToken(capitalizedTokenCache, rawWord, { name: create("name"), unknown: create("unknown"), plain: added });
  }
}

function cacheToken<T>(cache: Map<string, T>, rawWord: string, token: T): void {
  if (rawWord.length > MAX_WORD_LENGTH) return;
  if (cache.size >= MAX_CACHED_TOKENS) cache.clear();
  cache.set(copyString(rawWord), token);
}

const ORDINAL_SUFFIX = /^(?:st|nd|rd|th)$/;

function addWord(tokens: SearchToken[], word: string, spelling: Spelling): void {
  const number = valueByNumberWord.get(word);
  if (number !== undefined) addNumberWord(tokens, number);
  else if (negations.has(word)) tokens.push(createContentToken(NEGATION_TERM, "plain"));
  else if (functionWords.has(word))
    tokens.push({ ...createContentToken(word, "plain", getGrammarLanguages(word)), isContent: false });
  else tokens.push(createContentToken(stemWord(word), spelling, getGrammarLanguages(word)));
}

function addNumber(tokens: SearchToken[], rawNumber: string): void {
  const date = expandDate(rawNumber);
  if (date) {
    for (const term of date) tokens.push(createContentToken(stemWord(term), "unknown"));
    return;
  }
  const number = createContentToken(stemWord(normalizeNumber(rawNumber)), "unknown");
  cacheToken(plainTokenCache, rawNumber, number);
  tokens.push(number);
}

const TENS_SEPARATOR = /[a-z][- ]$/i;

/** Whether a hyphen or a space joins the word to a multiple of ten, as in "twenty-one". */
function continuesTens(previous: SearchToken | undefined, offset: number, text: string): boolean {
  return (
    previous?.spelling === "plain" &&
    isMultipleOfTen(Number(previous.term)) &&
    TENS_SEPARATOR.test(text.slice(offset - 2, offset))
  );
}

const startsWithDigit = (text: string): boolean => /^\d/.test(text);

const isMultipleOfTen = (number: number): boolean => number >= 20 && number < 100 && number % 10 === 0;

/** Adds a number, or combines it with the multiple of ten before it, as in "twenty-five". */
function addNumberWord(tokens: SearchToken[], number: number): void {
  const previousNumber = Number(tokens.at(-1)?.term);
  const isContinuation = number > 0 && number < 10 && isMultipleOfTen(previousNumber);
  if (isContinuation) tokens.pop();
  tokens.push(createContentToken(String(isContinuation ? previousNumber + number : number), "plain"));
}

function createContentToken(term: string, spelling: Spelling, grammarLanguages?: number): SearchToken {
  const token: SearchToken = { term, isContent: true, spelling };
  return grammarLanguages === undefined ? token : { ...token, grammarLanguages };
}

/** `1,200` is 1200, `007` is 7, `7:30` stays. */
function normalizeNumber(rawNumber: string): string {
  const digits = /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(rawNumber) ? rawNumber.replaceAll(",", "") : rawNumber;
  return digits.length < 6 ? digits.replace(/^0+(?=\d)/, "") : digits;
}

function classifySpelling(rawWord: string, offset: number, text: string): Spelling {
  const initial = rawWord.charAt(0);
  if (initial === initial.toLowerCase()) return "plain"; // Includes words of scripts without capital letters.
  // A speaker label, as in "Ana: I am home".
  if (text.charAt(offset + rawWord.length) === ":") return "name";
  if (rawWord.endsWith("'s") || rawWord.endsWith("’s")) return "name";
  return isSentenceStart(offset, text) ? "unknown" : "name";
}

function isSentenceStart(offset: number, text: string): boolean {
  let index = offset - 1;
  while (index >= 0 && " \t\n\"'([“‘".includes(text.charAt(index))) index -= 1;
  return index < 0 || ".!?:;…".includes(text.charAt(index));
}

function assignRole(token: SearchToken, rawWord: string, offset: number, text: string): SearchToken {
  const role = token.isContent && token.spelling !== "plain" ? detectNameRole(rawWord, offset, text) : undefined;
  return role ? { ...token, role } : token;
}

const smallNumberWords =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen " +
  "eighteen nineteen";
const tensWords = "twenty thirty forty fifty sixty seventy eighty ninety";

/** Without "one", which is mostly a pronoun. */
const valueByNumberWord: ReadonlyMap<string, number> = new Map([
  ...smallNumberWords.split(" ").flatMap((word, i) => (word === "one" ? [] : [[word, i] as const])),
  ...tensWords.split(" ").map((word, i) => [word, 20 + 10 * i] as const),
]);

const monthNames = "january february march april may june july august september october november december".split(" ");

const YEAR_FIRST_DATE = /^(?<year>\d{4})-(?<month>\d{2})(?:-(?<day>\d{2}))?$/;
/** With dots the day precedes the month. Dates with slashes are ambiguous, and not expanded. */
const DAY_FIRST_DATE = /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})$/;
const MAX_DAY_OF_MONTH = 31;

/** Returns a numeric date, `2024-03-12` or `12.3.2024`, as words; undefined for any other text. */
function expandDate(text: string): string[] | undefined {
  const { year, month, day } = (YEAR_FIRST_DATE.exec(text) ?? DAY_FIRST_DATE.exec(text))?.groups ?? {};
  const monthName = monthNames[Number(month) - 1];
  if (year === undefined || monthName === undefined) return undefined;
  if (day === undefined) return [year, monthName];
  const dayNumber = Number(day);
  return dayNumber >= 1 && dayNumber <= MAX_DAY_OF_MONTH ? [year, monthName, String(dayNumber)] : undefined;
}
