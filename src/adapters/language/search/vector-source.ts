import type { SearchableMemory } from "../../../ports/driven/memory-feed.js";
import type { BuiltInEmbedder } from "./built-in-embedder.js";
import type { ReadText } from "./reading.js";
import type { SparseVector } from "./sparse-vector.js";

/** Where a query points. */
export interface QueryVector {
  readonly vector: SparseVector;
  /** As of `fuse`. */
  readonly trust: number;
}

/** Where an index has its vectors from. */
export interface VectorSource {
  /** Undefined when there is none to be had now: the words alone decide then. */
  ofQuery(query: ReadText): Promise<QueryVector | undefined>;
  /**
   * A vector for each memory, in their order; undefined where it is still to come.
   * @param later told of those, each once, unless the memory has changed or gone meanwhile.
   */
  of(
    userId: string,
    memories: readonly (SearchableMemory & ReadText)[],
    later: (id: string, vector: SparseVector) => void,
  ): Promise<readonly (SparseVector | undefined)[]>;
  /** The memories are gone, and with them whatever was kept of them. */
  forget(userId: string, ids: readonly string[]): Promise<void>;
}

/** What the same thesaurus knows of single words is in the search by words already. */
const TRUST = 0.2;

/**
 * For the built-in embedder, which takes some microseconds a text: to make vectors again costs less than to keep them.
 * So no copy of what a memory says is stored, none has to be deleted, and a changed embedder is in use at once
 * (decision 5.7).
 */
export class MadeAtOnce implements VectorSource {
  constructor(private readonly embedder: BuiltInEmbedder) {}

  ofQuery({ units }: ReadText): Promise<QueryVector> {
    return Promise.resolve({ vector: this.embedder.vectorOf(units), trust: TRUST });
  }

  of(_userId: string, memories: readonly ReadText[]): Promise<readonly SparseVector[]> {
    return Promise.resolve(memories.map(({ units }) => this.embedder.vectorOf(units)));
  }

  forget(): Promise<void> {
    return Promise.resolve();
  }
}
