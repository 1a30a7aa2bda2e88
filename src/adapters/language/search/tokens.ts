import { numberWord, wordsOfDate } from "./numerals.js";
import { folded, isAscii, partsOf, piecesOf, withoutAccents, withoutElisions } from "./pieces.js";
import { roleOf, type Role } from "./roles.js";
import { LONGEST_WORD, onItsOwn, stemOf } from "./stems.js";
import { foreignTongueOf, inTongue, tonguesOf } from "./tongues.js";

/** How a word is written where that tells something. */
export type Spelling = "name" | "plain" | "unknown";

/** A word of a memory or a query. */
export interface Token {
  /** What is compared: a stem, a number in digits, or `not` for whatever denies. */
  readonly term: string;
  /** Carries meaning by itself. */
  readonly isContent: boolean;
  /** A capital says "name" anywhere but at the beginning of a sentence, where it says nothing. */
  readonly spelling: Spelling;
  /** In a turn of a talk, of whoever is not merely spoken about. */
  readonly role?: Role;
  /** In the grammar of which languages beside English it is: see `foreignTongueOf`. */
  readonly tongues?: number;
}

/** Words of grammar. Those that deny are none of them. */
const functionWords: ReadonlySet<string> = new Set(
  `a about am an and any are as at be because been being but by can could did do does doing done for from had has have
  having he her here hers herself him himself his how i if in into is it its itself just me mine my myself of on or our
  ours ourselves shall she should so some such than that the their theirs them themselves then there these they this
  those to too us very was we were what when where which while who whom whose why will with would you your yours
  yourself yourselves s m re ve ll d one ever also tell`
    .trim()
    .split(/\s+/),
);

const denials: ReadonlySet<string> = new Set(
  "not no never without nor neither none nothing nobody cannot nowhere hardly".split(" "),
);

/** The term of whatever denies. */
export const NOT = "not";

