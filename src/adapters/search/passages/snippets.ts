import { getSpeakerName, type Segment, type Transcript } from "../../../domain/conversation/transcript.js";
import { isBlank, trimWhiteSpace } from "../../../domain/text/normalize-text.js";

/** A segment or a part of it. */
interface SnippetPart {
  /** The index of the segment in the transcript. */
  readonly segmentIndex: number;
  readonly from: number;
  readonly to: number;
}

/** The smallest unit of search: an utterance, several short ones, or a part of a long one. */
export interface Snippet {
  /** In the order of the transcript. */
  readonly parts: readonly SnippetPart[];
  readonly words: number;
}

/** A shorter utterance is joined with the next ones, up to `MAX_JOINED_SEGMENTS`. */
const MIN_SNIPPET_WORDS = 8;
const MAX_JOINED_SEGMENTS = 3;
/** A longer utterance is split into parts of about this length. */
const MAX_SNIPPET_WORDS = 60;
/** The length of a word where words are not separated by spaces, in UTF-16 code units. */
const UNSPACED_WORD_LENGTH = 8;

/** Marks that end a sentence if white space follows, and marks that always end it. */
const SENTENCE_STOPS = ".!?…";
const FULL_STOPS = "\n。！？";
/** Characters that may stand between such a mark and the white space. */
const CLOSERS = "\"'”’)]」』";

/** Splits a transcript into snippets, always in the same way. Yields them one by one, because it may be long. */
export function* splitIntoSnippets({ segments }: Transcript): Generator<Snippet, void> {
  let parts: SnippetPart[] = [];
  let words = 0;
  const takeSnippet = (): Snippet[] => {
    const snippets = parts.length > 0 ? [{ parts, words }] : [];
    [parts, words] = [[], 0];
    return snippets;
  };
  for (const [segmentIndex, { text }] of segments.entries()) {
    const wordCount = countWords(text);
    if (words + wordCount > MAX_SNIPPET_WORDS) yield* takeSnippet();
    if (wordCount > MAX_SNIPPET_WORDS) {
      for (const { from, to } of groupSentences(text)) {
        yield { parts: [{ segmentIndex, from, to }], words: countWords(text.slice(from, to)) };
      }
      continue;
    }
    parts.push({ segmentIndex, from: 0, to: text.length });
    words += wordCount;
    if (words >= MIN_SNIPPET_WORDS || parts.length === MAX_JOINED_SEGMENTS) yield* takeSnippet();
  }
  yield* takeSnippet();
}

/** Returns the text to index, with the names of speakers that have one. */
export function buildSearchText({ segments }: Transcript, { parts }: Snippet, userName: string): string {
  return parts
    .map(({ segmentIndex: index, from, to }) => {
      const segment = segments[index];
      if (!segment) return "";
      const text = segment.text.slice(from, to);
      return hasSpeakerName(segment) ? `${getSpeakerName(segment, userName)}: ${text}` : text;
    })
    .join("\n");
}

/** Returns the text to show of consecutive snippets: a line for each segment, with the speaker's name. */
export function buildDisplayText({ segments }: Transcript, snippets: readonly Snippet[], userName: string): string {
  const lines: string[] = [];
  let lastIndex = -1;
  for (const { segmentIndex: index, from, to } of snippets.flatMap(({ parts }) => parts)) {
    const segment = segments[index];
    if (!segment) continue;
    const text = trimWhiteSpace(segment.text.slice(from, to));
    if (index === lastIndex) lines.push(`${lines.pop() ?? ""} ${text}`);
    else lines.push(`${getSpeakerName(segment, userName)}: ${text}`);
    lastIndex = index;
  }
  return lines.join("\n");
}

/** Returns the IDs of the segments in order, without duplicates. */
export function listSegmentIds({ segments }: Transcript, snippets: readonly Snippet[]): string[] {
  return [...collectSegmentIndexes(snippets)].flatMap((index) => segments[index]?.id ?? []);
}

/** Returns the number of segments that have a part in the snippets. */
export const countSegments = (snippets: readonly Snippet[]): number => collectSegmentIndexes(snippets).size;

const collectSegmentIndexes = (snippets: readonly Snippet[]): Set<number> =>
  new Set(snippets.flatMap(({ parts }) => parts.map(({ segmentIndex }) => segmentIndex)));

/** Excludes generated names with a number, because every question with a number would match them. */
const hasSpeakerName = (segment: Segment): boolean => getSpeakerName(segment, "") !== `Speaker ${segment.speakerId}`;

/** Counts the words of a short text, and estimates those of a long one from its length. */
function countWords(text: string): number {
  const minCount = Math.ceil(text.length / UNSPACED_WORD_LENGTH);
  return minCount > MAX_SNIPPET_WORDS ? minCount : Math.max(text.match(/\S+/g)?.length ?? 0, minCount);
}

interface TextSpan {
  readonly from: number;
  readonly to: number;
}

/** Groups consecutive sentences up to `MAX_SNIPPET_WORDS`. Yields them one by one, because the text may be long. */
function* groupSentences(text: string): Generator<TextSpan, void> {
  let group: TextSpan | undefined;
  let words = 0;
  for (const { from, to } of splitSentenceSpans(text)) {
    const sentenceWords = countWords(text.slice(from, to));
    if (group && words + sentenceWords <= MAX_SNIPPET_WORDS) {
      group = { from: group.from, to };
      words += sentenceWords;
    } else {
      if (group && !isBlank(text.slice(group.from, group.to))) yield group;
      group = { from, to };
      words = sentenceWords;
    }
  }
  if (group && !isBlank(text.slice(group.from, group.to))) yield group;
}

/** Yields sentences, and parts of those that are too long. A wrong split at an abbreviation does no harm here. */
function* splitSentenceSpans(text: string): Generator<TextSpan, void> {
  let from = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (index - from >= MAX_SPAN_LENGTH) {
      const to = findCutIndex(text, from);
      yield { from, to };
      from = to;
    }
    const character = text.charAt(index);
    const isFullStop = FULL_STOPS.includes(character);
    if (!isFullStop && !SENTENCE_STOPS.includes(character)) continue;
    const end = Math.min(text.length, from + MAX_SPAN_LENGTH);
    let to = index + 1;
    while (to < end && CLOSERS.includes(text.charAt(to))) to += 1;
    if (!isFullStop && to < text.length && !isBlank(text.charAt(to))) continue;
    while (to < end && isBlank(text.charAt(to))) to += 1;
    yield { from, to };
    from = to;
    index = to - 1;
  }
  yield { from, to: text.length };
}

/** Longer sentences are split; in UTF-16 code units. */
const MAX_SPAN_LENGTH = MAX_SNIPPET_WORDS * UNSPACED_WORD_LENGTH;

/** Returns where to split a text that is too long: between words if possible, and never within a surrogate pair. */
function findCutIndex(text: string, start: number): number {
  const end = start + MAX_SPAN_LENGTH;
  const space = text.slice(start, end).lastIndexOf(" ");
  return space > 0 ? start + space + 1 : end - Number(isHighSurrogateAt(text, end - 1));
}

/** Whether the code unit is the first one of a surrogate pair. */
const isHighSurrogateAt = (text: string, index: number): boolean => /[\ud800-\udbff]/.test(text.charAt(index));
