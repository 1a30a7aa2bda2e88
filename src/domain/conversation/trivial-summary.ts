import { clipText } from "../text/normalize-text.js";
import { type SummaryResult, EMPTY_SUMMARY } from "./summary-result.js";
import type { Segment, Transcript } from "./transcript.js";
import { stripInvisible } from "../text/sanitize-generated-text.js";

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
const MAX_TRIVIAL_TITLE_LENGTH = 60;
const MAX_TRIVIAL_OVERVIEW_LENGTH = 300;

const MEANINGFUL = /[\p{L}\p{N}]/u;
const LINE_BREAK = /[\n\v\f\r\u0085\u2028\u2029]/;
const sentenceSegmenter = new Intl.Segmenter("en", { granularity: "sentence" });

/**
 * Summarises a transcript by its first words, for a conversation that no summariser can process: no items, category
 * `other`. Its cost is linear in the length of an excerpt of bounded length.
 * @returns a result that discards the conversation only when the transcript has no letter and no digit.
 */
export function summariseTrivially({ segments }: Pick<Transcript, "segments">): SummaryResult {
  const { excerpt, isMeaningless } = findExcerpt(segments);
  const firstLine = excerpt.split(LINE_BREAK).map(stripInvisible).find(Boolean) ?? "";
  return {
    ...EMPTY_SUMMARY,
    title: createTitle(firstLine),
    overview: createOverview(stripInvisible(excerpt)),
    actionItems: [],
    memories: [],
    discard: isMeaningless,
    madeBy: TRIVIAL_SUMMARISER,
  };
}

interface TranscriptExcerpt {
  readonly excerpt: string;
  /** Whether the whole transcript has no letter and no digit. */
  readonly isMeaningless: boolean;
}

/** An excerpt that begins at the first letter or digit, or at the start when none is found within the limit. */
function findExcerpt(segments: readonly Segment[]): TranscriptExcerpt {
  let remaining = MAX_SCANNED_LENGTH;
  for (const [index, { text }] of segments.entries()) {
    const startIndex = text.slice(0, remaining).search(MEANINGFUL);
    if (startIndex >= 0) return { excerpt: buildExcerpt(segments, index, startIndex), isMeaningless: false };
    if (text.length >= remaining) return { excerpt: buildExcerpt(segments, 0, 0), isMeaningless: false };
    remaining -= text.length;
  }
  return { excerpt: buildExcerpt(segments, 0, 0), isMeaningless: true };
}

function buildExcerpt(segments: readonly Segment[], firstIndex: number, startIndex: number): string {
  let excerpt = segments[firstIndex]?.text.slice(startIndex, startIndex + MAX_EXCERPT_LENGTH) ?? "";
  for (let index = firstIndex + 1; index < segments.length && excerpt.length < MAX_EXCERPT_LENGTH; index += 1) {
    excerpt += `\n${segments[index]?.text.slice(0, MAX_EXCERPT_LENGTH) ?? ""}`;
  }
  // The cut may have split a surrogate pair.
  const truncated = excerpt.slice(0, MAX_EXCERPT_LENGTH);
  return truncated.isWellFormed() ? truncated : truncated.slice(0, -1).toWellFormed();
}

function createTitle(line: string): string {
  let title = "";
  for (const { segment } of sentenceSegmenter.segment(line)) {
    title += segment;
    if (title.length > MAX_TRIVIAL_TITLE_LENGTH || splitWords(title).length >= MIN_TITLE_WORDS) break;
  }
  return stripTrailingPunctuation(
    clipText(splitWords(title).slice(0, MAX_TITLE_WORDS).join(" "), MAX_TRIVIAL_TITLE_LENGTH),
  );
}

const splitWords = (text: string): string[] => text.split(" ").filter(Boolean);

const stripTrailingPunctuation = (title: string): string =>
  title.replace(/[\s.,;:!?。！？、，–—-]{1,60}$/u, "") || title;

/** As many whole sentences as fit, else the beginning of the first sentence. */
function createOverview(text: string): string {
  let overview = "";
  for (const { segment } of sentenceSegmenter.segment(text)) {
    if (overview.length + segment.trimEnd().length > MAX_TRIVIAL_OVERVIEW_LENGTH) break;
    overview += segment;
  }
  if (overview !== "") return overview.trimEnd();
  const clipped = clipText(text, MAX_TRIVIAL_OVERVIEW_LENGTH);
  return clipped === text ? text : `${clipped}…`;
}
