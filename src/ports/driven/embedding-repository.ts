import type { SearchableMemory } from "./memory-feed.js";

/** The vector of a memory, made by one embedder. */
export interface Embedding {
  /** ID of the memory. */
  readonly id: string;
  /** Digest of the content that the vector was made from. */
  readonly digest: string;
  readonly vector: Float32Array;
}

/** A memory without a vector. */
export interface PendingEmbedding extends SearchableMemory {
  readonly userId: string;
}

export interface PendingEmbeddings {
  readonly memories: readonly PendingEmbedding[];
  /** Start of the next scan; undefined when this scan reached the end. */
  readonly cursor: string | undefined;
}

/**
 * Stored vectors of memories, by embedder (decision 5.7). A vector reveals the content of its memory, so it is deleted
 * in the same commit in which the memory is deleted, rejected, or changes its content (decision 4.11).
 */
export interface EmbeddingRepository {
  /** Vectors of these memories made by this embedder, in any order. */
  find(userId: string, embedderId: string, ids: readonly string[]): Promise<readonly Embedding[]>;
  /** Stores vectors and replaces earlier ones of the same embedder. Skips deleted and rejected memories. */
  put(userId: string, embedderId: string, embeddings: readonly Embedding[]): Promise<void>;
  /**
   * Finds memories of all users, without rejected ones, that have no vector of this embedder with `dimensions`
   * dimensions (with any number when undefined).
   * @param scan the number of memories to examine, and the cursor to start after. A new memory follows earlier cursors,
   *   or is found by the next scan from the beginning.
   */
  findPending(
    embedderId: string,
    dimensions: number | undefined,
    scan: { readonly batchSize: number; readonly after?: string },
  ): Promise<PendingEmbeddings>;
  /** Deletes the user's vectors of all other embedders. */
  deleteStale(userId: string, embedderId: string): Promise<void>;
}
