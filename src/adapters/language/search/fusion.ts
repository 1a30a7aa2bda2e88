import type { Scored } from "./best.js";
import type { LexicalFindings } from "./lexical-search.js";

/** What the words count beside the vectors: where they decide, and where what they found may be chance. */
const SURE_WORDS = 1.5;
const UNSURE_WORDS = 0.02;
/** How much more a good score of the words counts than a poor one; how much less so of the vectors. */
const SHARPNESS_OF_WORDS = 1.5;
const SHARPNESS_OF_VECTORS = 0.7;

/**
 * The sum of both scores, not of ranks: to be the first of a list in which nothing fits well is no good reason. Tuned
 * on the tune part of `bench/retrieval`, where questions in other words than the memory gain nothing by their words.
 * @param words each with a score of 0 to 1, as `vectors`.
 * @returns by slot, 0 to 1: 1 for what fits entirely in both lists.
 */
export function fuse({ found, isSure }: LexicalFindings, vectors: readonly Scored[]): Map<number, number> {
  const ofWords = isSure || vectors.length === 0 ? SURE_WORDS : UNSURE_WORDS;
  const most = ofWords + (vectors.length === 0 ? 0 : 1);
  const fused = new Map<number, number>();
  for (const { slot, score } of found) fused.set(slot, (ofWords / most) * Math.min(1, score) ** SHARPNESS_OF_WORDS);
  for (const { slot, score } of vectors) {
    fused.set(slot, (fused.get(slot) ?? 0) + Math.min(1, score) ** SHARPNESS_OF_VECTORS / most);
  }
  return fused;
}
