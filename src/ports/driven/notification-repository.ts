import type { Notification, NotificationSource } from "../../domain/notification.js";
import type { PageRequest } from "./page-request.js";

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
  update(userId: string, id: string, change: (before: Notification) => Notification): Promise<Notification | undefined>;
  /**
   * As `update`, for at most `limit` unread notifications created until `until`, newest first, in one commit.
   * @returns how many were changed; when this is `limit`, there may be more.
   */
  updateUnread(
    userId: string,
    which: { readonly until: Date; readonly limit: number },
    change: (before: Notification) => Notification,
  ): Promise<number>;
  /**
   * Removes the notifications that have this source, recursively those that have these as a source, and all stored
   * responses that contain one of them (decision 4.11). Idempotent. The removal or rejection of a memory, and the
   * deletion of a conversation do this themselves.
   */
  deleteDependents(userId: string, source: NotificationSource, now: Date): Promise<void>;
  /** Ordered by `sortKey`. */
  list(userId: string, filter: NotificationFilter, page: PageRequest): Promise<Notification[]>;
  count(userId: string, filter: NotificationFilter): Promise<number>;
  /** Ordered by `talkKey`: the latest messages first. */
  latestWithApp(userId: string, appId: string, limit: number): Promise<Notification[]>;
  /**
   * Changes after this revision, at most `limit`, in order, each notification once; includes the last 1,000 removals.
   * Revisions of a user increase with every change, across all processes, and become visible in order: no change appears
   * later with a smaller revision than one already returned.
   */
  changesSince(userId: string, revision: number, limit: number): Promise<NotificationChange[]>;
  /** The greatest revision of the user; 0 when there is none. */
  latestRevision(userId: string): Promise<number>;
  /**
   * The greatest revision of each of these users; 0 where there is none. Called several times a second with a thousand
   * users, so it must be cheap when nothing has changed since the last call.
   */
  latestRevisions(userIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /**
   * Claims due notifications (`Notification.dueAt`) of all users for `leaseMs` milliseconds: at most `limit`, longest
   * due first. Concurrent callers never claim the same notification.
   */
  claimDue(now: Date, leaseMs: number, limit: number): Promise<Notification[]>;
}
