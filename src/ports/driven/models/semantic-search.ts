/** Computes vectors of texts. Texts with similar meanings have vectors with similar directions. */
export interface Embedder {
  /** Identifies the method and its version. Vectors of different IDs cannot be compared (decision 5.7). */
  readonly id: string;
  /**
   * Number of dimensions of its vectors; undefined until it is known. Stored vectors with another number are not
   * usable. It changes only when another model replaces the one behind the same ID.
   */
  readonly dimensions: number | undefined;
  /**
   * Computes a vector of length 1 for each text, in order; all zeros for a text without usable content.
   * @param timeoutMs how long the caller waits, in milliseconds; unlimited when absent.
   * @throws when it cannot answer now; the caller retries later.
   */
  embed(texts: readonly string[], timeoutMs?: number): Promise<Float32Array[]>;
}

export interface MemoryHit {
  readonly id: string;
  /** 0 to 1, rounded to 4 decimals. It orders the hits of one search and is not a probability. */
  readonly relevance: number;
}

export interface MemoryIndex {
  /**
   * Finds the user's memories that match the query, at most `limit`: best first, ties by ID. Includes all writes of all
   * processes that completed before the call. Memories without any similarity to the query are absent.
   * @throws DomainError `unavailable` when the memories cannot be read now.
   */
  search(userId: string, query: string, limit: number): Promise<readonly MemoryHit[]>;
}

/** A short text from a user's transcripts, summaries or memories. */
export interface Passage {
  /**
   * The conversation of the transcript or summary, or the one from which the memory was extracted; null for a memory
   * without one.
   */
  readonly conversationId: string | null;
  /** Null when the passage is not a memory. */
  readonly memoryId: string | null;
  /** Segments of the passage, in order; empty for a summary, and for a memory without a conversation. */
  readonly segmentIds: readonly string[];
  /** A passage of a transcript has one line per segment, which begins with the speaker's name. */
  readonly text: string;
  /** When the conversation began, or when the memory was created. */
  readonly saidAt: Date;
  /** As `MemoryHit.relevance`. */
  readonly relevance: number;
}

/** An index over a user's memories, and the summaries and transcripts of their listed conversations. */
export interface PassageIndex {
  /**
   * Finds the passages that match the query, at most `limit`, best first, each of about 120 words at most. No two
   * passages overlap in a transcript or have equal texts. At most half of them are memories, and at most half come from
   * one conversation, unless other passages are missing or much less relevant. Includes all writes of all processes
   * that completed before the call, and nothing that was deleted before. Empty when nothing is similar to the query.
   * @throws DomainError `unavailable` when the index cannot be read now.
   */
  search(userId: string, query: string, limit: number): Promise<readonly Passage[]>;
}
