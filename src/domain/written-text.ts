import { singleSpaced } from "./white-space.js";

/**
 * What no reader sees and a program may obey: controls, marks that turn the direction of writing, characters of no
 * width, tags and selectors of variants that carry hidden text. Joiners stay, for scripts and emojis need them.
 */
const unseen =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e01ef}]/gu;
/** What joins or varies other scripts and emojis stands between characters of an address for nothing but to hide it. */
const between =
  /(?<=[!-~\u3002\uff0e\uff61])(?:\u034f|\u200c|\u200d|[\ufe00-\ufe0f]|[\u115f\u1160\u3164\uffa0]|[\u17b4\u17b5])+(?=[!-~\u3002\uff0e\uff61])/g;
const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
/** Of Markdown and HTML, with which a text could have a reader's program fetch something. */
const links = /!?\[([^[\]\n]*)\]\((?:[^()\n]|\((?:[^()\n]|\([^()\n]*\)?)*\)?)*\)?/g;
const tags = /<\/?[a-z!][^>]*>?/gi;
const addresses =
  /[\w+.-]{0,40}:\/\/\S*|\b(?:javascript|vbscript|data|file|mailto|tel|sms|blob):\S+|\bwww\.\S+|\b(?:[a-z0-9-]{1,63}\.){1,10}[a-z]{2,24}(?::\d{1,5})?[/?]\S*/gi;

/**
 * A name of the net as readers' programs make a link of it, without a path: two labels at least, the last of letters;
 * a dot may be one that stands for a dot there (IDNA). Or the four numbers of an address.
 */
const hosts =
  /(?<![\p{L}\p{N}_-])(?:(?:[\p{L}\p{N}_-]{1,63}[.\u3002\uff0e\uff61]){1,10}(?:\p{L}{2,24}|xn--[a-z0-9-]{1,59})|\d{1,3}(?:\.\d{1,3}){3})(?![\p{L}\p{N}_-])/giu;
/** All that hangs together by dots. */
const dotted = /(?<![\p{L}\p{N}_-])[\p{L}\p{N}_-]+(?:[.\u3002\uff0e\uff61][\p{L}\p{N}_-]+)+/gu;
const dots = /[.\u3002\uff0e\uff61]/g;
/** No names of the net end so. */
const files = /\.(?:c|cpp|css|csv|docx?|gif|html?|jpe?g|jsx?|json|odt|pdf|png|pptx?|tsx?|txt|wav|xlsx?|xml|ya?ml)$/iu;

/** What may be written of the net. */
export interface Said {
  /** Whether somebody has said this name. */
  readonly host: (host: string) => boolean;
  /** Whether this address was asked for. */
  readonly address: (address: string) => boolean;
}

const hostKey = (host: string): string => host.normalize("NFKC").replace(dots, ".").toLowerCase();

/** What is said in these texts. @param asked addresses that are asked for, as of `addressesIn`. */
export function saidIn(texts: Iterable<string>, asked: Iterable<string> = []): Said {
  const known = new Set<string>();
  for (const text of texts) for (const [host] of visible(text).matchAll(hosts)) known.add(hostKey(host));
  const wanted = new Set(asked);
  return { host: (host) => known.has(hostKey(host)), address: (address) => wanted.has(address) };
}

/** On one line, without what is not seen. */
export function visible(text: string): string {
  return singleSpaced(text.replace(breaks, " ").replace(unseen, "").replace(between, ""));
}

/**
 * What a model wrote, as it may be kept: on one line, no markup, no address of anything but those that are asked for;
 * as often as taking one away makes another. A name of the net that nobody has said is taken apart, so that no program
 * makes a link of it: where it is only two sentences without a space between, that is all it lacked.
 */
export function cleaned(text: string, said: Said): string {
  let before = text;
  let after = once(text, said);
  while (after !== before) [before, after] = [after, once(after, said)];
  return after;
}

function once(text: string, said: Said): string {
  const plain = visible(text).replace(links, "$1").replace(tags, "");
  const named = plain.replace(addresses, (address) => (said.address(withoutEnd(address)) ? address : ""));
  return visible(named.replace(dotted, (names) => (hasUnsaid(names, said) ? names.replace(dots, ". ") : names)));
}

const hasUnsaid = (names: string, said: Said): boolean =>
  Array.from(names.matchAll(hosts), ([host]) => host).some((host) => !said.host(host) && !files.test(host));

/** What it writes as an address, without the punctuation of the sentence around it. */
export function addressesIn(text: string): string[] {
  return Array.from(visible(text).matchAll(addresses), ([address]) => withoutEnd(address));
}

const withoutEnd = (address: string): string => address.replace(/(?<![\])}>.,;:!?'"…])[\])}>.,;:!?'"…]+$/u, "");

/** What somebody said, without what is not seen; each further line stands in, so that none looks like one of ours. */
export function quoted(text: string): string {
  return text
    .split(/[\n\v\f\r\u0085\u2028\u2029]+/)
    .map(visible)
    .filter((line) => line !== "")
    .join("\n    ");
}
