import type { Embedder } from "../../../ports/driven/models/semantic-search.js";
import { getBuiltInSynonymGraph, type LexicalUnit } from "../../text-analysis/synonym-graph.js";
import { analyzeText, type AnalyzedText } from "../../text-analysis/text-analyzer.js";
import { type QueryVector, type VectorSource, toDenseVector, type SparseVector } from "./vector-source.js";

/** Must change with the thesaurus, the weights or the tokenizer. */
export const BUILT_IN_EMBEDDER_ID = "built-in-3";

/** The weight of a function word relative to a content word: "when" asks for a date, but only weakly. */
const FUNCTION_WORD_WEIGHT = 0.4;

/**
 * Embeds without a model: one dimension for each concept and topic of the thesaurus, so that texts about the same thing
 * in different words are close. Words outside of the thesaurus are ignored; the lexical index covers them. Embedding
 * takes microseconds per text.
 */
export class BuiltInEmbedder implements Embedder {
  readonly id = BUILT_IN_EMBEDDER_ID;
  readonly dimensions: number;
  /** Reused accumulator for one vector; all zero between calls. */
  readonly #sums: Float64Array;

  constructor() {
    const { conceptCount, topicCount } = getBuiltInSynonymGraph();
    this.dimensions = conceptCount + topicCount;
    this.#sums = new Float64Array(this.dimensions);
  }

  embed(texts: readonly string[]): Promise<Float32Array[]> {
    return Promise.resolve(
      texts.map((text) => toDenseVector(this.embedUnits(analyzeText(text).units), this.dimensions)),
    );
  }

  /** Returns a vector of unit length; the zero vector when the thesaurus has none of the words. */
  embedUnits(units: readonly LexicalUnit[]): SparseVector {
    const sums = this.#sums;
    const dimensions: number[] = [];
    for (const { isContent, concepts } of units) {
      if (!concepts) continue;
      const unitWeight = isContent ? 1 : FUNCTION_WORD_WEIGHT;
      const { dimensions: conceptDimensions, weights } = concepts;
      for (let i = 0; i < conceptDimensions.length; i += 1) {
        const dimension = conceptDimensions[i] ?? 0;
        if (sums[dimension] === 0) dimensions.push(dimension);
        sums[dimension] = (sums[dimension] ?? 0) + unitWeight * (weights[i] ?? 0);
      }
    }
    let squaredNorm = 0;
    for (const dimension of dimensions) squaredNorm += (sums[dimension] ?? 0) ** 2;
    const norm = Math.sqrt(squaredNorm);
    const values = dimensions.map((dimension) => (sums[dimension] ?? 0) / norm);
    for (const dimension of dimensions) sums[dimension] = 0;
    return { dimensions, values };
  }
}

/** Low, because the lexical search already uses the same thesaurus for single words. */
const VECTOR_WEIGHT = 0.2;

/**
 * Makes the vectors of the built-in embedder whenever they are needed: that takes microseconds per text, less than
 * storing them. So no copy of a memory is stored, nothing has to be deleted, and a changed embedder takes effect at
 * once.
 */
export class OnDemandEmbeddings implements VectorSource {
  constructor(private readonly embedder: BuiltInEmbedder) {}

  embedQuery({ units }: AnalyzedText): Promise<QueryVector> {
    return Promise.resolve({ vector: this.embedder.embedUnits(units), weight: VECTOR_WEIGHT });
  }

  embedMemories(_userId: string, memories: readonly AnalyzedText[]): Promise<readonly SparseVector[]> {
    return Promise.resolve(memories.map(({ units }) => this.embedder.embedUnits(units)));
  }

  removeMemories(): Promise<void> {
    return Promise.resolve();
  }
}
