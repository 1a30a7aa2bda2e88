export interface RowCounts {
  readonly conversations: number;
  readonly transcripts: number;
  readonly action_items: number;
}

/** Reads a store directly, independently of the processes that use it. */
export interface StoreInspection {
  /** Counts the documents of each kind, without tombstones and fences. */
  countRows(): Promise<RowCounts>;
  /** Counts the documents of a conversation: conversations, transcripts, action items and tombstones. */
  countRowsOf(conversationId: string): Promise<RowCounts & { readonly tombstones: number }>;
  listConversationIds(): Promise<string[]>;
  /** The used amount of each window of each quota. */
  listQuotaUses(): Promise<number[]>;
  /** @returns a description of each fault of the store. */
  findFaults(): Promise<string[]>;
  /** Counts the conversations to be processed or deleted, without live sessions, whose end is unknown. */
  countUnprocessed(): Promise<number>;
  /** Counts the webhook deliveries that are still to be sent. */
  countQueuedDeliveries(): Promise<number>;
}
