/** A piece of a text, before its words are determined. */
interface PreToken {
  readonly text: string;
  readonly offset: number;
  readonly kind: "word" | "run" | "picture";
}

/** Scripts without spaces between words, and Hangul, whose words have endings that the stemmer does not support. */
const UNSPACED_SCRIPT = String.raw`[[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Yi}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Tibetan}]&&[\p{L}\p{M}\p{Nl}]]`;
/** A word ends where the script changes, because endings directly follow a name in another script. */
const LATIN_WORD = String.raw`(?:\p{sc=Latin}[[\p{sc=Latin}\p{sc=Inherited}]&&[\p{L}\p{M}]]*)`;
const OTHER_SCRIPT_WORD = String.raw`[[\p{L}\p{M}]--\p{sc=Latin}--${UNSPACED_SCRIPT}]+`;
const LETTER_SEQUENCE = `(?:${LATIN_WORD}|${OTHER_SCRIPT_WORD})`;
/** Numbers with separators between their digits, numeric dates, and words with apostrophes. */
const WORD = String.raw`\d{4}-\d{2}(?:-\d{2})?(?!\d)|\d+(?:[.,:]\d+)*(?!\u20e3)|${LETTER_SEQUENCE}(?:['’]${LETTER_SEQUENCE})*\d*|[\p{N}--\p{Nl}]+(?!\u20e3)`;
/** Flags, keycaps, and pictographs with their modifiers and joined sequences. */
const PICTOGRAPH = String.raw`\p{Extended_Pictographic}\p{Emoji_Modifier}?`;
const EMOJI = String.raw`\p{RI}{1,2}|[0-9#*]\u20e3|${PICTOGRAPH}(?:\u200d${PICTOGRAPH})*[\u{e0020}-\u{e007f}]*`;

const PRE_TOKEN = new RegExp(`${WORD}|(${UNSPACED_SCRIPT}+)|(${EMOJI})`, "gv");

/** @param text as `removeAccents` returns it. */
export function preTokenize(text: string): PreToken[] {
  return Array.from(text.matchAll(PRE_TOKEN), ({ 0: matched, 1: run, 2: emoji, index }) => {
    return { text: matched, offset: index, kind: run ? "run" : emoji ? "picture" : "word" };
  });
}

const WORD_CHARACTER = /[\p{sc=Han}\p{sc=Hangul}]/v;
const SINGLE_PICTOGRAPH = /\p{Extended_Pictographic}/gv;

/** Returns the search terms of a run (pairs of characters, and characters that may be words) or of a picture. */
export function splitNonWord(text: string, kind: "run" | "picture"): string[] {
  if (kind === "picture") {
    const [...pictographs] = text.match(SINGLE_PICTOGRAPH) ?? [];
    return [...new Set([text, ...pictographs])];
  }
  const characters = Array.from(text);
  if (characters.length === 1) return characters;
  const bigrams = characters.slice(1).map((character, i) => (characters[i] ?? "") + character);
  return [...bigrams, ...characters.filter((character) => WORD_CHARACTER.test(character))];
}

/**
 * Removes accents and variation selectors, and replaces compatibility characters. Letters that look like an apostrophe
 * become one, and the iota subscript becomes a letter, as it is in upper case.
 */
export function removeAccents(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll("\u0345", "ι")
    .replace(/[\u0300-\u036f\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu, "")
    .replace(/[ʻʼ]/g, "'")
    .normalize("NFC");
}

// eslint-disable-next-line no-control-regex -- ASCII is what it is about
export const isAscii = (text: string): boolean => /^[\x00-\x7f]*$/.test(text);

/** Folds the case; letters that differ only in lower case or only in upper case become equal too. */
export function foldLetterCase(word: string): string {
  const lower = word.toLowerCase();
  if (isAscii(lower)) return lower;
  return lower.toUpperCase().toLowerCase().replaceAll("ς", "σ").replaceAll("’", "'");
}

/** Returns the parts of a word between apostrophes, without single letters, which are remains of articles. */
export function splitElisions(word: string): { piece: string; at: number }[] {
  const parts = Array.from(word.matchAll(/[^'’]+/g), ({ 0: piece, index: at }) => ({ piece, at }));
  const longerParts = parts.filter(({ piece }) => piece.length > 1);
  return longerParts.length > 0 ? longerParts : parts;
}
