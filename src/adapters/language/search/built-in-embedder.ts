import type { Embedder } from "../../../ports/driven/embedder.js";
import { builtInMeanings, type Unit } from "./meanings.js";
import { read } from "./reading.js";
import { dense, type SparseVector } from "./sparse-vector.js";

/** To be changed with the thesaurus, the weights, or what a word is. */
export const builtInEmbedderId = "built-in-3";

/** What a word of grammar has of a word that carries meaning: "when" asks for a date, but not much. */
const GRAMMAR = 0.4;

/**
 * Embeds without a model: a dimension for each concept and topic of the thesaurus, so that texts are near that speak
 * of the same in other words. The words themselves are no part of it: they have an index of their own, which knows
 * more of them. It costs some microseconds a text.
 */
export class BuiltInEmbedder implements Embedder {
  readonly id = builtInEmbedderId;
  readonly dimensions: number;
  /** Room to add up one vector; all zero in between. */
  readonly #sums: Float64Array;

  constructor() {
    const { concepts, topics } = builtInMeanings();
    this.dimensions = concepts + topics;
    this.#sums = new Float64Array(this.dimensions);
  }

  embed(texts: readonly string[]): Promise<Float32Array[]> {
    return Promise.resolve(texts.map((text) => dense(this.vectorOf(read(text).units), this.dimensions)));
  }

  /** At unit length; zero for words of which none is known. */
  vectorOf(units: readonly Unit[]): SparseVector {
    const sums = this.#sums;
    const dimensions: number[] = [];
    for (const { isContent, meaning } of units) {
      if (!meaning) continue;
      const worth = isContent ? 1 : GRAMMAR;
      const { numbers, weights } = meaning;
      for (let i = 0; i < numbers.length; i += 1) {
        const dimension = numbers[i] ?? 0;
        if (sums[dimension] === 0) dimensions.push(dimension);
        sums[dimension] = (sums[dimension] ?? 0) + worth * (weights[i] ?? 0);
      }
    }
    let squares = 0;
    for (const dimension of dimensions) squares += (sums[dimension] ?? 0) ** 2;
    const length = Math.sqrt(squares);
    const parts = dimensions.map((dimension) => (sums[dimension] ?? 0) / length);
    for (const dimension of dimensions) sums[dimension] = 0;
    return { dimensions, parts };
  }
}
