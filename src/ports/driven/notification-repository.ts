import type { Notification } from "../../domain/notification.js";
import type { Stretch } from "./stretch.js";

/** Which of the user's notifications are meant. */
export interface NotificationFilter {
  readonly unreadOnly: boolean;
}

/** A notification as it is now, and the revision of the last change that the inbox shows of it. */
export interface NotificationChange {
  readonly revision: number;
  readonly notification: Notification;
}

/** Every call is durable when its promise resolves, and changes nothing when it rejects. */
export interface NotificationRepository {
  /** Stores the notification, or answers the user's one of the same id that is there; that is left as it is. */
  add(notification: Notification): Promise<Notification>;
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
  /** Removes for good those that were made of the conversation (decision 4.11). */
  releaseConversation(userId: string, conversationId: string): Promise<void>;
  /** Ordered by `sortKey`. */
  list(userId: string, filter: NotificationFilter, stretch: Stretch): Promise<Notification[]>;
  count(userId: string, filter: NotificationFilter): Promise<number>;
  /** Ordered by `talkKey`: those in which something was said last. */
  latestWithApp(userId: string, appId: string, limit: number): Promise<Notification[]>;
  /**
   * What has changed after this revision, each notification once, in the order of the changes, at most `limit`. Of a
   * user's revisions each is greater than all before it, by whatever process; what is told is never told too early:
   * nothing comes later under a revision that is no greater.
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
