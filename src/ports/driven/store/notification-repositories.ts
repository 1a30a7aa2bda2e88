import type { Notification, NotificationSource } from "../../../domain/notification/notification.js";
import type { PushTarget } from "../../../domain/notification/push-target.js";
import type { PageRequest } from "../../paging.js";
import type { PushTargetLookup } from "../delivery/push-channel.js";

/** Selects notifications of a user. */
export interface NotificationFilter {
  readonly unreadOnly: boolean;
}

/** A changed notification, or the ID of a removed one, with the revision of its last change. */
export type NotificationChange =
  | { readonly revision: number; readonly notification: Notification }
  | { readonly revision: number; readonly removedId: string };

/** A call that resolves is durable; a call that rejects changes nothing. */
export interface NotificationRepository {
  /**
   * Stores the notification, unless the user has one with the same ID, which is returned unchanged.
   * @returns undefined, and stores nothing, when one of its sources is deleted, being deleted, or rejected. The check
   *   is atomic with the write.
   */
  add(notification: Notification): Promise<Notification | undefined>;
  get(userId: string, id: string): Promise<Notification | undefined>;
  /** As `ConversationRepository.update`. */
  update(
    userId: string,
    id: string,
    change: (current: Notification) => Notification,
  ): Promise<Notification | undefined>;
  /**
   * As `update`, for at most `limit` unread notifications created until `until`, newest first, in one commit.
   * @returns how many were changed; when this is `limit`, there may be more.
   */
  updateUnread(
    userId: string,
    selection: { readonly until: Date; readonly limit: number },
    change: (current: Notification) => Notification,
  ): Promise<number>;
  /**
   * Removes the notifications that have this source, recursively those that have these as a source, and all stored
   * responses that contain one of them. Idempotent. The removal or rejection of a memory, and the deletion of a
   * conversation do this themselves.
   */
  deleteDependents(userId: string, source: NotificationSource, now: Date): Promise<void>;
  /** Ordered by `sortKey`. */
  list(userId: string, filter: NotificationFilter, page: PageRequest): Promise<Notification[]>;
  count(userId: string, filter: NotificationFilter): Promise<number>;
  /** Ordered by `lastMessageKey`: the latest messages first. */
  findLatestByApp(userId: string, appId: string, limit: number): Promise<Notification[]>;
  /**
   * Changes after this revision, at most `limit`, in order, each notification once; includes the last 1,000 removals.
   * Revisions of a user increase with every change, across all processes, and become visible in order: no change
   * appears later with a smaller revision than one already returned.
   */
  getChangesSince(userId: string, revision: number, limit: number): Promise<NotificationChange[]>;
  /** The greatest revision of the user; 0 when there is none. */
  getLatestRevision(userId: string): Promise<number>;
  /**
   * The greatest revision of each of these users; 0 where there is none. Called several times a second with a thousand
   * users, so it must be cheap when nothing has changed since the last call.
   */
  getLatestRevisions(userIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /**
   * Claims due notifications (`Notification.dueAt`) of all users for `leaseMs` milliseconds: at most `limit`, longest
   * due first. Concurrent callers never claim the same notification.
   */
  claimDue(now: Date, leaseMs: number, limit: number): Promise<Notification[]>;
}

/** A call that resolves is durable; a call that rejects changes nothing. */
export interface PushTargetRepository extends PushTargetLookup {
  /**
   * Atomically stores `change(current)`; `current` is undefined when there is no such target. Concurrent calls are
   * serialized.
   * @param change pure; may be called more than once. When it throws, nothing changes and the call rejects with the
   *   error.
   */
  put(userId: string, id: string, change: (current: PushTarget | undefined) => PushTarget): Promise<PushTarget>;
  get(userId: string, id: string): Promise<PushTarget | undefined>;
  /** As `ConversationRepository.update`. */
  update(userId: string, id: string, change: (current: PushTarget) => PushTarget): Promise<PushTarget | undefined>;
  /** All targets of the user, including those that are gone, ordered by `sortKey`. */
  list(userId: string): Promise<PushTarget[]>;
  /** @returns whether the target existed. */
  remove(userId: string, id: string): Promise<boolean>;
}
