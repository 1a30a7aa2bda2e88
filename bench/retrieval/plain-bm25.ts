import type { SearchableMemory } from "../../src/ports/driven/memory-feed.js";

const K1 = 1.2;
const B = 0.75;

/** BM25 over words as they are written, in lower case: what can be had without any knowledge of a language. */
export class PlainBm25 {
  readonly #texts: readonly { readonly id: string; readonly words: readonly string[] }[];
  readonly #average: number;
  /** By word: in how many texts it stands. */
  readonly #holding = new Map<string, number>();

  constructor(texts: readonly SearchableMemory[]) {
    this.#texts = texts.map(({ id, content }) => ({ id, words: wordsOf(content) }));
    this.#average = this.#texts.reduce((sum, { words }) => sum + words.length, 0) / texts.length;
    for (const { words } of this.#texts) {
      for (const word of new Set(words)) this.#holding.set(word, (this.#holding.get(word) ?? 0) + 1);
    }
  }

  /** The ids of the texts that have a word of the query, best first. */
  search(query: string): string[] {
    const asked = wordsOf(query);
    return this.#texts
      .map(({ id, words }) => ({ id, score: asked.reduce((sum, word) => sum + this.#scoreOf(word, words), 0) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .map(({ id }) => id);
  }

  #scoreOf(word: string, words: readonly string[]): number {
    const frequency = words.filter((other) => other === word).length;
    if (frequency === 0) return 0;
    const holding = this.#holding.get(word) ?? 0;
    const idf = Math.log(1 + (this.#texts.length - holding + 0.5) / (holding + 0.5));
    return (idf * frequency * (K1 + 1)) / (frequency + K1 * (1 - B + (B * words.length) / this.#average));
  }
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
