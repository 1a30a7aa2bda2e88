import { invalidInput } from "../errors.js";
import { countCodePoints, type Bounds } from "../rules.js";

/**
 * The white space of Python's `str.isspace` (decision 2.8), which differs from that of `String.trim`: U+001C to U+001F
 * and U+0085 are white space, and the byte order mark U+FEFF is not.
 */
const WHITE_SPACE_CLASS = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";

const NON_WHITE_SPACE = new RegExp(`[^${WHITE_SPACE_CLASS}]`);
const WHITE_SPACE_RUNS = new RegExp(`[${WHITE_SPACE_CLASS}]+`, "g");

/** Whether the text contains only white space. */
export function isBlank(text: string): boolean {
  return !NON_WHITE_SPACE.test(text);
}

/** Removes the surrounding white space. */
export function trimWhiteSpace(text: string): string {
  let end = text.length;
  while (end > 0 && isBlank(text.charAt(end - 1))) end -= 1;
  return end === 0 ? "" : text.slice(text.search(NON_WHITE_SPACE), end);
}

/**
 * Parses a title: removes the surrounding white space, which does not count towards its length.
 * @throws DomainError `invalid` for one that is blank or too long.
 */
export function parseTitle(title: string, { max }: Required<Bounds>): string {
  const text = trimWhiteSpace(title);
  if (text === "") throw invalidInput("title_blank");
  if (countCodePoints(text) > max) throw invalidInput("title_long", { max });
  return text;
}

/** Replaces each run of white space with one space and removes surrounding white space. */
export function collapseWhiteSpace(text: string): string {
  return trimWhiteSpace(text.replace(WHITE_SPACE_RUNS, " "));
}

/** Normalises a text for comparison: Unicode NFKC, full case folding, and single spaces (decision 4.13). */
export function normalizeText(text: string): string {
  return collapseWhiteSpace(foldCase(text.normalize("NFKC")).normalize("NFKC"));
}

/** Case folding keeps ı, because it is not another case of `i`; upper-casing would change it to `I`. */
const DOTLESS_I = "\u0131";

/** Folds case by lower-, upper- and lower-casing: ẞ becomes ß, then SS, then `ss`. */
function foldCase(text: string): string {
  const parts = text.toLowerCase().split(DOTLESS_I);
  return parts
    .map((part) => part.toUpperCase())
    .join(DOTLESS_I)
    .toLowerCase();
}

const graphemeSegmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * Shortens a text. Cuts it between words when there is a space in the second half, else between grapheme clusters, and
 * removes the punctuation and white space before the cut.
 * @param maxLength the maximum length in code points.
 * @returns the text itself when it is short enough.
 */
export function clipText(text: string, maxLength: number): string {
  if (text.length <= maxLength || countCodePoints(text) <= maxLength) return text;
  const head =
    firstGraphemes(text, maxLength) ||
    Array.from(text.slice(0, 2 * maxLength), String)
      .slice(0, maxLength)
      .join("");
  const lastSpaceIndex = head.lastIndexOf(" ");
  return (lastSpaceIndex > head.length / 2 ? head.slice(0, lastSpaceIndex) : head).replace(/[\s,;:.–—-]{1,100}$/u, "");
}

/** @returns an empty text when the first grapheme alone is longer. */
function firstGraphemes(text: string, maxLength: number): string {
  let length = 0;
  let remaining = maxLength;
  // A code point has at most two code units; the extra text shows that the last grapheme is complete.
  for (const { segment } of graphemeSegmenter.segment(text.slice(0, 2 * maxLength + 100))) {
    remaining -= countCodePoints(segment);
    if (remaining < 0) break;
    length += segment.length;
  }
  return text.slice(0, length);
}
