import type { ActionItem } from "../../domain/action-item.js";
import type { Stretch } from "./stretch.js";

export interface ActionItemFilter {
  readonly conversationId?: string;
  readonly completed?: boolean;
  /** Of `createdAt`, inclusive, as is `to`. */
  readonly from?: Date;
  readonly to?: Date;
}

/** Every call is durable when its promise resolves, and changes nothing when it rejects. */
export interface ActionItemRepository {
  /**
   * Makes these the untouched items of the conversation: inserts what is absent and was not deleted before, renews
   * untouched ones of the same id, removes other untouched ones, leaves what the user touched as it is (decision
   * 4.13). May be repeated with the same fence.
   * @param fence that of the claim under which they were extracted; the greatest one is remembered by conversation.
   * @throws DomainError `conflict` (`LEASE_LOST`) when a later claim has written them, or the conversation was released.
   */
  replaceExtracted(userId: string, conversationId: string, items: readonly ActionItem[], fence: number): Promise<void>;
  /**
   * Removes the untouched items of the conversation and detaches the others (decision 4.11). May be repeated, and is
   * final: from then on `replaceExtracted` refuses every fence. To forget the fence instead would not be safe. A late
   * worker could insert items again, and though it releases them when it finds the conversation gone, one that dies
   * in between would leave them for good. What stays is an id and a number, no more than a tombstone tells; and a
   * buried id never comes back, so nothing new is kept out.
   */
  releaseConversation(userId: string, conversationId: string, now: Date): Promise<void>;
  /** All items of these conversations, in the order of decision 6.1. */
  ofConversations(userId: string, conversationIds: readonly string[]): Promise<ActionItem[]>;
  /** In the order of decision 6.1. */
  list(userId: string, filter: ActionItemFilter, stretch: Stretch): Promise<ActionItem[]>;
  count(userId: string, filter: ActionItemFilter): Promise<number>;
  /**
   * Inserts all of them or none, in one commit. An item whose id is there already is left as it is, and one whose id
   * was buried stays deleted: a repeated creation brings the same ids (design 2).
   * @returns one for each that was given, in order, as it is stored; undefined for what was deleted since.
   */
  insertAll(userId: string, items: readonly ActionItem[]): Promise<(ActionItem | undefined)[]>;
  get(userId: string, id: string): Promise<ActionItem | undefined>;
  /** As `ConversationRepository.update`. */
  update(userId: string, id: string, change: (before: ActionItem) => ActionItem): Promise<ActionItem | undefined>;
  /** Removes the item for good and leaves a tombstone. True when there was something. */
  bury(userId: string, id: string): Promise<boolean>;
  /** Whether an item of this id was buried. */
  isBuried(userId: string, id: string): Promise<boolean>;
}
