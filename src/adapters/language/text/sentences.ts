import { MAX_SENTENCE_LENGTH } from "./analysis-limits.js";
import { endsSentence } from "./plain-text.js";

/** A stretch of a text. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Speech recognisers may write no full stops at all; a piece of this many words is cut at the next joint. */
const LONG = 45;
const JOINTS = new Set(["and", "but", "so", "because", "then", "which", "okay"]);

/** After these a full stop ends no sentence; after "No" only where a number follows. */
const ABBREVIATION = /(?:^|[\s(])(?:Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|vs|etc|e\.g|i\.e|approx|p|pp|fig|[A-Z])\.\s*$/;
const NUMBERED = /(?:^|[\s(])No\.\s*$/;

/** "Am 16. Mai". */
const ORDINAL = /(?:^|\s)\d{1,2}\.\s*$/;

/** ASCII without a mark that ends a sentence in any language, but for the last: a cheap look before the costly one. */
const ONE_SENTENCE = /^[^.!?;\r\n\u0080-\uffff]*[.!?]?$/;

/** Divides a text into its sentences (Unicode TR 29 as the platform has it, then the abbreviations of English). */
export function sentenceSpans(text: string, segmenter: Intl.Segmenter): Span[] {
  if (ONE_SENTENCE.test(text)) return text.trim() === "" ? [] : divided(text, { from: 0, to: text.length });
  const spans: Span[] = [];
  const hasOrdinals = /^(?:de|da|nb|cs|pl)\b/.test(segmenter.resolvedOptions().locale);
  let from = 0;
  for (const { segment, index } of segmenter.segment(text)) {
    const to = index + segment.length;
    if (hasOrdinals && ORDINAL.test(segment.slice(-5)) && to < text.length) continue;
    const end = segment.slice(-12);
    if (isInAddress(text, from, to)) continue;
    const isAbbreviated = ABBREVIATION.test(end) || (NUMBERED.test(end) && /^\d/.test(text.slice(to, to + 1)));
    if (isAbbreviated || isInQuotation(text.slice(from, to))) continue;
    spans.push(...divided(text, { from, to }));
    from = to;
  }
  if (from < text.length) spans.push(...divided(text, { from, to: text.length }));
  return spans.filter((span) => text.slice(span.from, span.to).trim() !== "");
}

const MAX_ADDRESS_LENGTH = 120;

/** "https://example.org/?id=5" is one word. */
function isInAddress(text: string, from: number, to: number): boolean {
  if (/\s/.test(text.slice(to - 1, to + 1)) || to === text.length) return false;
  const [word = ""] = /(?<!\S)\S+$/.exec(text.slice(Math.max(from, to - MAX_ADDRESS_LENGTH), to)) ?? [];
  return word.includes("://");
}

const LONGEST_QUOTATION = 80;

/** "Our 'Stay safe. Stay home.' leaflet" is one sentence. */
function isInQuotation(segment: string): boolean {
  const end = segment.slice(-LONGEST_QUOTATION);
  const opened = end.lastIndexOf(" '");
  if (opened < 0) return false;
  return /^ '\p{Lu}/u.test(end.slice(opened)) && !/\p{L}[.,!?]?'(?!\p{L})/u.test(end.slice(opened + 2));
}

function divided(text: string, { from, to }: Span): Span[] {
  if (to - from < LONG * 3) return [{ from, to }];
  const spans: Span[] = [];
  let start = from;
  let count = 0;
  for (const match of text.slice(from, to).matchAll(/\S+/g)) {
    const [word] = match;
    const at = from + match.index;
    const joint = count >= LONG && (JOINTS.has(word.toLowerCase()) || count >= LONG * 1.5);
    const isTooLong = at + word.length - start > MAX_SENTENCE_LENGTH;
    if ((joint || isTooLong) && at > start) {
      spans.push({ from: start, to: at });
      start = at;
      count = 0;
    }
    count += /[,;:]$/.test(word) ? 0.5 : 1;
  }
  return [...spans, { from: start, to }];
}

/** Whether the texts are written with sentence ends, as people and good recognisers do. */
export function isPunctuated(texts: readonly string[]): boolean {
  const long = texts.filter((text) => text.length > 30);
  return long.length === 0 || long.filter((text) => endsSentence(text.trim())).length * 4 >= long.length;
}
