import { codePoints } from "./rules.js";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * Shortens a text. Cuts it between words when there is a space in the second half, else between grapheme clusters, and
 * removes the punctuation and white space before the cut.
 * @param max the maximum length in code points.
 * @returns the text itself when it is short enough.
 */
export function clipText(text: string, max: number): string {
  if (text.length <= max || codePoints(text) <= max) return text;
  const head =
    firstGraphemes(text, max) ||
    Array.from(text.slice(0, 2 * max), String)
      .slice(0, max)
      .join("");
  const space = head.lastIndexOf(" ");
  return (space > head.length / 2 ? head.slice(0, space) : head).replace(/[\s,;:.–—-]{1,100}$/u, "");
}

/** @returns an empty text when the first grapheme alone is longer. */
function firstGraphemes(text: string, max: number): string {
  let length = 0;
  let remaining = max;
  // A code point has at most two code units; the extra text shows that the last grapheme is complete.
  for (const { segment } of graphemes.segment(text.slice(0, 2 * max + 100))) {
    remaining -= codePoints(segment);
    if (remaining < 0) break;
    length += segment.length;
  }
  return text.slice(0, length);
}
