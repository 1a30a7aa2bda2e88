import type { AppliedIdempotencyKeys } from "../idempotency/idempotency-record.js";
import type { MemoryCategory } from "./memory-category.js";

export const visibilities = ["public", "private"] as const;
export type Visibility = (typeof visibilities)[number];

/** A conversation from which a memory was extracted. */
export interface MemorySource {
  readonly conversationId: string;
  /** The segments that it was extracted from. */
  readonly segmentIds: readonly string[];
  /**
   * The ID under which this conversation extracted it; differs from the memory's ID when another conversation had it
   * before.
   */
  readonly foundAs: string;
  /** ID of the memory that this conversation contradicts by it (decision 5.8); absent when there is none. */
  readonly supersedes?: string;
}

/** A memory that was replaced by a newer one (decision 5.8). */
export interface SupersededFact {
  /** Its state before it was superseded, which is restored when its successor is removed. */
  readonly memory: MemoryCoreState;
  readonly supersededAt: Date;
}

/** A memory without its history. */
export interface MemoryCoreState extends AppliedIdempotencyKeys {
  readonly id: string;
  readonly userId: string;
  readonly content: string;
  readonly category: MemoryCategory;
  readonly tags: readonly string[];
  readonly visibility: Visibility;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Whether the user changed the content. */
  readonly edited: boolean;
  readonly manuallyAdded: boolean;
  /** Whether the user wrote, changed, accepted or rejected it. */
  readonly reviewed: boolean;
  /** False when the user rejected it; null before a review. */
  readonly userReview: boolean | null;
  /** One per conversation; empty for a memory that only the user stated. */
  readonly sources: readonly MemorySource[];
}

export interface MemoryState extends MemoryCoreState {
  /** Its history, oldest first: each entry superseded those before it. Absent when empty. */
  readonly superseded?: readonly SupersededFact[];
}
