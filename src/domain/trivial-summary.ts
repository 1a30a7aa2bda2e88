import { clipText } from "./clip-text.js";
import { type Digest, noSummary } from "./digest.js";
import type { Segment, Transcript } from "./transcript.js";
import { visible } from "./written-text.js";

/** The `madeBy` of a trivial summary. */
export const TRIVIAL_SUMMARISER = "trivial";

/** How many UTF-16 code units are searched for the first letter or digit. */
const MAX_SCANNED_LENGTH = 100_000;
/** How much of the transcript is used, in UTF-16 code units. */
const MAX_EXCERPT_LENGTH = 2_000;
const MAX_TITLE_WORDS = 8;
/** A shorter first sentence ("Hi.", "Dr.") does not suffice as a title. */
const MIN_TITLE_WORDS = 3;
/** In code points. */
const MAX_TITLE_LENGTH = 60;
const MAX_OVERVIEW_LENGTH = 300;

const MEANINGFUL = /[\p{L}\p{N}]/u;
const LINE_BREAK = /[\n\v\f\r\u0085\u2028\u2029]/;
const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

/**
 * A summary of the transcript's first words, for a conversation that no summariser can process: no items, category
 * `other`. Its cost is linear in the length of an excerpt of bounded length.
 * @returns a digest that discards the conversation only when the transcript has no letter and no digit.
 */
export function summariseTrivially({ segments }: Pick<Transcript, "segments">): Digest {
  const { excerpt, isMeaningless } = beginningOf(segments);
  const firstLine = excerpt.split(LINE_BREAK).map(visible).find(Boolean) ?? "";
  return {
    ...noSummary,
    title: titleOf(firstLine),
    overview: overviewOf(visible(excerpt)),
    actionItems: [],
    memories: [],
    discard: isMeaningless,
    madeBy: TRIVIAL_SUMMARISER,
  };
}

interface Beginning {
  readonly excerpt: string;
  /** Whether the whole transcript has no letter and no digit. */
  readonly isMeaningless: boolean;
}

/** An excerpt that begins at the first letter or digit, or at the start when none is found within the limit. */
function beginningOf(segments: readonly Segment[]): Beginning {
  let remaining = MAX_SCANNED_LENGTH;
  for (const [index, { text }] of segments.entries()) {
    const from = text.slice(0, remaining).search(MEANINGFUL);
    if (from >= 0) return { excerpt: excerptOf(segments, index, from), isMeaningless: false };
    if (text.length >= remaining) return { excerpt: excerptOf(segments, 0, 0), isMeaningless: false };
    remaining -= text.length;
  }
  return { excerpt: excerptOf(segments, 0, 0), isMeaningless: true };
}

function excerptOf(segments: readonly Segment[], first: number, from: number): string {
  let excerpt = segments[first]?.text.slice(from, from + MAX_EXCERPT_LENGTH) ?? "";
  for (let i = first + 1; i < segments.length && excerpt.length < MAX_EXCERPT_LENGTH; i += 1) {
    excerpt += `\n${segments[i]?.text.slice(0, MAX_EXCERPT_LENGTH) ?? ""}`;
  }
  // The cut may have split a surrogate pair.
  const cut = excerpt.slice(0, MAX_EXCERPT_LENGTH);
  return cut.isWellFormed() ? cut : cut.slice(0, -1).toWellFormed();
}

function titleOf(line: string): string {
  let title = "";
  for (const { segment } of sentences.segment(line)) {
    title += segment;
    if (title.length > MAX_TITLE_LENGTH || wordsOf(title).length >= MIN_TITLE_WORDS) break;
  }
  return withoutEnd(clipText(wordsOf(title).slice(0, MAX_TITLE_WORDS).join(" "), MAX_TITLE_LENGTH));
}

const wordsOf = (text: string): string[] => text.split(" ").filter(Boolean);

const withoutEnd = (title: string): string => title.replace(/[\s.,;:!?。！？、，–—-]{1,60}$/u, "") || title;

/** As many whole sentences as fit, else the beginning of the first sentence. */
function overviewOf(text: string): string {
  let whole = "";
  for (const { segment } of sentences.segment(text)) {
    if (whole.length + segment.trimEnd().length > MAX_OVERVIEW_LENGTH) break;
    whole += segment;
  }
  if (whole !== "") return whole.trimEnd();
  const clipped = clipText(text, MAX_OVERVIEW_LENGTH);
  return clipped === text ? text : `${clipped}…`;
}
