import type { ActionItem } from "../../../domain/action-item/action-item.js";
import type { PageRequest } from "../../paging.js";

export interface ActionItemFilter {
  readonly conversationId?: string;
  readonly completed?: boolean;
  /** Both bounds apply to `createdAt` and are inclusive. */
  readonly from?: Date;
  readonly to?: Date;
}

/** A call that resolves is durable; a call that rejects changes nothing. */
export interface ActionItemRepository {
  /**
   * Replaces the extracted items of the conversation (decision 4.13): inserts missing items unless they were deleted,
   * updates items with the same ID that the user has not changed, and deletes other items that the user has not
   * changed. Items that the user changed stay as they are. Idempotent for the same fence.
   * @param fence fencing token of the claim under which the items were extracted; the store keeps the greatest one of
   *   each conversation.
   * @throws DomainError `conflict` (`LEASE_LOST`) when a later claim has written items, or the items were detached.
   */
  replaceExtracted(userId: string, conversationId: string, items: readonly ActionItem[], fence: number): Promise<void>;
  /**
   * Deletes the items of a deleted conversation that the user has not changed, and removes the conversation ID from the
   * others. Idempotent and final: `replaceExtracted` rejects every later fence. The fence stays in the store, because
   * otherwise a late worker could insert items again and crash before it deletes them.
   */
  detachFromConversation(userId: string, conversationId: string, now: Date): Promise<void>;
  /** All items of these conversations, in list order. */
  findByConversations(userId: string, conversationIds: readonly string[]): Promise<ActionItem[]>;
  /** Ordered by `sortKey`. */
  list(userId: string, filter: ActionItemFilter, page: PageRequest): Promise<ActionItem[]>;
  count(userId: string, filter: ActionItemFilter): Promise<number>;
  /**
   * Inserts all items or none, in one commit. Existing items stay unchanged and deleted items stay deleted, so that a
   * repeated creation with the same IDs has no further effect.
   * @returns the stored item for each input item, in order; undefined for an item that was deleted.
   */
  insertAll(userId: string, items: readonly ActionItem[]): Promise<(ActionItem | undefined)[]>;
  get(userId: string, id: string): Promise<ActionItem | undefined>;
  /** As `ConversationRepository.update`. */
  update(userId: string, id: string, change: (current: ActionItem) => ActionItem): Promise<ActionItem | undefined>;
  /** Deletes the item and leaves a tombstone. @returns whether the item existed. */
  deleteWithTombstone(userId: string, id: string): Promise<boolean>;
  /** Whether a tombstone with this ID exists. */
  isDeleted(userId: string, id: string): Promise<boolean>;
}
