import { codePoints } from "./rules.js";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * The beginning of a text: cut between words where there is a space in its second half, else between characters as a
 * reader sees them, without the punctuation and white space before the cut.
 * @param max code points.
 * @returns the text itself when it is no longer.
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

/** Empty when the first one alone is longer. */
function firstGraphemes(text: string, max: number): string {
  let length = 0;
  let remaining = max;
  // A code point has two code units at most; one more grapheme shows that the last one is complete.
  for (const { segment } of graphemes.segment(text.slice(0, 2 * max + 100))) {
    remaining -= codePoints(segment);
    if (remaining < 0) break;
    length += segment.length;
  }
  return text.slice(0, length);
}
