/**
 * Decision 2.8: white space is what the reference takes for it (Python's `str.isspace`), which is not what
 * `String.trim` takes: the separators U+001C to U+001F and U+0085 are, the byte order mark U+FEFF is none.
 */
const WHITE = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";

const notWhite = new RegExp(`[^${WHITE}]`);
const runs = new RegExp(`[${WHITE}]+`, "g");

/** Decision 2.8: blank means only white space. */
export function isBlank(text: string): boolean {
  return !notWhite.test(text);
}

/** Without the white space around it. */
export function trimmed(text: string): string {
  let end = text.length;
  while (end > 0 && isBlank(text.charAt(end - 1))) end -= 1;
  return end === 0 ? "" : text.slice(text.search(notWhite), end);
}

/** Each run of white space as one space, and none around the text. */
export function singleSpaced(text: string): string {
  return trimmed(text.replace(runs, " "));
}
