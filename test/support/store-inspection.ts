export interface RowCounts {
  readonly conversations: number;
  readonly transcripts: number;
  readonly action_items: number;
}

/** Looks into a store, past every process that uses it. */
export interface StoreInspection {
  /** How many documents there are of each kind, tombstones and fences aside. */
  countRows(): Promise<RowCounts>;
  /** How many documents there are of a conversation: of itself, its transcript, its action items, its tombstone. */
  countRowsOf(conversationId: string): Promise<RowCounts & { readonly tombstones: number }>;
  listConversationIds(): Promise<string[]>;
  /** How much is used of each window of each quota. */
  listQuotaUses(): Promise<number[]>;
  /** @returns what is wrong with the store, in words. */
  findFaults(): Promise<string[]>;
  /** How many conversations are still to be processed or removed; of a live session nobody knows when it is over. */
  countUnprocessed(): Promise<number>;
  /** How many webhook deliveries are still to be sent. */
  countQueuedDeliveries(): Promise<number>;
}
