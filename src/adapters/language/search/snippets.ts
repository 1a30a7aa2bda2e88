import { speakerName, type Segment, type Transcript } from "../../../domain/transcript.js";
import { isBlank, trimmed } from "../../../domain/white-space.js";
import { sentenceSpans } from "../sentences.js";

/** What was said in one go: of one segment all or a part. */
interface Part {
  /** Its place in the transcript. */
  readonly segment: number;
  readonly from: number;
  readonly to: number;
}

/** The least that is searched for by itself: a turn of a talk, some short ones together, or a part of a long one. */
export interface Snippet {
  /** In order. */
  readonly parts: readonly Part[];
  readonly words: number;
}

/** Who says no more than this says it together with whom comes next, of so many at most. */
const FEWEST_WORDS = 8;
const MOST_TOGETHER = 3;
/** Who says more than this says it in parts, each about as long. */
const MOST_WORDS = 60;
/** Where no spaces are written between words, in UTF-16 units. */
const LONGEST_WORD = 8;

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

/** The whole transcript, always divided in the same way. */
export function snippetsOf({ segments }: Transcript): Snippet[] {
  const snippets: Snippet[] = [];
  let parts: Part[] = [];
  let words = 0;
  const close = (): void => {
    if (parts.length > 0) snippets.push({ parts, words });
    [parts, words] = [[], 0];
  };
  segments.forEach(({ text }, segment) => {
    const count = wordsIn(text);
    if (words + count > MOST_WORDS) close();
    if (count > MOST_WORDS) {
      for (const span of spansOf(text)) {
        const { from, to } = span;
        snippets.push({ parts: [{ segment, from, to }], words: wordsIn(text.slice(from, to)) });
      }
      return;
    }
    parts.push({ segment, from: 0, to: text.length });
    words += count;
    if (words >= FEWEST_WORDS || parts.length === MOST_TOGETHER) close();
  });
  close();
  return snippets;
}

/** As it is searched for: under the names of those who have one. */
export function searchedText({ segments }: Transcript, { parts }: Snippet, userName: string): string {
  return parts
    .map(({ segment: at, from, to }) => {
      const segment = segments[at];
      if (!segment) return "";
      const text = segment.text.slice(from, to);
      return isNamed(segment) ? `${speakerName(segment, userName)}: ${text}` : text;
    })
    .join("\n");
}

/** As it is shown: a line for each segment, under the speaker's name. @param snippets that follow each other. */
export function shownText({ segments }: Transcript, snippets: readonly Snippet[], userName: string): string {
  const lines: string[] = [];
  let last = -1;
  for (const { segment: at, from, to } of snippets.flatMap(({ parts }) => parts)) {
    const segment = segments[at];
    if (!segment) continue;
    const text = trimmed(segment.text.slice(from, to));
    if (at === last) lines.push(`${lines.pop() ?? ""} ${text}`);
    else lines.push(`${speakerName(segment, userName)}: ${text}`);
    last = at;
  }
  return lines.join("\n");
}

/** In order, each once. */
export function segmentIdsOf({ segments }: Transcript, snippets: readonly Snippet[]): string[] {
  return [...placesOf(snippets)].flatMap((at) => segments[at]?.id ?? []);
}

/** How many segments have a part in them. */
export const segmentsIn = (snippets: readonly Snippet[]): number => placesOf(snippets).size;

const placesOf = (snippets: readonly Snippet[]): Set<number> =>
  new Set(snippets.flatMap(({ parts }) => parts.map(({ segment }) => segment)));

/** A number is no name: it would be found by every question that has one. */
const isNamed = (segment: Segment): boolean => speakerName(segment, "") !== `Speaker ${segment.speakerId}`;

function wordsIn(text: string): number {
  return Math.max(text.match(/\S+/g)?.length ?? 0, Math.ceil(text.length / LONGEST_WORD));
}

/** Sentences that follow each other, as many as make no more than `MOST_WORDS`. */
function spansOf(text: string): { readonly from: number; readonly to: number }[] {
  const spans: { from: number; to: number }[] = [];
  let words = Infinity;
  for (const { from, to } of sentenceSpans(text, sentences).flatMap((span) => cut(text, span))) {
    const more = wordsIn(text.slice(from, to));
    const last = spans.at(-1);
    if (last && words + more <= MOST_WORDS) {
      last.to = to;
      words += more;
    } else {
      spans.push({ from, to });
      words = more;
    }
  }
  return spans.filter(({ from, to }) => !isBlank(text.slice(from, to)));
}

/** What no sentence ends in is cut where it is too long, though never within a character. */
function cut(text: string, { from, to }: { from: number; to: number }): { from: number; to: number }[] {
  const longest = MOST_WORDS * LONGEST_WORD;
  const spans: { from: number; to: number }[] = [];
  let start = from;
  while (to - start > longest) {
    const end = /[\ud800-\udbff]/.test(text.charAt(start + longest - 1)) ? start + longest - 1 : start + longest;
    spans.push({ from: start, to: end });
    start = end;
  }
  return [...spans, { from: start, to }];
}
