import type { Notification, NotificationKind, NotificationSource } from "../../domain/notification/notification.js";
import type { NewPushTarget, PushTarget } from "../../domain/notification/push-target.js";
import type { NotificationChange, NotificationFilter } from "../driven/store/notification-repositories.js";
import type { Page, FilteredListQuery } from "../paging.js";
import type { RequestContext } from "./request-context.js";

export interface DirectNotification {
  readonly appId: string;
  /** The recipient. */
  readonly userId: string;
  readonly text: string;
}

/** The state of the hourly quota of an app and a user. */
export interface HourlyQuotaState {
  readonly limit: number;
  readonly remaining: number;
  /** Time until the end of the hour, in milliseconds. */
  readonly resetsInMs: number;
}

export interface SendNotificationResult {
  /** False when the hourly quota is used up. */
  readonly isAccepted: boolean;
  /** Absent without a limit, and for a repeat of an accepted request. */
  readonly hourlyQuota?: HourlyQuotaState;
}

/** A notification that the service itself creates. */
export interface InternalNotification {
  /** Two notifications with the same ID are one. */
  readonly id: string;
  readonly userId: string;
  readonly appId: string | null;
  /** The objects that the text quotes; absent when it quotes no data of the user. */
  readonly sources?: readonly NotificationSource[];
  readonly kind: NotificationKind;
  readonly text: string;
}

/** A subscription to the changes of an inbox. */
export interface NotificationSubscription {
  /** The revision up to which all changes were returned. */
  readonly revision: number;
  /**
   * Waits for the next changes and returns them in order; undefined when the subscription has ended. Concurrent calls
   * are not allowed.
   */
  next(): Promise<readonly NotificationChange[] | undefined>;
  /** Ends the subscription, also for a pending `next`. Idempotent. */
  close(): void;
}

/** Notifications of a user. All methods throw DomainError: `invalid`, `not_found`, `unavailable`. */
export interface NotificationUseCases {
  /**
   * Sends a message of an app to a user who has installed it.
   * @param context of the app's owner.
   * @throws DomainError `not_found` for an unknown user as for one without the app; `forbidden` for a disabled app.
   */
  sendDirect(context: RequestContext, notification: DirectNotification): Promise<SendNotificationResult>;
  list(context: RequestContext, query: FilteredListQuery<NotificationFilter>): Promise<Page<Notification>>;
  countUnread(context: RequestContext): Promise<number>;
  get(context: RequestContext, id: string): Promise<Notification>;
  markRead(context: RequestContext, id: string): Promise<Notification>;
  markUnread(context: RequestContext, id: string): Promise<Notification>;
  /** Marks the notifications that exist at the time of the call. @returns how many were unread. */
  markAllRead(context: RequestContext): Promise<number>;
  /** @throws DomainError `conflict` when the notification has `MAX_REPLIES` replies. */
  reply(context: RequestContext, id: string, text: string): Promise<Notification>;
  /**
   * Subscribes to changes by any process.
   * @param after the revision to continue from; only new changes when absent.
   */
  subscribe(context: RequestContext, after?: number): Promise<NotificationSubscription>;
}

export interface RegisteredPushTarget {
  readonly target: PushTarget;
  /** The signing secret of a webhook, which no other call returns. Null for other channels. */
  readonly signingSecret: string | null;
}

/**
 * The push targets of a user; those of others are not found (decision 9.2). All methods throw DomainError: `invalid`,
 * `not_found`, `unavailable`.
 */
export interface PushTargetUseCases {
  /** The public VAPID key in base64url, which a web page passes to the browser to subscribe. */
  readonly vapidPublicKey: string;
  /**
   * Registers a target. The same URL is the same target: registering it again replaces its keys, token or signing
   * secret.
   * @throws DomainError `conflict` when the user has `MAX_PUSH_TARGETS` targets, or when a repeat would return a secret
   *   again.
   */
  register(context: RequestContext, input: NewPushTarget): Promise<RegisteredPushTarget>;
  /** Newest first. */
  list(context: RequestContext): Promise<readonly PushTarget[]>;
  get(context: RequestContext, id: string): Promise<PushTarget>;
  remove(context: RequestContext, id: string): Promise<void>;
}
