import type { ActionItemState } from "../../domain/action-item.js";
import type { ApiKeyState } from "../../domain/api-key.js";
import type { AppState } from "../../domain/app.js";
import type { ConversationState } from "../../domain/conversation.js";
import type { FolderState } from "../../domain/folder.js";
import type { GoalState } from "../../domain/goal.js";
import type { InstallationState } from "../../domain/installation.js";
import type { MemoryState } from "../../domain/memory.js";
import type { NotificationState } from "../../domain/notification.js";
import type { PushTargetState } from "../../domain/push-target.js";
import type { Segment } from "../../domain/transcript.js";
import type { UserState } from "../../domain/user.js";
import type { WebhookDeliveryState } from "../../domain/webhook-delivery.js";

/** The state of each kind of aggregate that is archived by its state alone. */
export interface ArchivedStates {
  readonly user: UserState;
  readonly folder: FolderState;
  readonly action_item: ActionItemState;
  readonly goal: GoalState;
  readonly notification: NotificationState;
  readonly push_target: PushTargetState;
  readonly api_key: ApiKeyState;
  readonly app: AppState;
  readonly installation: InstallationState;
  readonly webhook_delivery: WebhookDeliveryState;
}

export type StateEntry = {
  readonly [K in keyof ArchivedStates]: { readonly kind: K; readonly state: ArchivedStates[K] };
}[keyof ArchivedStates];

/** A conversation with its whole transcript, so that no commit separates them. */
export interface ConversationEntry {
  readonly kind: "conversation";
  readonly state: ConversationState;
  readonly segments: readonly Segment[];
}

/** The vector of a memory. */
export interface ArchivedEmbedding {
  readonly embedderId: string;
  /** As `Embedding.digest`. */
  readonly digest: string;
  readonly vector: Float32Array;
}

/**
 * A memory with its vectors, so that a vector never meets another content than the one it was made from. A rejected
 * memory has none.
 */
export interface MemoryEntry {
  readonly kind: "memory";
  readonly state: MemoryState;
  /** In the order of their embedder IDs. */
  readonly embeddings: readonly ArchivedEmbedding[];
}

/** The ID of a deleted object, which must not return. */
export interface TombstoneEntry {
  readonly kind: "tombstone";
  readonly of: "conversation" | "action_item" | "memory";
  readonly userId: string;
  readonly id: string;
}

/** The greatest fencing token that has written what was extracted from a conversation. */
export interface FenceEntry {
  readonly kind: "fence";
  readonly of: "action_item" | "memory";
  readonly userId: string;
  readonly conversationId: string;
  readonly fence: number;
}

export type ArchiveEntry = StateEntry | ConversationEntry | MemoryEntry | TombstoneEntry | FenceEntry;

/** What became of the entries of one `put`. */
export interface ArchivePutResult {
  readonly added: number;
  /** Those that the store had already, in whatever state. */
  readonly existing: number;
  /** Those that must not be stored: deleted ones, and those that conflict with other data of the store. */
  readonly skipped: number;
}

/**
 * Everything that users own, tombstones and fencing tokens included, for a copy in another store. Left out are
 * idempotency records, window counters, locks, semaphores, token budgets and reprocessing runs. Revisions are not
 * carried: `put` assigns new ones, so that change feeds report what was added.
 */
export interface Archive {
  /** The number of entries that `entries` yields if nothing is written meanwhile. */
  countEntries(userId?: string): Promise<number>;
  /**
   * Yields all apps, then user by user the rest, each user as of one moment. Of a user the tombstones and fences come
   * before what they concern, memories and conversations before notifications, and notifications oldest first. There is
   * no tombstone of an ID by which another memory still goes.
   * @param userId only what this user owns: their apps, not those of others that they installed.
   */
  entries(userId?: string): AsyncIterable<ArchiveEntry>;
  /**
   * Adds, in one commit, what is neither there nor deleted. What is there stays as it is, except that
   * - a tombstone deletes its object, with all that a deletion by the user removes, and a fence only rises;
   * - of an object whose conversation is deleted here only that is stored which the deletion would have left.
   *
   * Skips an installation without its app, a memory whose content another memory has, a notification without one of
   * its sources, and a key or app whose secret another one has. Repeating a call changes nothing.
   * @param entries of one owner (`ownerId` of apps and webhook deliveries, `userId` of the rest).
   * @param now when objects are deleted by it.
   */
  put(entries: readonly ArchiveEntry[], now: Date): Promise<ArchivePutResult>;
}
