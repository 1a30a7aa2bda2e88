import { stemmer } from "stemmer";
import { isContentWord, tokenizeText } from "./words.js";

type Counts = ReadonlyMap<string, number>;

/** @returns the stems of all words, in order. Words with letters outside a-z are not stemmed. */
const stemWords = (text: string): string[] => tokenizeText(text).map(stemWord);

const stemWord = (word: string): string => (/^[a-z]+$/.test(word) ? stemmer(word) : word);

/** @returns the distinct stems of the content words. */
export const extractContentStems = (text: string): ReadonlySet<string> =>
  new Set(tokenizeText(text).filter(isContentWord).map(stemWord));

/**
 * Computes the F1 of ROUGE-N (Lin 2004): the overlap of the stemmed n-grams of two texts.
 * @param size words per n-gram
 * @returns 0 to 1
 */
export function computeRouge(text: string, reference: string, size: number): number {
  const textCounts = countNgrams(stemWords(text), size);
  const referenceCounts = countNgrams(stemWords(reference), size);
  let common = 0;
  for (const [ngram, count] of textCounts) common += Math.min(count, referenceCounts.get(ngram) ?? 0);
  return common === 0 ? 0 : (2 * common) / (sumCounts(textCounts) + sumCounts(referenceCounts));
}

function countNgrams(stems: readonly string[], size: number): Counts {
  return countItems(stems.slice(size - 1).map((_, i) => stems.slice(i, i + size).join(" ")));
}

function countItems(items: readonly string[]): Counts {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

const sumCounts = (counts: Counts): number => Array.from(counts.values()).reduce((sum, count) => sum + count, 0);

/** Finds the most similar of a fixed set of texts by the cosine of their tf-idf vectors. */
export class TfIdfIndex {
  /** Stem to the number of texts that contain it. */
  readonly #documentFrequency = new Map<string, number>();
  readonly #vectors: readonly Counts[];
  readonly #size: number;

  constructor(texts: readonly string[]) {
    this.#size = texts.length;
    const countsByText = texts.map((text) => countItems(stemWords(text)));
    for (const counts of countsByText) {
      for (const stem of counts.keys()) this.#documentFrequency.set(stem, (this.#documentFrequency.get(stem) ?? 0) + 1);
    }
    this.#vectors = countsByText.map((counts) => this.#computeVector(counts));
  }

  /** @returns the position of the most similar indexed text; -1 if none has a word in common with `text`. */
  findNearest(text: string): number {
    const vector = this.#computeVector(countItems(stemWords(text)));
    const similarities = this.#vectors.map((other) => computeCosine(vector, other));
    const highest = Math.max(...similarities);
    return highest === 0 ? -1 : similarities.indexOf(highest);
  }

  /** Ignores stems that no indexed text contains. */
  #computeVector(counts: Counts): Counts {
    const weights = Array.from(counts).flatMap(([stem, count]): [string, number][] => {
      const frequency = this.#documentFrequency.get(stem);
      if (frequency === undefined) return [];
      return [[stem, (1 + Math.log(count)) * Math.log((this.#size + 1) / (frequency + 0.5))]];
    });
    return new Map(weights);
  }
}

function computeCosine(a: Counts, b: Counts): number {
  let product = 0;
  for (const [stem, weight] of a) product += weight * (b.get(stem) ?? 0);
  return product === 0 ? 0 : product / (computeNorm(a) * computeNorm(b));
}

const computeNorm = (vector: Counts): number =>
  Math.sqrt(Array.from(vector.values()).reduce((sum, weight) => sum + weight * weight, 0));
