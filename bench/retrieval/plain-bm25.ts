import type { SearchableMemory } from "../../src/ports/driven/store/change-feed.js";

/** The usual parameters: term frequency saturation and length normalisation. */
const K1 = 1.2;
const B = 0.75;

/** Baseline: BM25 over lower-cased words, without stemming or stop words. */
export class PlainBm25 {
  readonly #texts: readonly { readonly id: string; readonly words: readonly string[] }[];
  readonly #averageLength: number;
  /** Word to the number of texts that contain it. */
  readonly #documentFrequency = new Map<string, number>();

  constructor(texts: readonly SearchableMemory[]) {
    this.#texts = texts.map(({ id, content }) => ({ id, words: splitWords(content) }));
    this.#averageLength = this.#texts.reduce((sum, { words }) => sum + words.length, 0) / texts.length;
    for (const { words } of this.#texts) {
      for (const word of new Set(words))
        this.#documentFrequency.set(word, (this.#documentFrequency.get(word) ?? 0) + 1);
    }
  }

  /** @returns the IDs of the texts that share a word with the query, best first. */
  search(query: string): string[] {
    const queryWords = splitWords(query);
    return this.#texts
      .map(({ id, words }) => ({ id, score: queryWords.reduce((sum, word) => sum + this.#scoreWord(word, words), 0) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .map(({ id }) => id);
  }

  #scoreWord(word: string, words: readonly string[]): number {
    const frequency = words.filter((other) => other === word).length;
    if (frequency === 0) return 0;
    const documentFrequency = this.#documentFrequency.get(word) ?? 0;
    const idf = Math.log(1 + (this.#texts.length - documentFrequency + 0.5) / (documentFrequency + 0.5));
    return (idf * frequency * (K1 + 1)) / (frequency + K1 * (1 - B + (B * words.length) / this.#averageLength));
  }
}

const splitWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
