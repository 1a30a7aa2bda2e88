import type { Segment } from "../../../domain/conversation/transcript.js";
import { SAMPLE_SPAN_COUNT, selectSampleSpans } from "../../text-analysis/sample-spans.js";

/** In UTF-16 code units: twelve hours of speech without a pause. Of a longer conversation excerpts are analysed. */
export const MAX_ANALYSED_LENGTH = 600_000;
/** Of a conversation with more sentences excerpts are analysed. */
export const MAX_ANALYSED_SENTENCES = 10_000;

/**
 * Selects the segments to analyse: all of them, or evenly spread excerpts of a very long conversation. Excerpts of
 * excerpts are the same.
 */
export function selectExcerpts(segments: readonly Segment[]): readonly Segment[] {
  const total = segments.reduce((sum, { text }) => sum + text.length, 0);
  if (total <= MAX_ANALYSED_LENGTH) return segments;
  // The excerpts of one segment are joined by a line break each.
  const spans = selectSampleSpans(total, MAX_ANALYSED_LENGTH - SAMPLE_SPAN_COUNT);
  const selected: Segment[] = [];
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
    if (texts.length > 0) selected.push({ ...segment, text: texts.join("\n") });
    from = to;
  }
  return selected;
}

/** Selects the sentences to analyse, as `selectExcerpts`. */
export function selectAnalysedSentences<T>(sentences: readonly T[]): readonly T[] {
  if (sentences.length <= MAX_ANALYSED_SENTENCES) return sentences;
  return selectSampleSpans(sentences.length, MAX_ANALYSED_SENTENCES).flatMap(({ from, to }) =>
    sentences.slice(from, to),
  );
}
