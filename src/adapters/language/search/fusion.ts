import type { Scored } from "./best.js";
import type { LexicalFindings } from "./lexical-search.js";

/**
 * The sum of both scores, not of ranks: to be the first of a list in which nothing fits well is no good reason (Bruch
 * et al. 2023). The vectors count the more the fewer of the query's words stand in the best of what the words found.
 * @param vectors each with a score of 0 to 1.
 * @param trust what a vector that points where the query's does counts beside all words of the query, at most.
 * @returns by slot, above 0.
 */
export function fuse(
  { found, coverage }: LexicalFindings,
  vectors: readonly Scored[],
  trust: number,
): Map<number, number> {
  const weight = trust * (1 - coverage);
  const fused = new Map<number, number>();
  for (const { slot, score } of found) fused.set(slot, score);
  for (const { slot, score } of vectors) fused.set(slot, (fused.get(slot) ?? 0) + weight * score);
  return fused;
}
