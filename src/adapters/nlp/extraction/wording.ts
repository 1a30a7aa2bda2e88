import type { Locale } from "../locales/locale.js";
import type { TimeExpression } from "../temporal/time-expression.js";
import { capitalize, type TextToken } from "../text/text-tokens.js";

/** A token of a wording; `text` may differ from what was written. */
export interface Piece {
  readonly text: string;
  readonly lower: string;
  readonly isWord: boolean;
  /** Whether white space stands before it. */
  readonly isSpaced: boolean;
}

export function toPieces(tokens: readonly TextToken[]): Piece[] {
  return tokens.map(({ text, lower, isWord, from }, index) => ({
    text,
    lower,
    isWord,
    isSpaced: index > 0 && from > (tokens[index - 1]?.to ?? from),
  }));
}

const SEPARATOR = /^[,;:–—-]$/u;
const MAX_BRACKETED_TOKENS = 6;

/**
 * Leaves out the tokens of times, with the separators and possessive endings behind them and the brackets around them.
 * @param offset of the text in which the times lie.
 */
export function removeTimes(
  tokens: readonly TextToken[],
  times: readonly TimeExpression[],
  offset: number,
): TextToken[] {
  const isInTime = (token: TextToken | undefined): boolean =>
    token !== undefined && times.some(({ from, to }) => token.from - offset >= from && token.from - offset < to);
  const removed = new Set(tokens.flatMap((token, index) => (isInTime(token) ? [index] : [])));
  for (const index of [...removed]) {
    const next = tokens[index + 1];
    if (next && !isInTime(next) && (SEPARATOR.test(next.text) || next.lower === "'s")) removed.add(index + 1);
    const near = Math.max(0, index - MAX_BRACKETED_TOKENS);
    const open = near + tokens.slice(near, index).findLastIndex(({ text }) => text === "(");
    const close = tokens.slice(open, open + MAX_BRACKETED_TOKENS).findIndex(({ text }) => text === ")");
    if (tokens[open]?.text === "(" && close !== -1 && open + close > index)
      for (let at = open; at <= open + close; at += 1) removed.add(at);
  }
  return tokens.filter((_, index) => !removed.has(index));
}

export const replaceText = (piece: Piece, text: string): Piece => ({ ...piece, text, lower: text.toLowerCase() });

export const createPiece = (text: string): Piece => ({ text, lower: text.toLowerCase(), isWord: true, isSpaced: true });

const replyClasses = ["agreements", "refusals", "greetings"] as const;

/** Leaves out hesitations, and at the start what is said before the content: replies, conjunctions, greetings. */
export function removeOpenings(pieces: readonly Piece[], locale: Locale): Piece[] {
  const kept = pieces.filter(({ lower }) => !locale.has("fillers", lower));
  let start = 0;
  while (start < kept.length && isOpening(kept, start, locale)) start += 1;
  return kept.slice(start);
}

function isOpening(pieces: readonly Piece[], index: number, locale: Locale): boolean {
  const { lower = "", isWord = false } = pieces[index] ?? {};
  if (!isWord || locale.has("connectives", lower)) return true;
  // "No, I don't": a reply is set apart by punctuation; in "no bebe alcohol" the word belongs to the statement.
  const next = pieces[index + 1];
  return replyClasses.some((name) => locale.has(name, lower)) && (next === undefined || !next.isWord);
}

/** Leaves out phrases such as "I need to" at the start and "please" at the end. */
export function removeLeads(pieces: readonly Piece[], locale: Locale): Piece[] {
  let kept = trimMarks(pieces);
  for (;;) {
    const words = kept.map(({ lower }) => lower);
    const length = locale.leads.matchLength(words, 0);
    if (length === 0 || length >= kept.length) break;
    kept = trimMarks(kept.slice(length));
  }
  return removeTrails(kept, locale);
}

function removeTrails(pieces: readonly Piece[], locale: Locale): Piece[] {
  let kept = trimMarks(pieces);
  for (let start = Math.max(1, kept.length - MAX_TRAIL_WORDS); start < kept.length; start += 1) {
    const words = kept.map(({ lower }) => lower);
    if (locale.trails.matchLength(words, start) !== kept.length - start) continue;
    kept = trimMarks(kept.slice(0, start));
    start = Math.max(0, kept.length - MAX_TRAIL_WORDS - 1);
  }
  return kept;
}

const MAX_TRAIL_WORDS = 5;
const OPENING_MARK = /^[(["“„«€$£#@&+]$/u;
const CLOSING_MARK = /^[)\]"”»%€$°+]$|^\p{Extended_Pictographic}$/u;

/** Leaves out punctuation at both ends, but for brackets, quotation marks and units. */
export function trimMarks(pieces: readonly Piece[]): Piece[] {
  const from = pieces.findIndex(({ isWord, lower }) => isWord || OPENING_MARK.test(lower));
  const to = pieces.findLastIndex(({ isWord, lower }) => isWord || CLOSING_MARK.test(lower));
  return from === -1 || to < from ? [] : pieces.slice(from, to + 1);
}

/** Joins pieces as they were written. @returns one line that begins with a capital letter. */
export function renderPieces(pieces: readonly Piece[]): string {
  const kept = trimMarks(pieces);
  const text = kept.map(({ text: part, isSpaced }, index) => (index > 0 && isSpaced ? ` ${part}` : part)).join("");
  return capitalize(
    removeUnmatchedBrackets(text.replaceAll(EMPTY_BRACKETS, " "))
      .replaceAll(/\s{2,}/g, " ")
      .replaceAll(/\s+([,.;:!?])/g, "$1")
      .trim(),
  );
}

/** What is left of "(by Friday)". */
const EMPTY_BRACKETS = /\s*[([]\s*[,;.-]?\s*[)\]]\s*/g;

function removeUnmatchedBrackets(text: string): string {
  const opened = text.split("(").length;
  const closed = text.split(")").length;
  return opened === closed ? text : text.replaceAll(/[()]/g, "");
}

/** Content words: neither function words nor fillers. */
export function countContentWords(pieces: readonly Piece[], locale: Locale): number {
  return pieces.filter(
    ({ isWord, lower }) =>
      isWord && lower.length > 1 && !locale.has("stopWords", lower) && !locale.has("fillers", lower),
  ).length;
}
