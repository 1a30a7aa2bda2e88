/** What must never leave in a digest: control characters, bidi controls, lone surrogates, object placeholders. */
const UNWANTED =
  // eslint-disable-next-line no-control-regex -- these characters are what is taken out
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffd]+/g;

/** Longer ones are noise or addresses; a tokenizer's time grows with the square of a word's length. */
const WORD_LENGTH = 120;
const LONG_WORD = new RegExp(`(\\S{${WORD_LENGTH}})\\S+`, "gu");

/** The text on one line: single spaces, straight quotes, no unwanted character and no endless word. */
export function plain(text: string): string {
  const line = text
    .toWellFormed()
    .replace(UNWANTED, " ")
    .replace(/[‘’ʼ]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\s+/g, " ")
    .trim();
  return hasLongWord(line) ? line.replace(LONG_WORD, "$1") : line;
}

/** A cheap look before the costly one. */
function hasLongWord(line: string): boolean {
  for (let from = 0; from + WORD_LENGTH < line.length;) {
    const space = line.lastIndexOf(" ", from + WORD_LENGTH);
    if (space < from) return true;
    from = space + 1;
  }
  return false;
}

/** At most `most` code points, cut between words where there is a space to cut at. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text;
  const points = Array.from(text);
  if (points.length <= most) return text;
  const head = points.slice(0, most).join("");
  const space = head.lastIndexOf(" ");
  return (space > most / 2 ? head.slice(0, space) : head).replace(/(?<![\s,;:.–—-])[\s,;:.–—-]+$/u, "");
}

/** The text with a capital; an address keeps its case. */
export function capitalised(text: string): string {
  if (/^[A-Z]/.test(text) || /^(?:[a-z][a-z+.-]*:\/\/|www\.|[^\s@]+@[^\s@]+\.)/.test(text)) return text;
  const [first = ""] = text;
  return first.toLocaleUpperCase("en") + text.slice(first.length);
}

/** Ends with a mark that ends sentences, in any script. */
export function endsSentence(text: string): boolean {
  return /[.!?…。！？؟।]["')\]]?$/u.test(text.slice(-2));
}

/** The text with a full stop where it had no end, without commas left hanging. */
export function finished(text: string): string {
  const trimmed = text.replace(/(?<![\s,;:–—-])[\s,;:–—-]+$/u, "");
  return trimmed === "" || endsSentence(trimmed) ? trimmed : `${trimmed}.`;
}
