import type { MemoryCategory } from "../../domain/memory-category.js";
import type { Memory } from "../../domain/memory.js";
import type { MemoryFeed } from "./memory-feed.js";
import type { Stretch } from "./stretch.js";

/** Which of the user's listed memories (not rejected) are meant. */
export interface MemoryFilter {
  /** One of these; an empty list is no filter. */
  readonly categories?: readonly MemoryCategory[];
}

export interface MemoryAddition {
  readonly memory: Memory;
  /** `buried`: a memory of this id was deleted, so that it was not stored; it is answered as it was given. */
  readonly outcome: "added" | "existing" | "buried";
}

/** Every call is durable when its promise resolves, and changes nothing when it rejects. */
export interface MemoryRepository extends MemoryFeed {
  /** Also one that the user rejected; undefined when the user has none of this id. */
  get(userId: string, id: string): Promise<Memory | undefined>;
  /** Those that there are, rejected ones too, in the order of the ids. */
  ofIds(userId: string, ids: readonly string[]): Promise<Memory[]>;
  /** Those that hold words of the conversation, in their history too (`Memory.conversationIds`), in any order. */
  ofConversation(userId: string, conversationId: string): Promise<Memory[]>;
  /** Ordered by `sortKey`. */
  list(userId: string, filter: MemoryFilter, stretch: Stretch): Promise<Memory[]>;
  count(userId: string, filter: MemoryFilter): Promise<number>;
  /**
   * Adds all or nothing, in one commit. A memory of the same id or else of the same content (`contentKey`), one that
   * comes before it in the list included, stands in its place: it becomes `meet(existing, given)`, which must be pure
   * and leave the content as it is.
   * @returns one for each of the given, in their order.
   */
  addOrGet(
    userId: string,
    memories: readonly Memory[],
    meet: (existing: Memory, given: Memory) => Memory,
  ): Promise<MemoryAddition[]>;
  /**
   * As `ConversationRepository.update`.
   * @throws DomainError `conflict` (`contentTaken`) when another memory has the content that the change gives it.
   */
  update(userId: string, id: string, change: (before: Memory) => Memory): Promise<Memory | undefined>;
  /**
   * Restores a superseded memory from the history that holds it (`Memory.restoreFormer`) in one commit; the superseding
   * memory remains.
   * @returns the restored memory; undefined when no history of the user's memories holds this ID.
   * @throws DomainError `conflict` (`contentTaken`) when another memory has its content.
   */
  restore(userId: string, id: string, now: Date): Promise<Memory | undefined>;
  /**
   * Removes the memory for good and leaves a tombstone for each of its `names`. True when there was something.
   * Notifications that were made of it go with it, as with every memory that is removed or rejected
   * (`NotificationRepository.releaseSource`).
   */
  bury(userId: string, id: string, now: Date): Promise<boolean>;
  /** Whether a memory of this id, or one that went by it, was buried. */
  isBuried(userId: string, id: string): Promise<boolean>;
  /**
   * Makes these the memories extracted from the conversation (`extractionChanges`). May be repeated with the same
   * fence.
   * @param fence as in `ActionItemRepository.replaceExtracted`.
   * @throws DomainError `conflict` (`LEASE_LOST`) when a later claim has written them, or the conversation was released.
   */
  replaceExtracted(
    userId: string,
    conversationId: string,
    memories: readonly Memory[],
    fence: number,
    now: Date,
  ): Promise<void>;
  /**
   * Takes the conversation from the sources of the user's memories, and removes those that nobody says any more
   * (decisions 4.11, 5.5). May be repeated, and is final, as `ActionItemRepository.releaseConversation`.
   */
  releaseConversation(userId: string, conversationId: string, now: Date): Promise<void>;
}
