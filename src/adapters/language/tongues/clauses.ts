import { Calendar } from "../dates/dates.js";
import type { Tongue } from "./tongue.js";

export interface Token {
  readonly text: string;
  readonly lower: string;
  /** Where it begins and ends in its text. */
  readonly from: number;
  readonly to: number;
}

const TOKEN = /[\p{L}\p{N}]+['’](?=\p{L})|[\p{L}\p{N}]+(?:[-.:][\p{L}\p{N}]+)*|[^\s\p{L}\p{N}]+/gu;

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
    const [word] = match;
    const to = match.index + word.length;
    tokens.push({ text: word, lower: word.toLowerCase().replace("’", "'"), from: match.index, to });
  }
  return tokens;
}

const BOUNDARY = /[,;:]\s+|\s+[–—-]\s+|\.{3}\s*|…\s*/u;

/** The pieces of a sentence between its commas. */
export const piecesOf = (sentence: string): string[] =>
  sentence
    .replace(/^[¿¡\s"«„“]+/u, "")
    .replace(/[\s.!?…"»“”]+$/u, "")
    .split(BOUNDARY)
    .map((piece) => piece.replace(/^[¿¡'’\s]+/u, "").trim())
    .filter(Boolean);

/** The longest time, and the longest text that is looked through for times, in words. */
const LONGEST_TIME = 7;
const LONGEST = 40;

/** The text without the times that are named in it. */
export function withoutTimes(text: string, tongue: Tongue): string {
  const words = text.split(" ");
  if (words.length > LONGEST || !Calendar.mayNameTime(tongue.timesInEnglish(text))) return text;
  const kept: string[] = [];
  const isPossible = words.map(tongue.mayBeOfTime(text));
  for (let at = 0; at < words.length;) {
    const size = timeAt(words, at, isPossible, tongue);
    if (size === 0) kept.push(words[at] ?? "");
    at += Math.max(1, size);
  }
  return kept
    .join(" ")
    .replace(/\s+(?=[,.])/g, "")
    .trim();
}

/** How many words from here on are one time. */
function timeAt(words: readonly string[], at: number, isPossible: readonly boolean[], tongue: Tongue): number {
  const end = words.findIndex((word, i) => i >= at && isPossible[i] === false && !tongue.speech.till.test(word));
  for (let size = Math.min(LONGEST_TIME, (end < 0 ? words.length : end) - at); size > 0; size -= 1) {
    const window = words.slice(at, at + size);
    const led = window.findIndex((word) => !tongue.speech.till.test(word));
    for (let from = 0; from <= Math.max(0, led); from += 1) {
      if (isTime(window.slice(from).join(" "), tongue)) return size;
    }
  }
  return 0;
}

/** People name the same times again and again; what is remembered is made of words of times alone. */
const MOST_REMEMBERED = 2_000;
const remembered = new WeakMap<Tongue, Map<string, boolean>>();

function isTime(text: string, tongue: Tongue): boolean {
  const phrases = remembered.get(tongue) ?? new Map<string, boolean>();
  remembered.set(tongue, phrases);
  const known = phrases.get(text);
  if (known !== undefined) return known;
  const english = tongue.timesInEnglish(text);
  const isOne = !english.includes("~") && Calendar.mayNameTime(english);
  if (phrases.size === MOST_REMEMBERED) phrases.clear();
  phrases.set(text, isOne);
  return isOne;
}

/** Whether there is a word that carries meaning. */
export const saysSomething = (text: string, tongue: Tongue): boolean =>
  tokensOf(text).some(({ text: word, lower }) => /^\p{L}{2}|^\d/u.test(word) && !tongue.isFunctionWord(lower));
