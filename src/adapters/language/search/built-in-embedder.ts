import type { Embedder } from "../../../ports/driven/embedder.js";
import { Concepts } from "./concepts.js";
import { dense, type SparseVector } from "./sparse-vector.js";
import { tokensOf, type Token } from "./tokens.js";

/** Of a word's concept, of its topic, and of the word itself where it means something and where it does not. */
const CONCEPT = 1;
const TOPIC = 0.25;
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
  /** Room to add up one vector; all zero in between. */
  readonly #sums: Float64Array;

  constructor() {
    this.dimensions = this.#concepts.concepts + this.#concepts.topics + HASHED;
    this.#sums = new Float64Array(this.dimensions);
  }

  embed(texts: readonly string[]): Promise<Float32Array[]> {
    return Promise.resolve(texts.map((text) => dense(this.vectorOf(tokensOf(text)), this.dimensions)));
  }

  vectorOf(tokens: readonly Token[]): SparseVector {
    const { concepts, topics } = this.#concepts;
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
        for (const { concept, weight } of meaning.concepts) add(concept, CONCEPT * worth * weight);
        for (const { topic, weight } of meaning.topics) add(concepts + topic, TOPIC * worth * weight);
      }
      if (!token.isContent) return;
      const hash = hashOf(token.term);
      const sign = hash & 0x8000 ? 1 : -1;
      add(concepts + topics + (hash % HASHED), sign * (meaning ? KNOWN_WORD : UNKNOWN_WORD));
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
    return { dimensions, parts, hashedFrom: this.#concepts.concepts + this.#concepts.topics };
  }
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
