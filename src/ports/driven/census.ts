import type { ConversationStatus } from "../../domain/conversation.js";

/** What a store holds, of all users together, in numbers. */
export interface Counts {
  readonly users: number;
  /** By status; those of which there are none are absent, in all of these. */
  readonly conversations: ReadonlyMap<ConversationStatus, number>;
  /** Completed conversations by the id of the summariser that made their summary, where that is known. */
  readonly summaries: ReadonlyMap<string, number>;
  /** Those that may be found: without those that their users rejected. */
  readonly memories: number;
  /** Memories of which a vector is kept, by the id of the embedder that made it. */
  readonly embeddings: ReadonlyMap<string, number>;
}

/** For whoever runs the service: numbers alone, and nobody's in particular. */
export interface Census {
  /** Costs no more than a walk over some index. */
  take(): Promise<Counts>;
}
