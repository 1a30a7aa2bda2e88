import { best, type Scored, type Searched } from "./best.js";
import { ONCE, type InvertedIndex, type Weights } from "./inverted-index.js";
import type { Term } from "./term.js";
import type { Token } from "./tokens.js";

/**
 * Pseudo-relevance feedback, RM3 (Abdul-Jaleel et al. 2004): how many of the first texts are taken for good ones, how
 * many of their terms are searched for too, and what part of the weight stays with the query's own. This and the next
 * were tuned on the tune part of `bench/retrieval`.
 */
const FEEDBACK_TEXTS = 3;
const FEEDBACK_TERMS = 10;
const OWN = 0.8;
/** What a memory's score is multiplied by for each name of the query that it names. */
const NAME_BOOST = 2;

/** The part of a full score from which on the words are believed. */
const SURE = 0.6;

/** A longer query is searched for by its first words. */
const MOST_WORDS = 100;
/** A term that stands in a greater part of all texts tells none from the others. */
const COMMON = 0.1;

export interface LexicalFindings {
  /** Best first. A score of 1 is that of a short text with all words of the query. */
  readonly found: readonly Scored[];
  /** The query has a name or a number that is in some memory, or one memory has most of its words. */
  readonly isSure: boolean;
}

/**
 * The texts that have words of the query, or words that come with those in the best of them.
 * @param scores all zero, for every slot; anything afterwards.
 */
export function lexicalSearch(
  index: InvertedIndex,
  query: readonly Token[],
  most: number,
  { scores, end, idOf }: Searched,
): LexicalFindings {
  const tokens = searchedTokens(query);
  const weights = weightsOf(index, tokens);
  if (weights.size === 0) return { found: [], isSure: false };
  const names = namesIn(index, tokens);
  const rank = (of: Weights, count: number): Scored[] => {
    index.score(of, scores);
    for (const name of names) index.boost(name, NAME_BOOST, scores);
    return best(scores, end, count, idOf);
  };
  const first = rank(weights, FEEDBACK_TEXTS);
  scores.fill(0, 0, end);
  const full = fullScore(index, tokens);
  const found = rank(fedBack(index, weights, first), most).map(({ slot, score }) => ({
    slot,
    score: Math.min(1, score / full),
  }));
  const hasNumber = [...weights.keys()].some(({ text }) => /^\d/.test(text));
  return { found, isSure: names.size > 0 || hasNumber || (found[0]?.score ?? 0) > SURE };
}

/** Words of grammar count where there are no others. */
function searchedTokens(query: readonly Token[]): readonly Token[] {
  const content = query.filter(({ isContent }) => isContent);
  return (content.length > 0 ? content : query).slice(0, MOST_WORDS);
}

/** What a text of the usual length scores that has each word of the query once, if they were all known. */
function fullScore(index: InvertedIndex, tokens: readonly Token[]): number {
  const sum = tokens.reduce((total, { term }) => total + index.idf(index.find(term)), 0);
  return (sum / tokens.length) * ONCE;
}

/** Each term by its share of the query. */
function weightsOf(index: InvertedIndex, tokens: readonly Token[]): Map<Term, number> {
  const weights = new Map<Term, number>();
  for (const token of tokens) {
    const term = index.find(token.term);
    if (term && term.texts > 0) weights.set(term, (weights.get(term) ?? 0) + 1 / tokens.length);
  }
  return weights;
}

function namesIn(index: InvertedIndex, tokens: readonly Token[]): Set<Term> {
  const names = new Set<Term>();
  for (const { term: text, isContent, spelling } of tokens) {
    const term = isContent ? index.find(text) : undefined;
    if (!term || term.texts === 0) continue;
    if (term.isName || (spelling === "name" && term.asPlain === 0)) names.add(term);
  }
  return names;
}

/** The query's terms with those that tell the best texts from others. */
function fedBack(index: InvertedIndex, own: Weights, texts: readonly Scored[]): Weights {
  const model = new Map<Term, number>();
  for (const { slot, score } of texts) {
    for (const [term, share] of index.sharesIn(slot)) {
      if (term.texts > 1 && term.texts > COMMON * index.size && !own.has(term)) continue;
      model.set(term, (model.get(term) ?? 0) + score * share);
    }
  }
  const strongest = [...model].sort(([a, x], [b, y]) => y - x || (a.text < b.text ? -1 : 1)).slice(0, FEEDBACK_TERMS);
  const total = strongest.reduce((sum, [, weight]) => sum + weight, 0);
  const combined = new Map<Term, number>();
  for (const [term, weight] of own) combined.set(term, OWN * weight);
  for (const [term, weight] of strongest) {
    combined.set(term, (combined.get(term) ?? 0) + ((1 - OWN) * weight) / total);
  }
  return combined;
}
