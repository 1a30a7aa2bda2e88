import { singleSpaced } from "../../domain/white-space.js";

/**
 * What no reader sees and a program may obey: controls, marks that turn the direction of writing, characters of no
 * width, tags and selectors of variants that carry hidden text. Joiners stay, for scripts and emojis need them.
 */
const unseen =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e01ef}]/gu;
const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
/** Of Markdown and HTML, with which a text could have a reader's program fetch something. */
const links = /!?\[([^[\]\n]*)\]\([^)\n]*\)?/g;
const tags = /<\/?[a-z!][^>]*>?/gi;
const addresses =
  /\b[a-z][a-z0-9+.-]{0,30}:\/\/\S*|\b(?:javascript|vbscript|data|file|mailto|tel|sms|blob):\S+|\bwww\.\S+|\b(?:[a-z0-9-]{1,63}\.){1,10}[a-z]{2,24}(?::\d{1,5})?[/?]\S*/gi;

/** On one line, without what is not seen. */
export function visible(text: string): string {
  return singleSpaced(text.replace(breaks, " ").replace(unseen, ""));
}

/**
 * What a model wrote, as it may be kept: on one line, no markup, no address of anything but those that are asked for;
 * as often as taking one away makes another.
 * @param kept addresses, as of `addressesIn`.
 */
export function cleaned(text: string, kept: ReadonlySet<string> = none): string {
  let before = text;
  let after = once(text, kept);
  while (after !== before) [before, after] = [after, once(after, kept)];
  return after;
}

const none: ReadonlySet<string> = new Set();

function once(text: string, kept: ReadonlySet<string>): string {
  const plain = visible(text).replace(links, "$1").replace(tags, "");
  return visible(plain.replace(addresses, (address) => (kept.has(withoutEnd(address)) ? address : "")));
}

/** What it writes as an address, without the punctuation of the sentence around it. */
export function addressesIn(text: string): string[] {
  return Array.from(visible(text).matchAll(addresses), ([address]) => withoutEnd(address));
}

const withoutEnd = (address: string): string => address.replace(/[\])}>.,;:!?'"…]+$/u, "");

/** What somebody said, without what is not seen; each further line stands in, so that none looks like one of ours. */
export function quoted(text: string): string {
  return text
    .split(/[\n\v\f\r\u0085\u2028\u2029]+/)
    .map(visible)
    .filter((line) => line !== "")
    .join("\n    ");
}
