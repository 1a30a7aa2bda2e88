import type { Embedder } from "../../../ports/driven/embedder.js";
import { Concepts } from "./concepts.js";
import { dense, type SparseVector } from "./sparse-vector.js";
import { tokensOf, type Token } from "./tokens.js";

/** Beside a word's concept, the word itself: where it means something and where it does not. */
const KNOWN_WORD = 0.1;
const UNKNOWN_WORD = 0.6;
/** What a word of grammar has of these: "when" asks for a date, but not much. */
const GRAMMAR = 0.4;

/** Dimensions that words share, by their hashes. */
const HASHED = 256;

/**
 * Embeds without a model: a dimension for each concept and topic of the thesaurus, and some among which the words
 * are hashed (Weinberger et al. 2009), so that texts are near that speak of the same in other words. It costs some
 * microseconds a text.
 */
export class BuiltInEmbedder implements Embedder {
  /** To be changed with the thesaurus, the weights, or what a word is. */
  readonly id = "built-in-1";
  readonly dimensions: number;
  readonly #concepts = new Concepts();
  readonly #hashedFrom: number;
  /** Room to add up one vector; all zero in between. */
  readonly #sums: Float64Array;

  constructor() {
    this.#hashedFrom = this.#concepts.concepts + this.#concepts.topics;
    this.dimensions = this.#hashedFrom + HASHED;
    this.#sums = new Float64Array(this.dimensions);
  }

  embed(texts: readonly string[]): Promise<Float32Array[]> {
    return Promise.resolve(texts.map((text) => dense(this.vectorOf(tokensOf(text)), this.dimensions)));
  }

  vectorOf(tokens: readonly Token[]): SparseVector {
    const hashedFrom = this.#hashedFrom;
    const sums = this.#sums;
    const touched: number[] = [];
    const add = (dimension: number, value: number): void => {
      const sum = sums[dimension] ?? 0;
      if (sum === 0) touched.push(dimension);
      sums[dimension] = sum + value;
    };
    this.#concepts.meaningsOf(tokens, (token, meaning) => {
      const worth = token.isContent ? 1 : GRAMMAR;
      if (meaning) {
        const { numbers, weights } = meaning;
        for (let i = 0; i < numbers.length; i += 1) add(numbers[i] ?? 0, worth * (weights[i] ?? 0));
      }
      if (!token.isContent) return;
      const hash = hashOf(token.term);
      const sign = hash & 0x8000 ? 1 : -1;
      add(hashedFrom + (hash % HASHED), sign * (meaning ? KNOWN_WORD : UNKNOWN_WORD));
    });
    return this.#taken(touched);
  }

  /** What has been added up, at unit length. A dimension may be touched twice when its parts cancelled out. */
  #taken(touched: readonly number[]): SparseVector {
    const sums = this.#sums;
    let squares = 0;
    const dimensions: number[] = [];
    const parts: number[] = [];
    for (const dimension of touched) {
      const part = sums[dimension] ?? 0;
      if (part === 0) continue;
      sums[dimension] = 0;
      squares += part * part;
      dimensions.push(dimension);
      parts.push(part);
    }
    const length = Math.sqrt(squares);
    for (let i = 0; i < parts.length; i += 1) parts[i] = (parts[i] ?? 0) / length;
    return { dimensions, parts, hashedFrom: this.#hashedFrom };
  }
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
