export interface MemoryHit {
  readonly id: string;
  /** 0 to 1, rounded to 4 decimals: a measure of the order within one answer, not a probability. */
  readonly relevance: number;
}

export interface MemoryIndex {
  /**
   * The user's memories that answer the query, at most `limit`: best first, ties by id. All that was written before
   * the call is taken into account, whatever process wrote it. Those that share nothing with the query are absent.
   * @throws DomainError `unavailable` when the memories cannot be read now.
   */
  search(userId: string, query: string, limit: number): Promise<readonly MemoryHit[]>;
}
