import type { Segment } from "../../../domain/conversation/transcript.js";
import { SAMPLE_SPAN_COUNT, selectSampleSpans } from "../../text-analysis/sample-spans.js";

/** Of one conversation, in UTF-16 code units: twelve hours of talk without a pause. Of more, a sample is analysed. */
export const MAX_ANALYSED_LENGTH = 600_000;
/** Of one conversation. Of more, a sample is analysed. */
export const MAX_SENTENCES = 10_000;
/** In UTF-16 code units. A longer sentence is divided between words. */
export const MAX_SENTENCE_LENGTH = 1_000;
/** Of one finding: more places tell nothing more, and joining them would take time that grows with their square. */
const MAX_SEGMENT_IDS = 200;

/**
 * The segments of a conversation; of a very long one, stretches evenly spread from its beginning to its end. A sample
 * of a sample is the same.
 */
export function sampleSegments(segments: readonly Segment[]): readonly Segment[] {
  const total = segments.reduce((sum, { text }) => sum + text.length, 0);
  if (total <= MAX_ANALYSED_LENGTH) return segments;
  // Stretches of one segment are joined by a line break each.
  const spans = selectSampleSpans(total, MAX_ANALYSED_LENGTH - SAMPLE_SPAN_COUNT);
  const sampled: Segment[] = [];
  let from = 0;
  let next = 0;
  for (const segment of segments) {
    const to = from + segment.text.length;
    const texts: string[] = [];
    for (let span = spans[next]; span && span.from < to; span = spans[next]) {
      texts.push(segment.text.slice(Math.max(0, span.from - from), span.to - from));
      if (span.to > to) break;
      next += 1;
    }
    if (texts.length > 0) sampled.push({ ...segment, text: texts.join("\n") });
    from = to;
  }
  return sampled;
}

/** The sentences of a conversation; of very many, stretches evenly spread from the first to the last. */
export function sampleSentences<T>(sentences: readonly T[]): readonly T[] {
  if (sentences.length <= MAX_SENTENCES) return sentences;
  return selectSampleSpans(sentences.length, MAX_SENTENCES).flatMap(({ from, to }) => sentences.slice(from, to));
}

/** The segment IDs of two findings that are one. */
export function joinSegmentIds(ids: readonly string[], more: readonly string[]): readonly string[] {
  return ids.length >= MAX_SEGMENT_IDS ? ids : [...new Set([...ids, ...more])];
}
