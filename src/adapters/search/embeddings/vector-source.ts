import type { SearchableMemory } from "../../../ports/driven/store/change-feed.js";
import type { AnalyzedText } from "../../text-analysis/text-analyzer.js";

/** The components of a vector that are not zero; each dimension occurs once. */
export interface SparseVector {
  readonly dimensions: readonly number[];
  readonly values: readonly number[];
}

/** The vector of a query, with its weight in the search. */
export interface QueryVector {
  readonly vector: SparseVector;
  /** See `fuseScores`. */
  readonly weight: number;
}

/** Provides the vectors of an index. */
export interface VectorSource {
  /** @returns undefined when no vector is available now; the search then uses words only. */
  embedQuery(query: AnalyzedText): Promise<QueryVector | undefined>;
  /**
   * @param onVector called once for each vector that is not available yet, unless the memory changes or is deleted
   * meanwhile.
   * @returns a vector for each memory, in the same order; undefined for one that is not available yet.
   */
  embedMemories(
    userId: string,
    memories: readonly (SearchableMemory & AnalyzedText)[],
    onVector: (id: string, vector: SparseVector) => void,
  ): Promise<readonly (SparseVector | undefined)[]>;
  /** Discards everything that is held for deleted memories. */
  removeMemories(userId: string, ids: readonly string[]): Promise<void>;
}

export function toSparseVector(vector: Float32Array): SparseVector {
  const dimensions: number[] = [];
  const values: number[] = [];
  for (let dimension = 0; dimension < vector.length; dimension += 1) {
    const value = vector[dimension] ?? 0;
    if (value === 0) continue;
    dimensions.push(dimension);
    values.push(value);
  }
  return { dimensions, values };
}

export function toDenseVector({ dimensions, values }: SparseVector, dimensionCount: number): Float32Array {
  const vector = new Float32Array(dimensionCount);
  dimensions.forEach((dimension, i) => (vector[dimension] = values[i] ?? 0));
  return vector;
}
