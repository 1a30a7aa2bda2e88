import type { Scored } from "./best.js";
import type { LexicalFindings } from "./lexical-search.js";

/** How slowly the worth of a rank falls. */
const K = 40;
/** What the vectors' list counts beside that of the words, and where the words decide. */
const VECTORS = 6;
const VECTORS_BESIDE_SURE_WORDS = 0.7;
/** How much more a good score counts than a poor one. */
const SHARPNESS = 1.5;

/**
 * Reciprocal rank fusion (Cormack et al. 2009), each rank weighted by its score: the first of a list in which nothing
 * fits well is no good reason. Tuned on the tune part of `bench/retrieval`.
 * @param words each with a score of 0 to 1, as `vectors`.
 * @returns by slot, 0 to 1: 1 for what is first in both lists and fits entirely.
 */
export function fuse({ found, isSure }: LexicalFindings, vectors: readonly Scored[]): Map<number, number> {
  const ofVectors = isSure ? VECTORS_BESIDE_SURE_WORDS : VECTORS;
  const most = (1 + ofVectors) / (K + 1);
  const fused = new Map<number, number>();
  const add = (list: readonly Scored[], weight: number): void => {
    list.forEach(({ slot, score }, i) => {
      const worth = (weight * Math.min(1, score) ** SHARPNESS) / (K + i + 1);
      fused.set(slot, (fused.get(slot) ?? 0) + worth / most);
    });
  };
  add(found, 1);
  add(vectors, ofVectors);
  return fused;
}
