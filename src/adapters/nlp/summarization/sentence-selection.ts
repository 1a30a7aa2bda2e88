import type { Sentence } from "../text/document.js";
import type { SummaryContent } from "./content.js";
import { countWords, getLexicon } from "./term-lexicon.js";
import { measureQuality, readReceptions } from "./sentence-quality.js";

/** A sentence that could stand in an overview. */
export interface Candidate {
  readonly sentence: Sentence;
  readonly text: string;
  /** In words. */
  readonly length: number;
  readonly terms: ReadonlySet<string>;
  readonly part: number;
  /** How well it reads and how much it settles, whatever it is about. */
  readonly quality: number;
}

const PARTS = 5;
/** In sentences. A shorter document has one part. */
const MIN_DIVIDED_SENTENCES = 12;
const MAX_CANDIDATES_OF_PART = 25;
const SHORT_SENTENCES = 60;
const AGREED_FACTOR = 1.5;
const MIN_ROOTEDNESS = 0.6;
const MIN_TERMS = 2;
const MIN_SENTENCE_WORDS = 5;

const MAX_WORDS = 118;
const ENOUGH_WORDS = 100;
const MAX_SENTENCES = 10;
/** What remains of the weight of a term that is already told. */
const TOLD_FACTOR = 0.4;
/** A long sentence must tell more than a short one, though not in proportion. */
const LENGTH_COST = 0.7;
const SHORT_SENTENCE_WORDS = 8;
/** Sentences with this share of their terms in common say the same. */
const MAX_SIMILARITY = 0.6;
/** A sentence that gains less than this share of the best is left out. */
const MIN_GAIN = 0.04;
const MIN_GAIN_OF_MANY = 0.16;
const MANY_WORDS = 60;

/**
 * Selects the best sentence of each part of the document, then those that tell most that is new: greedy concept coverage
 * (Gillick & Favre 2009) by gain for length (Lin & Bilmes 2010).
 */
export function selectSentences(prose: readonly Sentence[], content: SummaryContent): Candidate[] {
  const told = new Map<string, number>();
  const measureGain = ({ terms, quality, length }: Candidate): number => {
    let sum = 0;
    for (const term of terms) sum += (content.weights.get(term) ?? 0) * TOLD_FACTOR ** (told.get(term) ?? 0);
    return (quality * sum) / Math.max(SHORT_SENTENCE_WORDS, length) ** LENGTH_COST;
  };
  let candidates = createCandidates(prose, content);
  const best = candidates.reduce((most, candidate) => Math.max(most, measureGain(candidate)), 0);
  const parts = new Set(candidates.map(({ part }) => part));
  const selected: Candidate[] = [];
  let words = 0;
  const selectNext = (minGain: number, part?: number): boolean => {
    let [next, gain]: [Candidate | undefined, number] = [undefined, best * minGain];
    for (const candidate of candidates) {
      if (candidate.length > MAX_WORDS - words || (part !== undefined && candidate.part !== part)) continue;
      const value = measureGain(candidate);
      if (value > gain) [next, gain] = [candidate, value];
    }
    if (!next) return false;
    const chosen = next;
    selected.push(chosen);
    words += chosen.length;
    for (const term of chosen.terms) told.set(term, (told.get(term) ?? 0) + 1);
    candidates = candidates.filter((other) => !isSimilar(chosen, other));
    return true;
  };
  for (const part of parts) selectNext(MIN_GAIN, part);
  while (selected.length < MAX_SENTENCES && words < ENOUGH_WORDS) {
    if (!selectNext(words < MANY_WORDS ? MIN_GAIN : MIN_GAIN_OF_MANY)) break;
  }
  return selected;
}

const countCommon = (one: ReadonlySet<string>, other: ReadonlySet<string>): number =>
  [...one].filter((term) => other.has(term)).length;

/** Includes the sentence itself. */
const isSimilar = ({ terms }: Candidate, other: Candidate): boolean =>
  countCommon(terms, other.terms) >= MAX_SIMILARITY * Math.sqrt(terms.size * other.terms.size);

function createCandidates(
  prose: readonly Sentence[],
  { document, wording, findings, ...rest }: SummaryContent,
): Candidate[] {
  const { form } = document;
  // The findings of a long document are listed elsewhere; a short one is about them.
  const agreed = new Set(prose.length < SHORT_SENTENCES ? findings.flatMap(({ segmentIds }) => segmentIds) : []);
  const receptions = readReceptions(document);
  return choosePromising(prose, rest).flatMap(({ sentence, part }): Candidate[] => {
    const locale = sentence.locale ?? document.locale;
    const worded = wording.word(sentence);
    const terms = new Set(getLexicon(locale).listTerms(worded.tokens));
    const length = countWords(worded.tokens);
    if (terms.size < MIN_TERMS || (form === "dialogue" && locale && length < MIN_SENTENCE_WORDS)) return [];
    const reception = receptions[sentence.index] ?? "none";
    const isAgreed = sentence.segmentIds.some((id) => agreed.has(id));
    const rootedness = MIN_ROOTEDNESS + ((1 - MIN_ROOTEDNESS) * countCommon(terms, rest.rooted)) / terms.size;
    const quality =
      measureQuality(sentence, worded, { form, locale, reception }) * rootedness * (isAgreed ? AGREED_FACTOR : 1);
    return [{ sentence, text: worded.text, length, terms, part, quality }];
  });
}

/**
 * Divides a document into parts with as many words, for turns differ in length.
 * @returns the sentences of each part with the weightiest terms: a cheap look that bounds the work for long documents.
 */
function choosePromising(
  prose: readonly Sentence[],
  { terms, weights }: Pick<SummaryContent, "terms" | "weights">,
): { readonly sentence: Sentence; readonly part: number }[] {
  const count = prose.length < MIN_DIVIDED_SENTENCES ? 1 : PARTS;
  const total = prose.reduce((sum, { tokens }) => sum + countWords(tokens), 0);
  let before = 0;
  const all = prose.map((sentence) => {
    const own = terms[sentence.index] ?? [];
    const sum = own.reduce((weight, term) => weight + (weights.get(term) ?? 0), 0);
    const part = Math.min(count - 1, Math.floor((before * count) / Math.max(1, total)));
    before += countWords(sentence.tokens);
    return { sentence, part, promise: sum / Math.sqrt(Math.max(1, own.length)) };
  });
  return Array.from(Map.groupBy(all, ({ part }) => part).values(), (part) =>
    part.sort((one, other) => other.promise - one.promise).slice(0, MAX_CANDIDATES_OF_PART),
  ).flat();
}
