import { conflict, invalidInput } from "../errors.js";
import type { AppliedIdempotencyKeys } from "../idempotency/idempotency-record.js";
import {
  claimLease,
  getLeaseDueAt,
  assertFence,
  FREE_LEASE,
  postponeLease,
  renewLease,
  completeLease,
  createPendingLease,
  type Lease,
} from "../lease.js";
import { notificationText, MAX_REPLIES, replyText } from "../limits.js";
import { ensure } from "../rules.js";
import { encodeDescending } from "../time/timestamps.js";
import { isBlank } from "../text/normalize-text.js";

/**
 * `direct`: a message of an app; `proactive`: generated for an app from a conversation; `system`: a message of the
 * service.
 */
export const notificationKinds = ["direct", "proactive", "system"] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** The channels of push targets. */
export const pushChannelNames = ["ntfy", "webhook", "web_push"] as const;
export type PushChannelName = (typeof pushChannelNames)[number];
export const deliveryStates = ["queued", "sent", "failed", "suppressed"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** The delivery of a notification to one push target. */
export interface NotificationDelivery {
  readonly channel: PushChannelName;
  readonly targetId: string;
  readonly state: DeliveryState;
  /** Why it was suppressed, or why the last attempt failed; null otherwise. */
  readonly reason: string | null;
  /** Time of the last attempt or state change. */
  readonly at: Date;
  readonly attempts: number;
  /** Null when there is no further attempt. */
  readonly nextAttemptAt: Date | null;
}

/** The result of an attempt; a failure without `nextAttemptAt` is final. */
export type DeliveryOutcome =
  | { readonly kind: "sent" }
  | { readonly kind: "failed"; readonly reason: string; readonly nextAttemptAt: Date | null }
  | { readonly kind: "suppressed"; readonly reason: string };

/** An object that a notification was made from. */
export interface NotificationSource {
  readonly kind: "conversation" | "memory" | "notification";
  readonly id: string;
}

export interface NotificationReply {
  readonly id: string;
  readonly text: string;
  readonly at: Date;
}

export interface NotificationState extends AppliedIdempotencyKeys {
  readonly id: string;
  readonly userId: string;
  /** Null for a notification that does not come from an app. */
  readonly appId: string | null;
  /** The objects that its text quotes. It is deleted when one of them is deleted. */
  readonly sources: readonly NotificationSource[];
  readonly kind: NotificationKind;
  readonly text: string;
  readonly createdAt: Date;
  readonly readAt: Date | null;
  /** Oldest first. */
  readonly replies: readonly NotificationReply[];
  readonly deliveries: readonly NotificationDelivery[];
  /** The lease of the delivery worker; its next attempt is the earliest one of the deliveries. */
  readonly lease: Lease;
}

export interface NewNotification {
  readonly appId: string | null;
  /** Empty when absent. */
  readonly sources?: readonly NotificationSource[];
  readonly kind: NotificationKind;
  readonly text: string;
}

/** A push target of a notification. */
export interface PushTargetRef {
  readonly id: string;
  readonly channel: PushChannelName;
}

/** A message between a user and an app. */
export interface ChatMessage {
  readonly from: "app" | "user";
  readonly text: string;
  readonly at: Date;
}

/** A notification of a user. Storing it puts it into the inbox, exactly once because of its ID (decision 9.2). */
export class Notification {
  private constructor(readonly state: NotificationState) {}

  /** @throws DomainError `invalid` for a text that is blank or too long. */
  static create(
    input: NewNotification,
    { id, userId, now, targets }: { id: string; userId: string; now: Date; targets: readonly PushTargetRef[] },
  ): Notification {
    Notification.checkText(input.text);
    const { appId, sources = [], kind, text } = input;
    return new Notification({
      id,
      userId,
      appId,
      sources,
      kind,
      text,
      createdAt: now,
      readAt: null,
      replies: [],
      deliveries: targets.map((target) => createDelivery(target, now)),
      lease: targets.length > 0 ? createPendingLease(now) : FREE_LEASE,
    });
  }

  /** Rebuilds a notification from stored state without validating it again. */
  static restore(state: NotificationState): Notification {
    return new Notification(state);
  }

  /** @throws as `create`. */
  static checkText(text: string): void {
    ensure({ text: notificationText }, { text });
    if (isBlank(text)) throw invalidInput("message_blank");
  }

  /** Checks the rules of a reply that do not depend on the notification; a violation takes precedence over absence. */
  static checkReply(text: string): void {
    ensure({ text: replyText }, { text });
    if (isBlank(text)) throw invalidInput("reply_blank");
  }

  /** Newest first: ascending order of this key is the order of the list. */
  get sortKey(): string {
    return encodeDescending(this.state.createdAt) + this.state.id;
  }

  /** Ascending order of this key is by the last message of the app or the user, latest first. */
  get lastMessageKey(): string {
    const { createdAt, replies, id } = this.state;
    return encodeDescending(replies.at(-1)?.at ?? createdAt) + id;
  }

  get isRead(): boolean {
    return this.state.readAt !== null;
  }

  /** The time from which a worker may claim it for delivery; null when there is nothing to deliver. */
  get dueAt(): Date | null {
    return getLeaseDueAt(this.state.lease);
  }

  /** The message of the app and the replies of the user, oldest first. */
  get messages(): readonly ChatMessage[] {
    const { text, createdAt, replies } = this.state;
    return [
      { from: "app", text, at: createdAt },
      ...replies.map((reply): ChatMessage => ({ from: "user", text: reply.text, at: reply.at })),
    ];
  }

  /** Whether the inbox shows a difference from `previous`. The inbox does not show deliveries. */
  hasVisibleChange(previous: Notification): boolean {
    const { readAt, replies } = this.state;
    return readAt !== previous.state.readAt || replies !== previous.state.replies;
  }

  /** Keeps the time when the notification is read already. */
  markRead(now: Date): Notification {
    return this.isRead ? this : new Notification({ ...this.state, readAt: now });
  }

  markUnread(): Notification {
    return this.isRead ? new Notification({ ...this.state, readAt: null }) : this;
  }

  /**
   * Adds a reply and marks the notification as read. A reply with the same ID is added only once.
   * @throws DomainError `invalid` as `checkReply`, and when there is no app to reply to; `conflict` when there are too
   *   many replies.
   */
  reply(text: string, { id, now }: { id: string; now: Date }): Notification {
    Notification.checkReply(text);
    const { appId, replies } = this.state;
    if (appId === null) throw invalidInput("reply_without_app");
    if (replies.some((reply) => reply.id === id)) return this;
    if (replies.length >= MAX_REPLIES) {
      throw conflict("replies_full", { max: MAX_REPLIES });
    }
    return new Notification({ ...this.markRead(now).state, replies: [...replies, { id, text, at: now }] });
  }

  /** Claims it for delivery. @param leaseMs how long the claim lasts without a renewal, in milliseconds. */
  claim(now: Date, leaseMs: number): Notification {
    return new Notification({ ...this.state, lease: claimLease(this.state.lease, now, leaseMs) });
  }

  /** @throws DomainError `conflict` when the lease was lost. */
  renew(fence: number, now: Date, leaseMs: number): Notification {
    return new Notification({ ...this.state, lease: renewLease(this.state.lease, fence, now, leaseMs) });
  }

  /** Returns the deliveries whose next attempt is due. */
  getDueDeliveries(now: Date): readonly NotificationDelivery[] {
    return this.state.deliveries.filter(({ nextAttemptAt }) => nextAttemptAt !== null && nextAttemptAt <= now);
  }

  /** Records the outcome of a delivery attempt. @throws as `renew`. */
  recordAttempt(targetId: string, outcome: DeliveryOutcome, fence: number, now: Date): Notification {
    assertFence(this.state.lease, fence);
    const deliveries = this.state.deliveries.map((delivery) =>
      delivery.targetId === targetId ? applyOutcome(delivery, outcome, now) : delivery,
    );
    return new Notification({ ...this.state, deliveries });
  }

  /** Postpones a delivery without an attempt. @throws as `renew`. */
  deferDelivery(targetId: string, until: Date, fence: number): Notification {
    assertFence(this.state.lease, fence);
    const deliveries = this.state.deliveries.map((delivery) =>
      delivery.targetId === targetId ? { ...delivery, nextAttemptAt: until } : delivery,
    );
    return new Notification({ ...this.state, deliveries });
  }

  /** Releases the lease until the next delivery is due, or completes it when there is none. @throws as `renew`. */
  release(fence: number): Notification {
    const { lease, deliveries } = this.state;
    const nextAttemptAt = findNextAttemptAt(deliveries);
    return new Notification({
      ...this.state,
      lease: nextAttemptAt === null ? completeLease(lease, fence) : postponeLease(lease, fence, nextAttemptAt),
    });
  }
}

function createDelivery({ id, channel }: PushTargetRef, now: Date): NotificationDelivery {
  return { channel, targetId: id, state: "queued", reason: null, at: now, attempts: 0, nextAttemptAt: now };
}

function applyOutcome(delivery: NotificationDelivery, outcome: DeliveryOutcome, now: Date): NotificationDelivery {
  const next = { ...delivery, at: now, attempts: delivery.attempts + 1 };
  if (outcome.kind === "sent") return { ...next, state: "sent", reason: null, nextAttemptAt: null };
  const { kind, reason } = outcome;
  if (kind === "suppressed") return { ...delivery, at: now, state: "suppressed", reason, nextAttemptAt: null };
  const { nextAttemptAt } = outcome;
  return { ...next, state: nextAttemptAt === null ? "failed" : "queued", reason, nextAttemptAt };
}

function findNextAttemptAt(deliveries: readonly NotificationDelivery[]): Date | null {
  const times = deliveries.flatMap(({ nextAttemptAt }) => nextAttemptAt ?? []);
  return times.reduce<Date | null>((earliest, time) => (earliest === null || time < earliest ? time : earliest), null);
}
