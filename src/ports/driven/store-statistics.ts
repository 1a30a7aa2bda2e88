import type { ConversationStatus } from "../../domain/conversation.js";

/** Numbers of stored objects of all users together. */
export interface StoreCounts {
  readonly users: number;
  /** By status. In every map here, a key with the count 0 is absent. */
  readonly conversations: ReadonlyMap<ConversationStatus, number>;
  /** Completed conversations by the ID of the summariser that made their summary, if known. */
  readonly summaries: ReadonlyMap<string, number>;
  /** Without rejected memories. */
  readonly memories: number;
  /** Stored vectors by the ID of the embedder that made them. */
  readonly embeddings: ReadonlyMap<string, number>;
}

/** Aggregate numbers for the operator of the service. */
export interface StoreStatistics {
  /**
   * Costs at most a scan of a few indexes, so periodic readers cache the result: the metrics show counts that are up to
   * a minute old.
   */
  collect(): Promise<StoreCounts>;
}
