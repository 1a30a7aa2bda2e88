import { foldAccents } from "../text/text-tokens.js";

const TOKEN =
  /\d{4}-\d\d-\d\d|\d{1,12}(?:[.:/]\d{1,4}){0,2}(?!\d)|\d+|[AaPp]\. ?[Mm]\.|\p{L}[\p{L}\p{M}]*|\n|[^\s\p{L}\d]/gu;
const ASCII = /^[\s -~]*$/;

/** @returns words, numbers and marks, as fine as times are written: "14h30" is three tokens, "9.20" is one. */
export const splitTokens = (text: string): readonly string[] => text.match(TOKEN) ?? [];

/** @returns the token in lower case with straight apostrophes, and that without accents. */
export function normalizeToken(token: string): { readonly lower: string; readonly folded: string } {
  const word = token.toLowerCase().replace("’", "'");
  const lower = /^[ap]\./.test(word) ? `${word.charAt(0)}m` : word;
  return { lower, folded: fold(lower) };
}

/** @returns the tokens in the form in which they are compared. */
export const splitFolded = (text: string): string[] => splitTokens(text).map((token) => normalizeToken(token).folded);

/** Removes accents. */
export const fold = (text: string): string => (ASCII.test(text) ? text : foldAccents(text));
