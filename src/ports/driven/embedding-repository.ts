import type { SearchableMemory } from "./memory-feed.js";

/** The vector of a memory, as one embedder made it. */
export interface Embedding {
  /** The memory's. */
  readonly id: string;
  /** Tells the content that it was made of from others; not the content itself. */
  readonly digest: string;
  readonly vector: Float32Array;
}

/** A memory of which there is no vector. */
export interface Unembedded extends SearchableMemory {
  readonly userId: string;
}

export interface MissingEmbeddings {
  readonly memories: readonly Unembedded[];
  /** Where the next look begins; undefined when this one came to the end. */
  readonly mark: string | undefined;
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
  /**
   * Of all users, memories that may be found and of which this embedder has made no vector of so many dimensions (of any
   * number when they are not known).
   * @param look how many memories it goes through, and behind which mark. Later memories come behind earlier marks, or
   *   are found by a look from the beginning.
   */
  missing(
    embedderId: string,
    dimensions: number | undefined,
    look: { readonly among: number; readonly after?: string },
  ): Promise<MissingEmbeddings>;
  /** Removes what other embedders made of the user's memories. */
  removeOthers(userId: string, embedderId: string): Promise<void>;
}
