/** A few lines of what is known of a user, in their own words. */
export interface Passage {
  /** Of a transcript or a summary, or where a memory was said; null for a memory that no conversation says. */
  readonly conversationId: string | null;
  /** Null for what is not a memory. */
  readonly memoryId: string | null;
  /** Where it was said, in order; none for a summary, nor for a memory that no conversation says. */
  readonly segmentIds: readonly string[];
  /** Of a transcript, a line for each segment, under the speaker's name. */
  readonly text: string;
  /** When the conversation began, or the memory was made. */
  readonly saidAt: Date;
  /** As `MemoryHit.relevance`. */
  readonly relevance: number;
}

/** One index over a user's memories, and the summaries and transcripts of their listed conversations. */
export interface PassageIndex {
  /**
   * The passages that answer the query, at most `limit`, best first: each of some 120 words at most, no two with the
   * same words of a transcript, nor with equal texts, and half of them of one conversation at most, or memories, where
   * others fit too. All that was written before the call is taken into account, whatever process wrote it; nothing is
   * answered that was deleted before. Empty when nothing shares anything with the query.
   * @throws DomainError `unavailable` when they cannot be read now.
   */
  search(userId: string, query: string, limit: number): Promise<readonly Passage[]>;
}