/** For texts of ASCII alone, as `pieces` are for all: one at a time. */
const ASCII_PIECES = /\d{4}-\d{2}(?:-\d{2})?(?!\d)|\d+(?:[.,:]\d+)*|[A-Za-z]+(?:'[A-Za-z]+)*\d*/y;

/** The words of a text in their order, never none unless the text is blank. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  if (isAscii(text)) addPieces(tokens, text);
  else {
    const plain = withoutAccents(text);
    for (const { piece, at, kind } of piecesOf(plain)) {
      if (kind === "word") addTokens(tokens, piece, at, plain);
      else for (const term of partsOf(piece, kind)) tokens.push(contentToken(stemOf(term), "unknown"));
    }
  }
  const tongue = foreignTongueOf(tokens);
  if (tongue !== 0) return tokens.map((token) => inTongue(token, tongue));
  if (tokens.length > 0) return tokens;
  const whole = text.trim();
  return whole === "" ? [] : [contentToken(stemOf(whole), "unknown")];
}

const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const APOSTROPHE = 39;

/** As by `ASCII_PIECES`, which is asked only where something else stands than a word of letters: most are no more. */
function addPieces(tokens: Token[], text: string): void {
  for (let at = 0; at < text.length;) {
    const first = text.charCodeAt(at);
    let end = at;
    while (isLetter(text.charCodeAt(end))) end += 1;
    const next = text.charCodeAt(end);
    if (next === APOSTROPHE || isDigit(next)) {
      if (end > at || isDigit(first)) {
        ASCII_PIECES.lastIndex = at;
        end = at + (ASCII_PIECES.exec(text)?.[0].length ?? 0);
      }
    }
    if (end > at) addTokens(tokens, text.slice(at, end), at, text);
    at = Math.max(end, at + 1);
  }
}

function addTokens(tokens: Token[], piece: string, at: number, text: string): void {
  const plain = plainWords.get(piece);
  if (plain) {
    tokens.push(plain);
    return;
  }
  const capital = capitalWords.get(piece)?.[spellingOf(piece, at, text)];
  if (capital) {
    tokens.push(inRole(capital, piece, at, text));
    return;
  }
  const first = piece.charCodeAt(0);
  if (first >= 48 && first <= 57) {
    addNumber(tokens, piece);
    return;
  }
  addWrittenWord(tokens, piece, at, text);
}

/** Words that mean one token wherever they stand, by how they are written: most of all words are of these. */
const plainWords = new Map<string, Token>();
/** Words with a capital, whose spelling depends on where they stand. */
const capitalWords = new Map<string, Readonly<Record<Spelling, Token>>>();
const REMEMBERED = 20_000;

function addWrittenWord(tokens: Token[], piece: string, at: number, text: string): void {
  let word = folded(piece);
  if (word.endsWith("'s")) word = word.slice(0, -2);
  if (word.endsWith("n't")) {
    // What stands before is an auxiliary.
    tokens.push(contentToken(NOT, "plain"));
    return;
  }
  const apostrophe = word.indexOf("'");
  if (apostrophe > 0 && functionWords.has(word.slice(apostrophe + 1))) word = word.slice(0, apostrophe);
  if (word.includes("'")) {
    for (const part of withoutElisions(piece)) addTokens(tokens, part.piece, at + part.at, text);
    return;
  }
  if (isOrdinalEnding(word)) {
    if (!isDigit(text.charCodeAt(at - 1))) tokens.push(contentToken(word, "plain"));
    return;
  }
  if (word === "one" && endsTens(tokens.at(-1), at, text)) {
    addNumberWord(tokens, 1);
    return;
  }
  const before = tokens.length;
  addWord(tokens, word, spellingOf(piece, at, text));
  const added = tokens.at(-1);
  if (!added || tokens.length !== before + 1 || numberWord(word) !== undefined || word === "one") return;
  const { term, isContent, tongues } = added;
  tokens[before] = inRole(added, piece, at, text);
  if (word === piece || !isContent || term === NOT) remember(plainWords, piece, added);
  else if (word === piece.toLowerCase()) {
    const [name, unknown] = [contentToken(term, "name", tongues), contentToken(term, "unknown", tongues)];
    remember(capitalWords, piece, { name, unknown, plain: added });
  }
}

function remember<T>(words: Map<string, T>, piece: string, token: T): void {
  if (piece.length > LONGEST_WORD) return;
  if (words.size >= REMEMBERED) words.clear();
  words.set(onItsOwn(piece), token);
}

const isOrdinalEnding = (word: string): boolean => word === "st" || word === "nd" || word === "rd" || word === "th";

function addWord(tokens: Token[], word: string, spelling: Spelling): void {
  const number = numberWord(word);
  if (number !== undefined) addNumberWord(tokens, number);
  else if (denials.has(word)) tokens.push(contentToken(NOT, "plain"));
  else if (functionWords.has(word)) tokens.push(grammarToken(word, tonguesOf(word)));
  else tokens.push(contentToken(stemOf(word), spelling, tonguesOf(word)));
}

function addNumber(tokens: Token[], piece: string): void {
  const date = wordsOfDate(piece);
  if (date) {
    for (const term of date) tokens.push(contentToken(stemOf(term), "unknown"));
    return;
  }
  const number = contentToken(stemOf(plainNumber(piece)), "unknown");
  remember(plainWords, piece, number);
  tokens.push(number);
}

const AFTER_TENS = /[a-z][- ]$/i;

/** "Twenty-one" is a number, of which no more than a hyphen or a space stands between the words. */
function endsTens(before: Token | undefined, at: number, text: string): boolean {
  return before?.spelling === "plain" && isTens(Number(before.term)) && AFTER_TENS.test(text.slice(at - 2, at));
}

const isTens = (number: number): boolean => number >= 20 && number < 100 && number % 10 === 0;

/** "Twenty-five" is one number. */
function addNumberWord(tokens: Token[], number: number): void {
  const before = Number(tokens.at(-1)?.term);
  const continues = number > 0 && number < 10 && isTens(before);
  if (continues) tokens.pop();
  tokens.push(contentToken(String(continues ? before + number : number), "plain"));
}

function contentToken(term: string, spelling: Spelling, tongues?: number): Token {
  return tongues === undefined ? { term, isContent: true, spelling } : { term, isContent: true, spelling, tongues };
}

function grammarToken(term: string, tongues: number | undefined): Token {
  const token: Token = { term, isContent: false, spelling: "plain" };
  return tongues === undefined ? token : { ...token, tongues };
}

/** `1,200` is 1200, `007` is 7, `7:30` stays. */
function plainNumber(piece: string): string {
  const joined = /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(piece) ? piece.replaceAll(",", "") : piece;
  return joined.length < 6 ? joined.replace(/^0+(?=\d)/, "") : joined;
}

function spellingOf(piece: string, at: number, text: string): Spelling {
  const initial = piece.charAt(0);
  if (initial === initial.toLowerCase()) return "plain"; // Such as those of scripts without capitals.
  // "Ana: I am home" names who says it.
  if (text.charAt(at + piece.length) === ":") return "name";
  if (piece.endsWith("'s") || piece.endsWith("’s")) return "name";
  return beginsSentence(at, text) ? "unknown" : "name";
}

function beginsSentence(at: number, text: string): boolean {
  let before = at - 1;
  while (before >= 0 && " \t\n\"'([“‘".includes(text.charAt(before))) before -= 1;
  return before < 0 || ".!?:;…".includes(text.charAt(before));
}

function inRole(token: Token, piece: string, at: number, text: string): Token {
  const role = token.isContent && token.spelling !== "plain" ? roleOf(piece, at, text) : undefined;
  return role ? { ...token, role } : token;
}
