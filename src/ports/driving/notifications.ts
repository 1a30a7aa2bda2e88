import type { Notification, NotificationKind, NotificationSource } from "../../domain/notification.js";
import type { NotificationChange, NotificationFilter } from "../driven/notification-repository.js";
import type { PageRequest } from "../driven/page-request.js";
import type { Call } from "./call.js";
import type { Page } from "./page.js";

export interface DirectNotification {
  readonly appId: string;
  /** Who is to be notified. */
  readonly userId: string;
  readonly text: string;
}

/** How much of what an app may say to a user in an hour is left. */
export interface HourlyAllowance {
  readonly limit: number;
  readonly left: number;
  /** To the end of the hour, in milliseconds. */
  readonly endsInMs: number;
}

export interface DirectOutcome {
  /** Refused where it is not: the allowance is used up. */
  readonly isAccepted: boolean;
  /** Absent while there is no limit, and for a repeated call that had been accepted. */
  readonly allowance?: HourlyAllowance;
}

/** What is to be told to a user by the service itself. */
export interface PushedNotification {
  /** The same for what is told twice: it is one notification. */
  readonly id: string;
  readonly userId: string;
  readonly appId: string | null;
  /** The objects that the text quotes; absent when it quotes no data of the user. */
  readonly sources?: readonly NotificationSource[];
  readonly kind: NotificationKind;
  readonly text: string;
}

export interface ListNotifications {
  readonly filter: NotificationFilter;
  readonly page: PageRequest;
  readonly withTotal: boolean;
}

/** The inbox as it changes, from one moment on. */
export interface NotificationWatch {
  /** The revision up to which all changes have been told. */
  readonly revision: number;
  /**
   * The next changes, in their order; waits until there are some. Undefined when the watch has ended. Not to be called
   * twice at once.
   */
  next(): Promise<readonly NotificationChange[] | undefined>;
  /** Ends the watch, also for who waits. May be repeated. */
  close(): void;
}

/** Contract 4.7, decisions 9.1, 9.2 and 9.7. All throw DomainError: `invalid`, `not_found`, `unavailable`. */
export interface NotificationUseCases {
  /**
   * An app's message to one who has installed it.
   * @param call the app's owner's.
   * @throws DomainError `not_found` alike for one who is unknown and one who lacks the app; `forbidden` for a disabled app.
   */
  direct(call: Call, notification: DirectNotification): Promise<DirectOutcome>;
  list(call: Call, query: ListNotifications): Promise<Page<Notification>>;
  countUnread(call: Call): Promise<number>;
  get(call: Call, id: string): Promise<Notification>;
  markRead(call: Call, id: string): Promise<Notification>;
  markUnread(call: Call, id: string): Promise<Notification>;
  /** Those that there are at the time of the call. @returns how many were unread. */
  markAllRead(call: Call): Promise<number>;
  /** @throws DomainError `conflict` when there are too many. */
  reply(call: Call, id: string, text: string): Promise<Notification>;
  /**
   * Follows the inbox, whichever process writes to it.
   * @param after the revision to go on from; from now on when it is absent.
   */
  watch(call: Call, after?: number): Promise<NotificationWatch>;
}
