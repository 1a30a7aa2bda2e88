import { inParts, PARTS } from "../text/parts.js";
import type { Candidate, Setting } from "./sentence-ranking.js";

const MOST_WORDS = 118;
const ENOUGH_WORDS = 100;
const MOST_SENTENCES = 10;
const POOL_OF_PART = 12;
/** What a term that was told weighs when it is told again. */
const TOLD_AGAIN = 0.4;
/** A long sentence is to tell more than a short one, though not as much more as it is longer. */
const COST_OF_LENGTH = 0.7;
const SHORT_SENTENCE = 8;
/** Sentences with this share of their terms in common say the same. */
const ALIKE = 0.6;
/** The first sentence of a part is no longer than so many times the part's share, so that all parts have one. */
const FAIR_SHARE = 1.7;
/** What gains less than this share of the best is not worth its place, even where its part has nothing better. */
const LEAST = 0.05;
/** Of a short conversation, in which a bare fact may be all that was said of a thing. */
const LEAST_OF_BRIEF = 0.025;
/** Once there are so many words. */
const LEAST_OF_MANY = 0.16;
const FEW_WORDS = 60;

/**
 * Of each part the sentence that tells most, then whichever tells most that is not told yet: the weights of the terms
 * of all that is chosen are to be as great as can be (concept coverage, Gillick & Favre 2009), found greedily, each
 * sentence by its gain for its length (Lin & Bilmes 2010).
 */
export function bestTogether(
  candidates: readonly Candidate[],
  places: readonly number[],
  { weightOf, wordsBefore, isBrief }: Pick<Setting, "weightOf" | "isBrief"> & { readonly wordsBefore: number },
): Candidate[] {
  const parts = inParts(
    candidates,
    ({ sentence }) => places[sentence.index] ?? 0,
    ({ score }) => score,
    POOL_OF_PART,
  );
  const told = new Map<string, number>();
  const gainOf = ({ sentence, terms, quality, length }: Candidate): number => {
    let sum = 0;
    for (const term of terms) sum += weightOf(term, sentence) * TOLD_AGAIN ** (told.get(term) ?? 0);
    return (quality * sum) / Math.max(SHORT_SENTENCE, length) ** COST_OF_LENGTH;
  };
  const best = Math.max(...candidates.map(gainOf));
  const chosen = new Set<Candidate>();
  let words = wordsBefore;
  const take = (pool: readonly Candidate[], least: number, longest = MOST_WORDS - words): boolean => {
    const room = pool.filter((each) => each.length <= longest && !isRepeated(each, chosen));
    const [next, gain] = greatest(room, gainOf);
    if (!next || gain < best * least) return false;
    chosen.add(next);
    words += next.length;
    for (const term of next.terms) told.set(term, (told.get(term) ?? 0) + 1);
    return true;
  };
  const fair = places.at(-1) === 0 ? MOST_WORDS : (FAIR_SHARE * (MOST_WORDS - wordsBefore)) / PARTS;
  const least = isBrief ? LEAST_OF_BRIEF : LEAST;
  for (const part of parts) take(part, least, Math.min(MOST_WORDS - words, fair));
  const pool = parts.flat();
  while (chosen.size < MOST_SENTENCES && words < ENOUGH_WORDS && take(pool, words < FEW_WORDS ? least : LEAST_OF_MANY));
  return [...chosen];
}

/** Says what a chosen one says, or is it. */
function isRepeated({ terms }: Candidate, chosen: ReadonlySet<Candidate>): boolean {
  return [...chosen].some((other) => {
    const common = [...terms].filter((term) => other.terms.has(term)).length;
    return common >= ALIKE * Math.sqrt(terms.size * other.terms.size);
  });
}

function greatest<T>(items: readonly T[], valueOf: (item: T) => number): [item: T | undefined, value: number] {
  let found: [T | undefined, number] = [undefined, 0];
  for (const item of items) {
    const value = valueOf(item);
    if (value > found[1]) found = [item, value];
  }
  return found;
}
