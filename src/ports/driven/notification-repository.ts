import type { Notification, NotificationSource } from "../../domain/notification.js";
import type { Stretch } from "./stretch.js";

/** Which of the user's notifications are meant. */
export interface NotificationFilter {
  readonly unreadOnly: boolean;
}

/** A changed notification, or the ID of a removed one, with the revision of its last change. */
export type NotificationChange =
  | { readonly revision: number; readonly notification: Notification }
  | { readonly revision: number; readonly removedId: string };

/** Every call is durable when its promise resolves, and changes nothing when it rejects. */
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
   * As `update`, of unread ones that were made until then, newest first, in one commit.
   * @returns how many: when they are `limit`, there may be more.
   */
  updateUnread(
    userId: string,
    which: { readonly until: Date; readonly limit: number },
    change: (before: Notification) => Notification,
  ): Promise<number>;
  /**
   * Removes the notifications that have this source, recursively those that have these as a source, and all stored
   * responses that contain one of them (decision 4.11). Idempotent. The removal or rejection of a memory, and the
   * burial of a conversation, do this themselves.
   */
  releaseSource(userId: string, source: NotificationSource, now: Date): Promise<void>;
  /** Ordered by `sortKey`. */
  list(userId: string, filter: NotificationFilter, stretch: Stretch): Promise<Notification[]>;
  count(userId: string, filter: NotificationFilter): Promise<number>;
  /** Ordered by `talkKey`: those in which something was said last. */
  latestWithApp(userId: string, appId: string, limit: number): Promise<Notification[]>;
  /**
   * What has changed after this revision, each notification once, in the order of the changes, at most `limit`; the
   * last 1,000 removals are among them. Of a user's revisions each is greater than all before it, by whatever process;
   * what is told is never told too early: nothing comes later under a revision that is no greater.
   */
  changesSince(userId: string, revision: number, limit: number): Promise<NotificationChange[]>;
  /** The greatest of the user's; 0 when there is none. */
  latestRevision(userId: string): Promise<number>;
  /**
   * Claims what is due (`Notification.dueAt`) for `leaseMs` milliseconds, at most `limit` of all users, longest due
   * first, each for exactly one of any number of callers.
   */
  claimDue(now: Date, leaseMs: number, limit: number): Promise<Notification[]>;
}
