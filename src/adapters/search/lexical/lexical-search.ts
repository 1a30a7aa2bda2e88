import type { AnalyzedText } from "../../text-analysis/text-analyzer.js";
import { selectTopK, type ScoredSlot, type SearchScope } from "../score-buffers.js";
import { UNIT_TERM_SCORE, type InvertedIndex } from "./inverted-index.js";
import { buildWeightedQuery, type WeightedQuery } from "./weighted-query.js";

/** How many of the best texts are examined for coverage. */
const COVERAGE_TEXT_COUNT = 3;

export interface LexicalSearchResult {
  /** Best first. A text of average length with all words of the query has a score of about 1. */
  readonly hits: readonly ScoredSlot[];
  /** The greatest share of the query's word weights that one of the best texts contains: 0 to 1. */
  readonly coverage: number;
}

/** Finds the texts that contain words of the query or their synonyms. */
export function runLexicalSearch(
  index: InvertedIndex,
  query: AnalyzedText,
  limit: number,
  { buffers, slotCount, getId }: SearchScope,
): LexicalSearchResult {
  const { scores } = buffers;
  const weightedQuery = buildWeightedQuery(index, query);
  for (const group of weightedQuery.termGroups) index.scoreGroup(group, buffers);
  const { answerTerm } = weightedQuery;
  if (answerTerm) index.addSupport(answerTerm.term, answerTerm.weight, scores);
  for (let slot = 0; slot < slotCount; slot += 1) scores[slot] = (scores[slot] ?? 0) * index.getQuestionFactor(slot);
  const maxScore = UNIT_TERM_SCORE * weightedQuery.words.reduce((sum, { weight }) => sum + weight, 0);
  const best = selectTopK(scores, slotCount, limit, getId);
  const coverages = best.slice(0, COVERAGE_TEXT_COUNT).map(({ slot }) => measureCoverage(index, weightedQuery, slot));
  const hits = best.map(({ slot, score }) => ({ slot, score: score / maxScore }));
  return { hits, coverage: Math.max(0, ...coverages) };
}

function measureCoverage(index: InvertedIndex, { words }: WeightedQuery, slot: number): number {
  const keys = index.getTermKeys(slot);
  let [coveredWeight, totalWeight] = [0, 0];
  for (const { terms, weight } of words) {
    totalWeight += weight;
    if (terms.some(({ key }) => keys.has(key))) coveredWeight += weight;
  }
  return totalWeight === 0 ? 0 : coveredWeight / totalWeight;
}
