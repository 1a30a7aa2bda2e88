/** A word, number or mark of a text. */
export interface TextToken {
  readonly text: string;
  /** Lower case, straight apostrophes. */
  readonly lower: string;
  /** UTF-16 offsets in the text. */
  readonly from: number;
  readonly to: number;
  readonly isWord: boolean;
}

/**
 * A word with inner hyphens or dots ("e-mail", "z.B"), a number with its separators, a run of emoji or punctuation.
 * Apostrophes are handled afterwards, because languages attach them to different sides.
 */
const TOKEN = /\d+(?:[.,:/]\d+)*|[\p{L}\p{M}\p{N}_]+(?:[-.'’][\p{L}\p{M}\p{N}_]+)*|[^\s\p{L}\p{N}]/gu;
const APOSTROPHE = /['’]/;
const WORD_START = /[\p{L}\p{N}]/u;
/** Suffixes that English attaches with an apostrophe; everywhere else the apostrophe ends the first word ("l'ami"). */
const ENGLISH_SUFFIXES = new Set(["s", "m", "ll", "re", "ve", "d", "t"]);

/** @returns the tokens in order; contractions are two tokens ("I", "'m"; "l'", "ami"), negated auxiliaries one. */
export function tokenize(text: string): TextToken[] {
  const tokens: TextToken[] = [];
  for (const { 0: match, index } of text.matchAll(TOKEN)) {
    if (!APOSTROPHE.test(match)) {
      tokens.push(createToken(match, index));
      continue;
    }
    for (const [from, to] of splitContraction(match)) tokens.push(createToken(match.slice(from, to), index + from));
  }
  return tokens;
}

const createToken = (text: string, from: number): TextToken => ({
  text,
  lower: text.toLowerCase().replace("’", "'"),
  from,
  to: from + text.length,
  isWord: WORD_START.test(text),
});

function splitContraction(word: string): readonly (readonly [number, number])[] {
  const at = word.search(APOSTROPHE);
  if (at <= 0) return [[0, word.length]];
  const suffix = word.slice(at + 1).toLowerCase();
  // "don't" and Dutch "m'n" stay whole: their first part is not a word.
  if (suffix === "t" || suffix === "n") return [[0, word.length]];
  if (ENGLISH_SUFFIXES.has(suffix)) {
    return [
      [0, at],
      [at, word.length],
    ];
  }
  return suffix === ""
    ? [[0, word.length]]
    : [
        [0, at + 1],
        [at + 1, word.length],
      ];
}

/** Lower case without accents: the form in which spellings of one word are equal. */
export const foldAccents = (text: string): string =>
  text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().replaceAll("ß", "ss").replaceAll("’", "'");

/** @returns the text with its first letter in upper case. */
export function capitalize(text: string): string {
  const [first = ""] = text;
  return first.toLocaleUpperCase() + text.slice(first.length);
}
