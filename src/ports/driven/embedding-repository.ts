/** The vector of a memory, as one embedder made it. */
export interface Embedding {
  /** The memory's. */
  readonly id: string;
  /** Tells the content that it was made of from others; not the content itself. */
  readonly digest: string;
  readonly vector: Float32Array;
}

/**
 * Vectors that cost more to make than to keep, by the embedder that made them (decision 5.7). They tell what a memory
 * says, so they go with it (decision 4.11): a memory that is deleted, is rejected or comes to say something else loses
 * them in the same commit.
 */
export interface EmbeddingRepository {
  /** Those of these memories that this embedder has made, in any order. */
  of(userId: string, embedderId: string, ids: readonly string[]): Promise<readonly Embedding[]>;
  /** Keeps them in the place of earlier ones of the same embedder; not those whose memory is gone or rejected. */
  put(userId: string, embedderId: string, embeddings: readonly Embedding[]): Promise<void>;
  /** Removes what other embedders made of the user's memories. */
  removeOthers(userId: string, embedderId: string): Promise<void>;
}
