/** What a text is cut into before its words are known. */
export interface Piece {
  readonly piece: string;
  readonly at: number;
  readonly kind: "word" | "run" | "picture";
}

/** Scripts that put no spaces between words, and Hangul, whose words bear endings that no stemmer here knows. */
const UNSPACED = String.raw`[[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Yi}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Tibetan}]&&[\p{L}\p{M}\p{Nl}]]`;
/** A word of one script ends where that of another begins: endings are written right behind a name of another script. */
const LATIN = String.raw`(?:\p{sc=Latin}[[\p{sc=Latin}\p{sc=Inherited}]&&[\p{L}\p{M}]]*)`;
const OTHER = String.raw`[[\p{L}\p{M}]--\p{sc=Latin}--${UNSPACED}]+`;
const LETTERS = `(?:${LATIN}|${OTHER})`;
/** Numbers with what stands between their digits; dates in digits; words with their apostrophes. */
const WORD = String.raw`\d{4}-\d{2}(?:-\d{2})?(?!\d)|\d+(?:[.,:]\d+)*(?!\u20e3)|${LETTERS}(?:['’]${LETTERS})*\d*|[\p{N}--\p{Nl}]+(?!\u20e3)`;
/** Flags, keys, and pictures with all that makes one of them. */
const PICTURED = String.raw`\p{Extended_Pictographic}\p{Emoji_Modifier}?`;
const PICTURE = String.raw`\p{RI}{1,2}|[0-9#*]\u20e3|${PICTURED}(?:\u200d${PICTURED})*[\u{e0020}-\u{e007f}]*`;

const PIECES = new RegExp(`${WORD}|(${UNSPACED}+)|(${PICTURE})`, "gv");

/** @param text as `withoutAccents` answers it. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  PIECES.lastIndex = 0;
  for (let match = PIECES.exec(text); match; match = PIECES.exec(text)) {
    const [piece, run, picture] = match;
    pieces.push({ piece, at: match.index, kind: run ? "run" : picture ? "picture" : "word" });
  }
  return pieces;
}

const SYLLABLES = /[\p{sc=Han}\p{sc=Hangul}]/v;
const SINGLE_PICTURE = /\p{Extended_Pictographic}/gv;

/** What a piece is found by that is no word: pairs of characters and those that may be a word, or pictures. */
export function partsOf(piece: string, kind: "run" | "picture"): string[] {
  if (kind === "picture") {
    const [...singles] = piece.match(SINGLE_PICTURE) ?? [];
    return [...new Set([piece, ...singles])];
  }
  const letters = Array.from(piece);
  if (letters.length === 1) return letters;
  const pairs = letters.slice(1).map((letter, i) => (letters[i] ?? "") + letter);
  return [...pairs, ...letters.filter((letter) => SYLLABLES.test(letter))];
}

/**
 * Every sign in its plainest form; the apostrophe too, which some alphabets have for a letter. The iota that is written
 * below other letters is one beside them in other letter case.
 */
export function withoutAccents(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll("\u0345", "ι")
    .replace(/[\u0300-\u036f\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu, "")
    .replace(/[ʻʼ]/g, "'")
    .normalize("NFC");
}

// eslint-disable-next-line no-control-regex -- ASCII is what it is about
export const isAscii = (text: string): boolean => /^[\x00-\x7f]*$/.test(text);

/** Letter case folded: letters that differ in the lower or in the upper case alone are the same too. */
export function folded(word: string): string {
  const lower = word.toLowerCase();
  if (isAscii(lower)) return lower;
  return lower.toUpperCase().toLowerCase().replaceAll("ς", "σ").replaceAll("’", "'");
}

/** The parts between the apostrophes of a word; a single letter is but what is left of an article or the like. */
export function withoutElisions(word: string): { piece: string; at: number }[] {
  const parts = Array.from(word.matchAll(/[^'’]+/g), ({ 0: piece, index: at }) => ({ piece, at }));
  const longer = parts.filter(({ piece }) => piece.length > 1);
  return longer.length > 0 ? longer : parts;
}
