import type { MemoryCategory } from "../../../domain/memory/memory-category.js";
import type { Memory } from "../../../domain/memory/memory.js";
import type { PageRequest } from "../../paging.js";
import type { MemoryFeed, SearchableMemory } from "./change-feed.js";

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
    merge: (existing: Memory, input: Memory) => Memory,
  ): Promise<MemoryUpsertResult[]>;
  /**
   * As `ConversationRepository.update`.
   * @throws DomainError `conflict` (`duplicateContent`) when another memory has the new content.
   */
  update(userId: string, id: string, change: (current: Memory) => Memory): Promise<Memory | undefined>;
  /**
   * Restores a superseded memory from the history that holds it (`Memory.restoreSuperseded`) in one commit; the
   * superseding memory remains.
   * @returns the restored memory; undefined when no history of the user's memories holds this ID.
   * @throws DomainError `conflict` (`duplicateContent`) when another memory has its content.
   */
  restore(userId: string, id: string, now: Date): Promise<Memory | undefined>;
  /**
   * Deletes the memory and leaves a tombstone for each of its `allIds`. Deletes dependent notifications too
   * (`NotificationRepository.deleteDependents`), as does every deletion or rejection of a memory.
   * @returns whether the memory existed.
   */
  deleteWithTombstone(userId: string, id: string, now: Date): Promise<boolean>;
  /** Whether a tombstone with this ID exists, for this memory or one that had it among its `allIds`. */
  isDeleted(userId: string, id: string): Promise<boolean>;
  /**
   * Replaces the memories that were extracted from the conversation (`computeExtractionChanges`). Idempotent for the
   * same fence.
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
   * (`computeDetachChanges`). Idempotent and final, as `ActionItemRepository.detachFromConversation`.
   */
  detachFromConversation(userId: string, conversationId: string, now: Date): Promise<void>;
}

/** The vector of a memory, made by one embedder. */
export interface Embedding {
  /** ID of the memory. */
  readonly id: string;
  /** Digest of the content that the vector was made from. */
  readonly digest: string;
  readonly vector: Float32Array;
}

/** A memory without a vector. */
export interface PendingEmbedding extends SearchableMemory {
  readonly userId: string;
}

export interface PendingEmbeddings {
  readonly memories: readonly PendingEmbedding[];
  /** Start of the next scan; undefined when this scan reached the end. */
  readonly cursor: string | undefined;
}

/**
 * Stored vectors of memories, by embedder (decision 5.7). A vector reveals the content of its memory, so it is deleted
 * in the same commit in which the memory is deleted, rejected, or changes its content (decision 4.11).
 */
export interface EmbeddingRepository {
  /** Vectors of these memories made by this embedder, in any order. */
  find(userId: string, embedderId: string, ids: readonly string[]): Promise<readonly Embedding[]>;
  /** Stores vectors and replaces earlier ones of the same embedder. Skips deleted and rejected memories. */
  put(userId: string, embedderId: string, embeddings: readonly Embedding[]): Promise<void>;
  /**
   * Finds memories of all users, without rejected ones, that have no vector of this embedder with `dimensions`
   * dimensions (with any number when undefined).
   * @param scan the number of memories to examine, and the cursor to start after. A new memory follows earlier cursors,
   *   or is found by the next scan from the beginning.
   */
  findPending(
    embedderId: string,
    dimensions: number | undefined,
    scan: { readonly batchSize: number; readonly after?: string },
  ): Promise<PendingEmbeddings>;
  /** Deletes the user's vectors of all other embedders. */
  deleteStale(userId: string, embedderId: string): Promise<void>;
}
