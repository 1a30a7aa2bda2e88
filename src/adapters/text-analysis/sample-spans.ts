/** A range of units, such as characters or sentences, without the one at `to`. */
interface SampleSpan {
  readonly from: number;
  readonly to: number;
}

/** Few and long, so that questions stay beside their answers. */
export const SAMPLE_SPAN_COUNT = 20;

/**
 * Selects what to analyse of a text that is too long, in the same way for summaries and for the search index.
 * @returns spans that cover `limit` of `total` units, evenly spread from the beginning to the end.
 */
export function selectSampleSpans(total: number, limit: number): readonly SampleSpan[] {
  const length = Math.floor(limit / SAMPLE_SPAN_COUNT);
  const step = (total - length) / (SAMPLE_SPAN_COUNT - 1);
  return Array.from({ length: SAMPLE_SPAN_COUNT }, (_, index) => {
    const from = Math.floor(index * step);
    return { from, to: from + length };
  });
}
