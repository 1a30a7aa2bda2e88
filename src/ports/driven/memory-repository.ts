import type { MemoryCategory } from "../../domain/memory-category.js";
import type { Memory } from "../../domain/memory.js";
import type { MemoryFeed } from "./memory-feed.js";
import type { PageRequest } from "./page-request.js";

/** Selects listed (not rejected) memories of a user. */
export interface MemoryFilter {
  /** Any of these categories; an empty list matches all. */
  readonly categories?: readonly MemoryCategory[];
}

export interface MemoryUpsertResult {
  readonly memory: Memory;
  /** `deleted`: a tombstone with this ID exists, so the memory was not stored; `memory` is the input. */
  readonly outcome: "added" | "existing" | "deleted";
}

/** A call that resolves is durable; a call that rejects changes nothing. */
export interface MemoryRepository extends MemoryFeed {
  /** Includes rejected memories; undefined when the user has no memory with this ID. */
  get(userId: string, id: string): Promise<Memory | undefined>;
  /** Existing memories, including rejected ones, in the order of `ids`. */
  getMany(userId: string, ids: readonly string[]): Promise<Memory[]>;
  /** Memories that refer to the conversation, also in their history (`Memory.conversationIds`), in any order. */
  findByConversation(userId: string, conversationId: string): Promise<Memory[]>;
  /** Ordered by `sortKey`. */
  list(userId: string, filter: MemoryFilter, page: PageRequest): Promise<Memory[]>;
  count(userId: string, filter: MemoryFilter): Promise<number>;
  /**
   * Adds all memories or none, in one commit. When a memory with the same ID, or else with the same content
   * (`contentKey`), exists or precedes it in `memories`, that one is replaced with `merge(existing, input)` instead.
   * @param merge pure; must not change the content.
   * @returns one result for each input memory, in order.
   */
  addOrGet(
    userId: string,
    memories: readonly Memory[],
    merge: (existing: Memory, given: Memory) => Memory,
  ): Promise<MemoryUpsertResult[]>;
  /**
   * As `ConversationRepository.update`.
   * @throws DomainError `conflict` (`contentTaken`) when another memory has the new content.
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
   * Deletes the memory and leaves a tombstone for each of its `names`. Deletes dependent notifications too
   * (`NotificationRepository.deleteDependents`), as does every deletion or rejection of a memory.
   * @returns whether the memory existed.
   */
  deleteWithTombstone(userId: string, id: string, now: Date): Promise<boolean>;
  /** Whether a tombstone with this ID exists, for this memory or one that had it among its `names`. */
  isDeleted(userId: string, id: string): Promise<boolean>;
  /**
   * Replaces the memories that were extracted from the conversation (`extractionChanges`). Idempotent for the same
   * fence.
   * @param fence as in `ActionItemRepository.replaceExtracted`.
   * @throws DomainError `conflict` (`LEASE_LOST`) when a later claim has written memories, or they were detached.
   */
  replaceExtracted(
    userId: string,
    conversationId: string,
    memories: readonly Memory[],
    fence: number,
    now: Date,
  ): Promise<void>;
  /**
   * Removes the conversation from the sources of the user's memories, and deletes memories without a source
   * (decisions 4.11, 5.5). Idempotent and final, as `ActionItemRepository.detachFromConversation`.
   */
  detachFromConversation(userId: string, conversationId: string, now: Date): Promise<void>;
}
