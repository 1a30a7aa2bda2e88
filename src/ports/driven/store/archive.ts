import type { ActionItemState } from "../../../domain/action-item/action-item.js";
import type { ApiKeyState } from "../../../domain/user/api-key.js";
import type { AppState } from "../../../domain/app/app.js";
import type { ConversationState } from "../../../domain/conversation/conversation-state.js";
import type { FolderState } from "../../../domain/folder/folder.js";
import type { GoalState } from "../../../domain/goal/goal.js";
import type { InstallationState } from "../../../domain/app/installation.js";
import type { MemoryState } from "../../../domain/memory/memory-state.js";
import type { NotificationState } from "../../../domain/notification/notification.js";
import type { PushTargetState } from "../../../domain/notification/push-target.js";
import type { Segment } from "../../../domain/conversation/transcript.js";
import type { UserState } from "../../../domain/user/user.js";
import type { WebhookDeliveryState } from "../../../domain/webhook/webhook-delivery.js";

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

/** The result of one `put`, in numbers of entries. */
export interface ArchivePutResult {
  readonly added: number;
  /** Entries of objects that the store had already, in whatever state. */
  readonly existing: number;
  /** Entries that must not be stored: deleted objects, and objects that conflict with other data of the store. */
  readonly skipped: number;
}

/**
 * Exports and imports everything that users own, tombstones and fencing tokens included, to copy it to another store.
 * Idempotency records, window counters, locks, semaphores, token budgets and reprocessing runs are not included.
 * Revisions are not copied: `put` assigns new ones, so that change feeds report what was added.
 */
export interface Archive {
  /** The number of entries that `entries` yields if nothing is written meanwhile. */
  countEntries(userId?: string): Promise<number>;
  /**
   * Yields all apps, then the other objects user by user, each user as of one moment. For each user, tombstones and
   * fences precede the objects that they concern, memories and conversations precede notifications, and notifications
   * come oldest first. An ID that another memory still has (`Memory.allIds`) has no tombstone.
   * @param userId only what this user owns: their apps, not those of others that they installed.
   */
  entries(userId?: string): AsyncIterable<ArchiveEntry>;
  /**
   * Adds, in one commit, objects that neither exist nor are deleted. Existing objects stay unchanged, except that
   * - a tombstone deletes its object, with all that a deletion by the user removes, and a fence only rises;
   * - an object whose conversation is deleted in this store is stored only as far as that deletion would have kept it.
   *
   * Skips an installation without its app, a memory with the content of another one, a notification without one of its
   * sources, and a key or app with the secret of another one. Repeating a call changes nothing.
   * @param entries of one owner (`ownerId` of apps and webhook deliveries, `userId` of the rest).
   * @param now the time of the deletions that the call makes.
   */
  put(entries: readonly ArchiveEntry[], now: Date): Promise<ArchivePutResult>;
}

/** Progress of an export or import, in entries or bytes. */
export interface ArchiveProgress {
  readonly done: number;
  readonly total: number;
}
