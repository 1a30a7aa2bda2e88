import type { Analysis, Sentence } from "./analysis.js";
import { withoutOpening } from "./disfluencies.js";
import { capitalised, clip, finished } from "./plain-text.js";
import { type Candidate, candidate, FEWEST_TERMS, isStatement } from "./sentence-ranking.js";

const MOST_WORDS = 115;
const ENOUGH_WORDS = 80;
const MOST_SENTENCES = 6;
/** A sentence longer than this is cut at a joint, where what stands before is whole. */
const LONGEST = 30;
const PARTS = 4;
const SHORT = 12;
/** Of each part only so many are judged, and the best of those compared with each other. */
const WORTH_A_LOOK = 40;
const POOL_OF_PART = 12;
/** Relevance against novelty (MMR, Carbonell & Goldstein 1998). */
const RELEVANCE = 0.7;
const OVERVIEW_LENGTH = 2000;

/**
 * The sentences that stand for the conversation, in the order in which they were said: from each quarter the best
 * first, then whichever says most that is new. Fewer words when little was said, and never one that was not said.
 */
export function overviewOf(analysis: Analysis, weights: ReadonlyMap<string, number>): string {
  const { sentences } = analysis;
  const candidates = candidatesOf(analysis, weights);
  const chosen = candidates.length > 0 ? select(candidates, sentences) : [];
  const told = chosen.sort((a, b) => a.sentence.index - b.sentence.index).map(({ text }) => finished(text));
  return told.length > 0 ? clip(told.join(" "), OVERVIEW_LENGTH) : asSaid(sentences);
}

/** The sentences that could stand in the overview, a bounded number of each quarter. */
export function candidatesOf({ sentences, english }: Analysis, weights: ReadonlyMap<string, number>): Candidate[] {
  const total = sentences.length;
  const promising = inParts(
    sentences,
    total,
    (sentence) => sentence.index,
    (sentence) => promise(sentence, weights),
    WORTH_A_LOOK,
  );
  return promising.flat().flatMap((sentence) => {
    const text = english ? standing(sentence) : sentence.text;
    return isStatement(sentence, text) ? [candidate(sentence, text, { weights, total, english })] : [];
  });
}

/** What a sentence's terms weigh: a cheap look before its manner is judged. */
function promise({ terms }: Sentence, weights: ReadonlyMap<string, number>): number {
  if (terms.length < FEWEST_TERMS) return 0;
  const different = new Set(terms);
  let sum = 0;
  for (const term of different) sum += weights.get(term) ?? 0;
  return sum / Math.sqrt(different.size);
}

/** When nobody made a statement: the first sentences as they are. */
function asSaid(sentences: readonly Sentence[]): string {
  const telling = sentences.filter(({ terms }) => terms.length > 0);
  const said = (telling.length > 0 ? telling : sentences).slice(0, 3).map(({ text }) => finished(capitalised(text)));
  return clip(said.join(" "), OVERVIEW_LENGTH);
}

const JOINT =
  /(?:[;—–]|, (?:and|but|so|because|although|whereas|while|which|where|who|then|as|if)\b|(?: and)? because\b|(?:,| and| but| so)(?= (?:I|we|they|he|she|there|you)\b))/g;

/** Ends in a clause that waits for another: "so if we can't find one". */
const OPEN_END =
  /\b(?:if|when|where|as|once|because|whether|should we|although|while|until|before|unless|that|what)\b[^,;—]{0,60}$|\b(?:to|the|of|and|both)$/i;

/** The sentence as it can stand alone: without its opening, and cut at a joint when it goes on and on. */
function standing({ text }: Sentence): string {
  const opened = withoutOpening(text);
  const words = opened.split(" ");
  if (words.length <= LONGEST) return opened;
  let best: string | undefined;
  for (const { index } of opened.matchAll(JOINT)) {
    const head = opened.slice(0, index);
    const length = head.split(" ").length;
    if (length > LONGEST) break;
    if (length >= 12 && !OPEN_END.test(head)) best = head;
  }
  return best === undefined ? opened : finished(best);
}

function select(candidates: readonly Candidate[], sentences: readonly Sentence[]): Candidate[] {
  const parts = inParts(
    candidates,
    sentences.length,
    ({ sentence }) => sentence.index,
    ({ score }) => score,
    POOL_OF_PART,
  );
  const best = candidates.reduce((most, { score }) => Math.max(most, score), 1e-9);
  const chosen: Candidate[] = [];
  let words = 0;
  const take = (pool: readonly Candidate[]): boolean => {
    const room = pool.filter((c) => !chosen.includes(c) && words + c.length <= MOST_WORDS);
    const next = mostMarginal(room, chosen, best);
    if (!next || next.score < best * 0.08) return false;
    chosen.push(next);
    words += next.length;
    return true;
  };
  for (const part of parts) take(part);
  const pool = parts.flat();
  while (chosen.length < MOST_SENTENCES && words < ENOUGH_WORDS && take(pool));
  return chosen;
}

/** The best of each quarter of the sentences, best first; a short conversation has one part. */
function inParts<T>(
  items: readonly T[],
  total: number,
  placeOf: (item: T) => number,
  valueOf: (item: T) => number,
  most: number,
): T[][] {
  const parts = total < SHORT ? 1 : PARTS;
  const pools = Array.from({ length: parts }, (): { item: T; value: number }[] => []);
  for (const item of items) {
    const value = valueOf(item);
    if (value > 0) pools[Math.floor((placeOf(item) * parts) / total)]?.push({ item, value });
  }
  return pools.map((pool) =>
    pool
      .sort((a, b) => b.value - a.value || placeOf(a.item) - placeOf(b.item))
      .slice(0, most)
      .map(({ item }) => item),
  );
}

function mostMarginal(pool: readonly Candidate[], chosen: readonly Candidate[], best: number): Candidate | undefined {
  let winner: Candidate | undefined;
  let highest = -Infinity;
  for (const c of pool) {
    const repeated = chosen.reduce((most, other) => Math.max(most, similarity(c, other)), 0);
    if (repeated > 0.6) continue;
    const marginal = RELEVANCE * (c.score / best) - (1 - RELEVANCE) * repeated;
    if (marginal > highest) [winner, highest] = [c, marginal];
  }
  return winner;
}

/** The share of terms that two sentences have in common (cosine of their sets). */
function similarity(a: Candidate, b: Candidate): number {
  const [x, y] = [new Set(a.sentence.terms), new Set(b.sentence.terms)];
  if (x.size === 0 || y.size === 0) return 0;
  let common = 0;
  for (const term of x) if (y.has(term)) common += 1;
  return common / Math.sqrt(x.size * y.size);
}
