import type { Sentence } from "../text/document.js";

/** A sentence that could stand in an overview. */
export interface Candidate {
  readonly sentence: Sentence;
  readonly text: string;
  /** In words. */
  readonly length: number;
  /** With their weights. */
  readonly terms: ReadonlyMap<string, number>;
  readonly part: number;
  /** How well it reads and how much it settles, whatever it is about. */
  readonly quality: number;
}

const MAX_WORDS = 118;
const ENOUGH_WORDS = 100;
const MAX_SENTENCES = 10;
const MAX_POOL_OF_PART = 12;
/** What remains of the weight of a term that is already told. */
const TOLD_FACTOR = 0.4;
/** A long sentence must tell more than a short one, though not in proportion. */
const LENGTH_COST = 0.7;
const SHORT_SENTENCE_WORDS = 8;
/** Sentences with this share of their terms in common say the same. */
const MAX_SIMILARITY = 0.6;
/** The first sentence of a part may take so many times the share of its part. */
const FAIR_SHARE = 1.7;
/** A sentence that gains less than this share of the best is left out. */
const MIN_GAIN = 0.04;
const MIN_GAIN_OF_MANY = 0.16;
const MANY_WORDS = 60;

/**
 * Selects the best sentence of each part, then those that tell most that is new: greedy concept coverage (Gillick & Favre
 * 2009) by gain for length (Lin & Bilmes 2010).
 */
export function selectSentences(candidates: readonly Candidate[]): Candidate[] {
  const told = new Map<string, number>();
  const measureGain = ({ terms, quality, length }: Candidate): number => {
    let sum = 0;
    for (const [term, weight] of terms) sum += weight * TOLD_FACTOR ** (told.get(term) ?? 0);
    return (quality * sum) / Math.max(SHORT_SENTENCE_WORDS, length) ** LENGTH_COST;
  };
  const pools = Array.from(Map.groupBy(candidates, ({ part }) => part).values(), (part) =>
    part
      .map((candidate) => ({ candidate, gain: measureGain(candidate) }))
      .filter(({ gain }) => gain > 0)
      .sort((one, other) => other.gain - one.gain)
      .slice(0, MAX_POOL_OF_PART)
      .map(({ candidate }) => candidate),
  );
  const pool = pools.flat();
  const best = pool.reduce((most, candidate) => Math.max(most, measureGain(candidate)), 0);
  const selected: Candidate[] = [];
  let words = 0;
  const selectNext = (from: readonly Candidate[], minGain: number, maxLength: number): boolean => {
    let [next, gain]: [Candidate | undefined, number] = [undefined, best * minGain];
    for (const candidate of from) {
      if (candidate.length > maxLength || selected.some((other) => isSimilar(candidate, other))) continue;
      const value = measureGain(candidate);
      if (value > gain) [next, gain] = [candidate, value];
    }
    if (!next) return false;
    selected.push(next);
    words += next.length;
    for (const term of next.terms.keys()) told.set(term, (told.get(term) ?? 0) + 1);
    return true;
  };
  const fairLength = pools.length > 1 ? (FAIR_SHARE * MAX_WORDS) / pools.length : MAX_WORDS;
  for (const part of pools) selectNext(part, MIN_GAIN, Math.min(MAX_WORDS - words, fairLength));
  while (selected.length < MAX_SENTENCES && words < ENOUGH_WORDS) {
    if (!selectNext(pool, words < MANY_WORDS ? MIN_GAIN : MIN_GAIN_OF_MANY, MAX_WORDS - words)) break;
  }
  return selected;
}

/** Includes the sentence itself. */
function isSimilar(one: Candidate, other: Candidate): boolean {
  const common = Array.from(one.terms.keys()).filter((term) => other.terms.has(term)).length;
  return common >= MAX_SIMILARITY * Math.sqrt(one.terms.size * other.terms.size);
}
