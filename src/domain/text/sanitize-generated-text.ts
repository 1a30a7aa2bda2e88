import { collapseWhiteSpace } from "./normalize-text.js";

/**
 * Characters that a reader does not see but a program may interpret: controls, bidirectional marks, zero-width
 * characters, and tags and variation selectors that can carry hidden text. Joiners are kept, because scripts and emojis
 * need them.
 */
const INVISIBLE_CHARACTERS =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e01ef}]/gu;
/** Joiners, variation selectors and fillers between ASCII characters, where they only serve to hide an address. */
const HIDDEN_JOINERS =
  /(?<=[!-~\u3002\uff0e\uff61])(?:\u034f|\u200c|\u200d|[\ufe00-\ufe0f]|[\u115f\u1160\u3164\uffa0]|[\u17b4\u17b5])+(?=[!-~\u3002\uff0e\uff61])/g;
const LINE_BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
/** Markdown links and images and HTML tags, which could make a reader's program fetch something. */
const MARKDOWN_LINKS = /!?\[([^[\]\n]*)\]\((?:[^()\n]|\((?:[^()\n]|\([^()\n]*\)?)*\)?)*\)?/g;
const HTML_TAGS = /<\/?[a-z!][^>]*>?/gi;
const URLS =
  /[\w+.-]{0,40}:\/\/\S*|\b(?:javascript|vbscript|data|file|mailto|tel|sms|blob):\S+|\bwww\.\S+|\b(?:[a-z0-9-]{1,63}\.){1,10}[a-z]{2,24}(?::\d{1,5})?[/?]\S*/gi;

/**
 * A host name that programs turn into a link even without a path: at least two labels, the last one of letters,
 * separated by a dot or an equivalent of it (IDNA); or an IPv4 address.
 */
const HOST_NAMES =
  /(?<![\p{L}\p{N}_-])(?:(?:[\p{L}\p{N}_-]{1,63}[.\u3002\uff0e\uff61]){1,10}(?:\p{L}{2,24}|xn--[a-z0-9-]{1,59})|\d{1,3}(?:\.\d{1,3}){3})(?![\p{L}\p{N}_-])/giu;
/** Words joined by dots. */
const DOTTED_NAMES = /(?<![\p{L}\p{N}_-])[\p{L}\p{N}_-]+(?:[.\u3002\uff0e\uff61][\p{L}\p{N}_-]+)+/gu;
const DOTS = /[.\u3002\uff0e\uff61]/g;
/** Extensions of file names; treated as no top-level domains. */
const FILE_EXTENSION =
  /\.(?:c|cpp|css|csv|docx?|gif|html?|jpe?g|jsx?|json|odt|pdf|png|pptx?|tsx?|txt|wav|xlsx?|xml|ya?ml)$/iu;

/** The hosts and URLs that a generated text may contain. */
export interface AllowedUrls {
  /** Whether the given texts contain this host name. */
  readonly isAllowedHost: (isAllowedHost: string) => boolean;
  /** Whether this URL was requested. */
  readonly isAllowedUrl: (isAllowedUrl: string) => boolean;
}

const normalizeHost = (host: string): string => host.normalize("NFKC").replace(DOTS, ".").toLowerCase();

/** Collects the host names in these texts. @param requestedUrls allowed URLs, as returned by `findUrls`. */
export function findAllowedUrls(texts: Iterable<string>, requestedUrls: Iterable<string> = []): AllowedUrls {
  const hostNames = new Set<string>();
  for (const text of texts)
    for (const [host] of stripInvisible(text).matchAll(HOST_NAMES)) hostNames.add(normalizeHost(host));
  const urls = new Set(requestedUrls);
  return { isAllowedHost: (host) => hostNames.has(normalizeHost(host)), isAllowedUrl: (address) => urls.has(address) };
}

/** Puts the text on one line and removes invisible characters. */
export function stripInvisible(text: string): string {
  return collapseWhiteSpace(
    text.replace(LINE_BREAKS, " ").replace(INVISIBLE_CHARACTERS, "").replace(HIDDEN_JOINERS, ""),
  );
}

/**
 * Sanitises a text that a model generated: puts it on one line and removes markup and all URLs that were not requested.
 * Repeats this until nothing changes, because a removal may create another match. Inserts a space after the dots of a
 * host name that is not allowed, so that programs make no link of it; two sentences without a space between them only
 * gain that space.
 */
export function sanitizeGeneratedText(text: string, allowed: AllowedUrls): string {
  let previous = text;
  let current = sanitizeOnce(text, allowed);
  while (current !== previous) [previous, current] = [current, sanitizeOnce(current, allowed)];
  return current;
}

function sanitizeOnce(text: string, allowed: AllowedUrls): string {
  const plainText = stripInvisible(text).replace(MARKDOWN_LINKS, "$1").replace(HTML_TAGS, "");
  const withAllowedUrls = plainText.replace(URLS, (url) =>
    allowed.isAllowedUrl(stripTrailingPunctuation(url)) ? url : "",
  );
  return stripInvisible(
    withAllowedUrls.replace(DOTTED_NAMES, (names) =>
      hasDisallowedHost(names, allowed) ? names.replace(DOTS, ". ") : names,
    ),
  );
}

const hasDisallowedHost = (names: string, allowed: AllowedUrls): boolean =>
  Array.from(names.matchAll(HOST_NAMES), ([host]) => host).some(
    (host) => !allowed.isAllowedHost(host) && !FILE_EXTENSION.test(host),
  );

/** Returns the URLs in a text, without the punctuation of the sentence around them. */
export function findUrls(text: string): string[] {
  return Array.from(stripInvisible(text).matchAll(URLS), ([url]) => stripTrailingPunctuation(url));
}

const stripTrailingPunctuation = (url: string): string => url.replace(/(?<![\])}>.,;:!?'"…])[\])}>.,;:!?'"…]+$/u, "");

/**
 * Formats user text for a prompt, without invisible characters. Further lines are indented, so that none looks like a
 * line of the prompt.
 */
export function formatQuote(text: string): string {
  return text
    .split(/[\n\v\f\r\u0085\u2028\u2029]+/)
    .map(stripInvisible)
    .filter((line) => line !== "")
    .join("\n    ");
}
