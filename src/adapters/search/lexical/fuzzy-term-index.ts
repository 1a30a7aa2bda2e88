import { DiceSimilarity } from "../../text-analysis/dice-similarity.js";
import { ShardedMap } from "./sharded-map.js";
import type { Term } from "./term.js";

/** The number of initial letters that similar terms share. */
const TERM_PREFIX_LENGTH = 4;
/**
 * How many terms are compared on each side of a word in alphabetical order, where those with the longest common prefix
 * are nearest. No language has so many words with the same four initial letters; the limit bounds the time of a search
 * over texts that have.
 */
const MAX_COMPARED_PER_SIDE = 500;
/** The maximum number of similar terms in a search; the most similar ones are used. */
const MAX_FUZZY_TERMS = 32;

export interface FuzzyTerm {
  readonly term: Term;
  /** See `DiceSimilarity`; greater than 0. */
  readonly similarity: number;
}

/** An index of terms by their first letters, which finds terms that may have the same root. */
export class FuzzyTermIndex {
  /** Several terms of a prefix are sorted; most are single, and stored without an array to save memory. */
  readonly #termsByPrefix = new ShardedMap<Term | Term[]>();

  /** Adds a content word of four or more letters; ignores other terms. */
  add(term: Term): void {
    if (!term.isContent || !canHaveFuzzyTerms(term.text)) return;
    const prefix = getPrefix(term.text);
    const existing = this.#termsByPrefix.get(prefix);
    if (Array.isArray(existing)) existing.splice(findInsertPosition(term.text, existing), 0, term);
    else if (existing) this.#termsByPrefix.set(prefix, existing.text < term.text ? [existing, term] : [term, existing]);
    else this.#termsByPrefix.set(prefix, term);
  }

  remove(term: Term): void {
    const prefix = getPrefix(term.text);
    const samePrefixTerms = this.#termsByPrefix.get(prefix);
    if (samePrefixTerms === term) this.#termsByPrefix.delete(prefix);
    if (!Array.isArray(samePrefixTerms)) return;
    const position = findInsertPosition(term.text, samePrefixTerms);
    if (samePrefixTerms[position] === term) samePrefixTerms.splice(position, 1);
    const [first, second] = samePrefixTerms;
    if (first && !second) this.#termsByPrefix.set(prefix, first);
  }

  /** Returns similar, but not equal, terms that occur in texts now, sorted by their text. */
  findSimilar(text: string): FuzzyTerm[] {
    if (!canHaveFuzzyTerms(text)) return [];
    const samePrefix = this.#termsByPrefix.get(getPrefix(text)) ?? [];
    const samePrefixTerms = Array.isArray(samePrefix) ? samePrefix : [samePrefix];
    const start = findInsertPosition(text, samePrefixTerms);
    const comparer = new DiceSimilarity(text);
    const similarTerms: FuzzyTerm[] = [];
    for (const step of [-1, 1]) {
      let comparedCount = 0;
      for (let index = step < 0 ? start - 1 : start; comparedCount < MAX_COMPARED_PER_SIDE; index += step) {
        const term = samePrefixTerms[index];
        if (!term) break;
        if (term.text === text || term.documentFrequency === 0) continue;
        comparedCount += 1;
        const similarity = comparer.compareTo(term.text, term.bigramCount);
        if (similarity > 0) similarTerms.push({ term, similarity });
      }
    }
    return similarTerms
      .sort((a, b) => b.similarity - a.similarity || compareByText(a, b))
      .slice(0, MAX_FUZZY_TERMS)
      .sort(compareByText);
  }
}

const compareByText = (a: FuzzyTerm, b: FuzzyTerm): number => (a.term.text < b.term.text ? -1 : 1);

/** Returns the index of the text in the sorted list, or where it would be inserted. */
function findInsertPosition(text: string, terms: readonly Term[]): number {
  let [low, high] = [0, terms.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((terms[middle]?.text ?? "") < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

const canHaveFuzzyTerms = (term: string): boolean => /^\p{L}{4,}$/u.test(term);
const getPrefix = (term: string): string => term.slice(0, TERM_PREFIX_LENGTH);
