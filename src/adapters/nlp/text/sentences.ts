/** In UTF-16 code units. A longer sentence is divided between words. */
export const MAX_SENTENCE_LENGTH = 600;

export interface SentenceSpan {
  readonly from: number;
  readonly to: number;
}

/** The end of a sentence within a text, in any script. */
const MAY_CONTAIN_END = /[.!?…:;।॥。！？؟]["'”’»)\]]*\s|[。！？]|[\n\u2028\u2029]/u;

const segmenters = new Map<string, Intl.Segmenter>();

function getSegmenter(language: string): Intl.Segmenter {
  const segmenter = segmenters.get(language) ?? new Intl.Segmenter(language, { granularity: "sentence" });
  segmenters.set(language, segmenter);
  return segmenter;
}

/** Abbreviations and ordinals after which the library ends a sentence wrongly ("Dr.", "am 3. Mai", "ca.", "bzw."). */
const NOT_AN_END =
  /(?:^|[\s(])(?:\p{L}|\d{1,2}|dr|mr|mrs|ms|st|prof|sr|sra|dra|dott|sig|mme|mlle|hr|fr|frl|nr|no|ca|bzw|inkl|usw|tel|str|evtl|ggf|wg|bes|abt|avda|av|art|vol|approx|incl|ext|jan|feb|apr|aug|sept?|okt|oct|nov|dez|dec)\.\s*$/iu;
const MAX_ABBREVIATION_LENGTH = 12;

/** @returns the sentences of a text as spans without surrounding white space. */
export function splitSentences(text: string, language: string): SentenceSpan[] {
  // Most lines and turns are one sentence, which needs no library.
  if (text.length <= MAX_SENTENCE_LENGTH && !MAY_CONTAIN_END.test(text))
    return [trimSpan(text, { from: 0, to: text.length })];
  const spans: { from: number; to: number }[] = [];
  let isOpen = false;
  for (const { segment, index } of getSegmenter(language).segment(text)) {
    const last = spans.at(-1);
    if (isOpen && last) last.to = index + segment.length;
    else spans.push({ from: index, to: index + segment.length });
    isOpen = NOT_AN_END.test(segment.slice(-MAX_ABBREVIATION_LENGTH));
  }
  return spans
    .flatMap((span) => splitLong(text, span))
    .map((span) => trimSpan(text, span))
    .filter(({ from, to }) => to > from);
}

function splitLong(text: string, { from, to }: SentenceSpan): SentenceSpan[] {
  const spans: SentenceSpan[] = [];
  let start = from;
  while (to - start > MAX_SENTENCE_LENGTH) {
    const limit = start + MAX_SENTENCE_LENGTH;
    const blank = text.lastIndexOf(" ", limit);
    let end = blank > start ? blank + 1 : limit;
    // A surrogate pair is one character.
    if (end === limit && /[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end -= 1;
    spans.push({ from: start, to: end });
    start = end;
  }
  return [...spans, { from: start, to }];
}

function trimSpan(text: string, { from, to }: SentenceSpan): SentenceSpan {
  const part = text.slice(from, to);
  return { from: from + part.length - part.trimStart().length, to: from + part.trimEnd().length };
}
