import { selectTopK, type ScoredSlot, type SearchScope } from "../score-buffers.js";
import { expandQuery, analyzeQuery, type WeightedQuery } from "./weighted-query.js";
import { UNIT_TERM_SCORE, type InvertedIndex } from "./inverted-index.js";
import type { AnalyzedText } from "../../text-analysis/text-analyzer.js";
import type { Term } from "./term.js";
import { NEGATION_TERM } from "../../text-analysis/tokenizer.js";

/** How many of the top-ranked texts are used for coverage and for feedback terms. */
const FEEDBACK_TEXT_COUNT = 3;
/** The discount on synonyms when one text contains all words of the query; it is proportional to the coverage. */
const SYNONYM_DISCOUNT = 0.4;
/**
 * Pseudo-relevance feedback, RM3 (Abdul-Jaleel et al. 2004): the number of terms of the top-ranked texts that are added
 * to the query, and their share of the weight. The share is proportional to the coverage, because texts with few words
 * of the query may be irrelevant.
 */
const MAX_FEEDBACK_TERMS = 10;
const FEEDBACK_WEIGHT = 0.2;
/** A term in a larger share of all texts does not discriminate, and is no feedback term. */
const MAX_FEEDBACK_TERM_SHARE = 0.1;
/** The relative increase of a text's score for each match after the first. */
const EXTRA_MATCH_BONUS = 0.15;

export interface LexicalSearchResult {
  /** Best first. A text of average length with all words of the query has a score of about 1. */
  readonly hits: readonly ScoredSlot[];
  /** The greatest share of the query's word weights that one of the top-ranked texts contains: 0 to 1. */
  readonly coverage: number;
}

/**
 * Finds the texts that contain words of the query, or words that are typical of the best of these texts.
 * @param includesSynonyms whether synonyms of the query's words match too.
 */
export function runLexicalSearch(
  index: InvertedIndex,
  query: AnalyzedText,
  limit: number,
  scope: SearchScope,
  includesSynonyms: boolean,
): LexicalSearchResult {
  const queryWords = analyzeQuery(index, query);
  const literalQuery = expandQuery(index, query, queryWords, 0);
  scoreTexts(index, literalQuery, scope);
  const coverage = Math.max(0, ...selectTopTexts(scope).map(({ slot }) => measureCoverage(index, literalQuery, slot)));
  const weightedQuery = includesSynonyms
    ? expandQuery(index, query, queryWords, 1 - SYNONYM_DISCOUNT * coverage)
    : literalQuery;
  if (includesSynonyms) scoreTexts(index, weightedQuery, scope);
  if (weightedQuery.termGroups.length === 0) return { hits: [], coverage };
  applyFeedback(index, weightedQuery, selectTopTexts(scope), FEEDBACK_WEIGHT * coverage, scope);
  const { buffers, slotCount, getId } = scope;
  const { scores } = buffers;
  for (let slot = 0; slot < slotCount; slot += 1) scores[slot] = (scores[slot] ?? 0) * index.getQuestionFactor(slot);
  const maxScore = UNIT_TERM_SCORE * computeTotalWeight(weightedQuery);
  const hits = selectTopK(scores, slotCount, limit, getId).map(({ slot, score }) => ({
    slot,
    score: score / maxScore,
  }));
  return { hits, coverage };
}

/** Scores each text by its matches with the query, without feedback. */
function scoreTexts(
  index: InvertedIndex,
  { termGroups, answerTerm }: WeightedQuery,
  { buffers, slotCount }: SearchScope,
): void {
  const { scores, matchCounts } = buffers;
  scores.fill(0, 0, slotCount);
  matchCounts.fill(0, 0, slotCount);
  for (const group of termGroups) index.scoreGroup(group, buffers);
  if (answerTerm) index.addSupport(answerTerm.term, answerTerm.weight, buffers);
  for (let slot = 0; slot < slotCount; slot += 1) {
    const extraMatches = Math.max(0, (matchCounts[slot] ?? 0) - 1);
    scores[slot] = (scores[slot] ?? 0) * (1 + EXTRA_MATCH_BONUS * extraMatches);
  }
}

const selectTopTexts = ({ buffers, slotCount, getId }: SearchScope): ScoredSlot[] =>
  selectTopK(buffers.scores, slotCount, FEEDBACK_TEXT_COUNT, getId);

function measureCoverage(index: InvertedIndex, { words }: WeightedQuery, slot: number): number {
  const keys = index.getTermKeys(slot);
  let [coveredWeight, totalWeight] = [0, 0];
  for (const { terms, weight } of words) {
    totalWeight += weight;
    if (terms.some(({ key }) => keys.has(key))) coveredWeight += weight;
  }
  return totalWeight === 0 ? 0 : coveredWeight / totalWeight;
}

/**
 * Adds the scores of terms that distinguish the top-ranked texts from others.
 * @param feedbackShare the share of the score that these terms contribute.
 */
function applyFeedback(
  index: InvertedIndex,
  query: WeightedQuery,
  topTexts: readonly ScoredSlot[],
  feedbackShare: number,
  { buffers, slotCount }: SearchScope,
): void {
  if (feedbackShare === 0) return;
  const termWeights = new Map<Term, number>();
  for (const { slot, score } of topTexts) {
    for (const [term, share] of index.iterateTermShares(slot)) {
      if (
        term.text === NEGATION_TERM ||
        (term.documentFrequency > 1 && term.documentFrequency > MAX_FEEDBACK_TERM_SHARE * index.size)
      )
        continue;
      termWeights.set(term, (termWeights.get(term) ?? 0) + score * share);
    }
  }
  const strongestTerms = [...termWeights]
    .map(([term, weight]) => [term, weight * index.computeIdf(term.documentFrequency)] as const)
    .sort(([a, x], [b, y]) => y - x || (a.text < b.text ? -1 : 1))
    .slice(0, MAX_FEEDBACK_TERMS);
  const totalWeight = strongestTerms.reduce((sum, [, weight]) => sum + weight, 0);
  const queryWeight = computeTotalWeight(query);
  const { scores } = buffers;
  for (let slot = 0; slot < slotCount; slot += 1) scores[slot] = (scores[slot] ?? 0) * (1 - feedbackShare);
  for (const [term, weight] of strongestTerms)
    index.scoreGroup(new Map([[term, (feedbackShare * queryWeight * weight) / totalWeight]]), buffers);
}

/** The sum of the weights of the query's words. */
const computeTotalWeight = ({ words }: WeightedQuery): number => words.reduce((sum, { weight }) => sum + weight, 0);
