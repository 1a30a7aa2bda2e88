import { speakerName, type Segment, type Transcript } from "../../../domain/transcript.js";
import { isBlank, trimmed } from "../../../domain/white-space.js";

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

/** What ends a sentence: where white space follows, and in scripts that write none. */
const STOPS = ".!?…";
const FULL_STOPS = "\n。！？";
/** What may stand between a stop and the space behind it. */
const CLOSERS = "\"'”’)]」』";

/** The whole transcript, always divided in the same way, piece by piece: it may be long. */
export function* snippetsIn({ segments }: Transcript): Generator<Snippet, void> {
  let parts: Part[] = [];
  let words = 0;
  const together = (): Snippet[] => {
    const snippets = parts.length > 0 ? [{ parts, words }] : [];
    [parts, words] = [[], 0];
    return snippets;
  };
  for (const [segment, { text }] of segments.entries()) {
    const count = wordsIn(text);
    if (words + count > MOST_WORDS) yield* together();
    if (count > MOST_WORDS) {
      for (const { from, to } of spansOf(text)) {
        yield { parts: [{ segment, from, to }], words: wordsIn(text.slice(from, to)) };
      }
      continue;
    }
    parts.push({ segment, from: 0, to: text.length });
    words += count;
    if (words >= FEWEST_WORDS || parts.length === MOST_TOGETHER) yield* together();
  }
  yield* together();
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

/** Of a long text the length tells enough. */
function wordsIn(text: string): number {
  const least = Math.ceil(text.length / LONGEST_WORD);
  return least > MOST_WORDS ? least : Math.max(text.match(/\S+/g)?.length ?? 0, least);
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Sentences that follow each other, as many as make no more than `MOST_WORDS`; found one by one, for the text may be long. */
function* spansOf(text: string): Generator<Span, void> {
  let last: Span | undefined;
  let words = 0;
  for (const { from, to } of sentencesIn(text)) {
    const more = wordsIn(text.slice(from, to));
    if (last && words + more <= MOST_WORDS) {
      last = { from: last.from, to };
      words += more;
    } else {
      if (last && !isBlank(text.slice(last.from, last.to))) yield last;
      last = { from, to };
      words = more;
    }
  }
  if (last && !isBlank(text.slice(last.from, last.to))) yield last;
}

/** Sentences, cut where they are too long. An abbreviation that divides a sentence does no harm here. */
function* sentencesIn(text: string): Generator<Span, void> {
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (at - from >= MAX_SPAN_LENGTH) {
      const to = cutAt(text, from);
      yield { from, to };
      from = to;
    }
    const mark = text.charAt(at);
    const isFull = FULL_STOPS.includes(mark);
    if (!isFull && !STOPS.includes(mark)) continue;
    let to = at + 1;
    while (to < text.length && CLOSERS.includes(text.charAt(to))) to += 1;
    if (!isFull && !isSpace(text, to)) continue;
    while (isSpace(text, to)) to += 1;
    yield* cut(text, { from, to });
    from = to;
    at = to - 1;
  }
  yield* cut(text, { from, to: text.length });
}

const isSpace = (text: string, at: number): boolean => at < text.length && isBlank(text.charAt(at));

/** What no sentence ends in is cut where it is longer, in UTF-16 units. */
const MAX_SPAN_LENGTH = MOST_WORDS * LONGEST_WORD;

function* cut(text: string, { from, to }: Span): Generator<Span, void> {
  let start = from;
  while (to - start > MAX_SPAN_LENGTH) {
    const end = cutAt(text, start);
    yield { from: start, to: end };
    start = end;
  }
  yield { from: start, to };
}

/** Where to cut a text that is too long: never within a character, and between words if it can be. */
function cutAt(text: string, start: number): number {
  const end = start + MAX_SPAN_LENGTH;
  const space = text.slice(start, end).lastIndexOf(" ");
  return space > 0 ? start + space + 1 : end - Number(isHigh(text, end - 1));
}

/** Whether it is the first half of a character. */
const isHigh = (text: string, at: number): boolean => /[\ud800-\udbff]/.test(text.charAt(at));
