import { broken, DomainError } from "./errors.js";
import type { KeyedChanges } from "./keyed-changes.js";
import { claim, dueAt, guard, idle, postpone, renew, settle, waiting, type Lease } from "./lease.js";
import { notificationText, REPLIES_MOST, replyText } from "./limits.js";
import { ensure } from "./rules.js";
import { descending } from "./sort-key.js";
import { isBlank } from "./white-space.js";

/** What an app says of itself, what is said for it out of a conversation, and what the service tells of its own. */
export const notificationKinds = ["direct", "proactive", "system"] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** Decision 9.2: where it goes beside the inbox. */
export const pushChannels = ["ntfy", "webhook", "web_push"] as const;
export type PushChannelName = (typeof pushChannels)[number];
export const deliveryStates = ["queued", "sent", "failed", "suppressed"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** A notification's way to one target. */
export interface NotificationDelivery {
  readonly channel: PushChannelName;
  readonly targetId: string;
  readonly state: DeliveryState;
  /** Why it is not sent, or was not at the last attempt. */
  readonly reason: string | null;
  /** When its state was written last. */
  readonly at: Date;
  readonly attempts: number;
  /** Null when it is not to be tried again. */
  readonly nextAttemptAt: Date | null;
}

/** What has come of an attempt; a failure without `nextAttemptAt` is final. */
export type DeliveryOutcome =
  | { readonly kind: "sent" }
  | { readonly kind: "failed"; readonly reason: string; readonly nextAttemptAt: Date | null }
  | { readonly kind: "suppressed"; readonly reason: string };

/** Something that a notification was made of. */
export interface NotificationSource {
  readonly kind: "conversation" | "memory" | "notification";
  readonly id: string;
}

export interface NotificationReply {
  readonly id: string;
  readonly text: string;
  readonly at: Date;
}

export interface NotificationState extends KeyedChanges {
  readonly id: string;
  readonly userId: string;
  /** Null for what no app says. */
  readonly appId: string | null;
  /** The objects that its text quotes: it is deleted with any of them (decision 4.11). */
  readonly sources: readonly NotificationSource[];
  readonly kind: NotificationKind;
  readonly text: string;
  readonly createdAt: Date;
  readonly readAt: Date | null;
  /** Oldest first. */
  readonly replies: readonly NotificationReply[];
  readonly deliveries: readonly NotificationDelivery[];
  /** Of whoever delivers; its next attempt is the earliest of the deliveries'. */
  readonly lease: Lease;
}

export interface NewNotification {
  readonly appId: string | null;
  /** None when absent. */
  readonly sources?: readonly NotificationSource[];
  readonly kind: NotificationKind;
  readonly text: string;
}

/** Where a notification is to be pushed. */
export interface PushAddress {
  readonly id: string;
  readonly channel: PushChannelName;
}

/** One of the messages that a user and an app have exchanged (decision 9.7). */
export interface ChatMessage {
  readonly from: "app" | "user";
  readonly text: string;
  readonly at: Date;
}

/** A message to a person. That it is stored is what puts it into their inbox: exactly once, by its id. Decision 9.2. */
export class Notification {
  private constructor(readonly state: NotificationState) {}

  /** @throws DomainError `invalid` for a text that is blank or too long. */
  static create(
    input: NewNotification,
    { id, userId, now, targets }: { id: string; userId: string; now: Date; targets: readonly PushAddress[] },
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
      deliveries: targets.map((target) => queued(target, now)),
      lease: targets.length > 0 ? waiting(now) : idle,
    });
  }

  /** Trusts the store: what it holds was checked when it was written. */
  static restore(state: NotificationState): Notification {
    return new Notification(state);
  }

  /** Decision 9.1. @throws as `create`. */
  static checkText(text: string): void {
    ensure({ text: notificationText }, { text });
    if (isBlank(text)) throw broken("message_blank", "message cannot be empty");
  }

  /** The rules of a reply that need no notification: they are answered before a 404 (decision 2.3). */
  static checkReply(text: string): void {
    ensure({ text: replyText }, { text });
    if (isBlank(text)) throw broken("reply_blank", "text cannot be empty");
  }

  /** Newest first: ascending order of this key is the order of the list. */
  get sortKey(): string {
    return descending(this.state.createdAt) + this.state.id;
  }

  /** Ascending order of this key is the order of what was said last in it, by app or user, latest first. */
  get talkKey(): string {
    const { createdAt, replies, id } = this.state;
    return descending(replies.at(-1)?.at ?? createdAt) + id;
  }

  get isRead(): boolean {
    return this.state.readAt !== null;
  }

  /** From when on it may be claimed for delivery; null when nothing is to be delivered. */
  get dueAt(): Date | null {
    return dueAt(this.state.lease);
  }

  /** What was said in it, oldest first. */
  get messages(): readonly ChatMessage[] {
    const { text, createdAt, replies } = this.state;
    return [
      { from: "app", text, at: createdAt },
      ...replies.map((reply): ChatMessage => ({ from: "user", text: reply.text, at: reply.at })),
    ];
  }

  /** Whether the inbox shows another thing than it did: how it is delivered is no matter of the inbox. */
  shows(before: Notification): boolean {
    const { readAt, replies } = this.state;
    return readAt !== before.state.readAt || replies !== before.state.replies;
  }

  /** What was read stays read since then. */
  markRead(now: Date): Notification {
    return this.isRead ? this : new Notification({ ...this.state, readAt: now });
  }

  markUnread(): Notification {
    return this.isRead ? new Notification({ ...this.state, readAt: null }) : this;
  }

  /**
   * Who replies has read it. The same reply twice is one.
   * @throws DomainError `invalid` as `checkReply`, and where no app is to hear it; `conflict` when there are too many.
   */
  reply(text: string, { id, now }: { id: string; now: Date }): Notification {
    Notification.checkReply(text);
    const { appId, replies } = this.state;
    if (appId === null) throw broken("reply_to_nobody", "There is no app to reply to");
    if (replies.some((reply) => reply.id === id)) return this;
    if (replies.length >= REPLIES_MOST) {
      throw new DomainError("conflict", "replies_full", `A notification takes at most ${REPLIES_MOST} replies`);
    }
    return new Notification({ ...this.markRead(now).state, replies: [...replies, { id, text, at: now }] });
  }

  /** Takes it for delivery. @param leaseMs how long the claim holds without being renewed, in milliseconds. */
  claim(now: Date, leaseMs: number): Notification {
    return new Notification({ ...this.state, lease: claim(this.state.lease, now, leaseMs) });
  }

  /** @throws DomainError `conflict` when the claim is not held any more. */
  renew(fence: number, now: Date, leaseMs: number): Notification {
    return new Notification({ ...this.state, lease: renew(this.state.lease, fence, now, leaseMs) });
  }

  /** The deliveries that are to be tried by now. */
  dueDeliveries(now: Date): readonly NotificationDelivery[] {
    return this.state.deliveries.filter(({ nextAttemptAt }) => nextAttemptAt !== null && nextAttemptAt <= now);
  }

  /** Notes what has come of an attempt to deliver it to the target. @throws as `renew`. */
  recordAttempt(targetId: string, outcome: DeliveryOutcome, fence: number, now: Date): Notification {
    guard(this.state.lease, fence);
    const deliveries = this.state.deliveries.map((delivery) =>
      delivery.targetId === targetId ? attempted(delivery, outcome, now) : delivery,
    );
    return new Notification({ ...this.state, deliveries });
  }

  /** Lets a delivery wait that nobody has tried. @throws as `renew`. */
  putOff(targetId: string, until: Date, fence: number): Notification {
    guard(this.state.lease, fence);
    const deliveries = this.state.deliveries.map((delivery) =>
      delivery.targetId === targetId ? { ...delivery, nextAttemptAt: until } : delivery,
    );
    return new Notification({ ...this.state, deliveries });
  }

  /** Gives the claim back, to be taken again when the next delivery is due, if there is one. @throws as `renew`. */
  release(fence: number): Notification {
    const { lease, deliveries } = this.state;
    const next = earliest(deliveries);
    return new Notification({
      ...this.state,
      lease: next === null ? settle(lease, fence) : postpone(lease, fence, next),
    });
  }
}

function queued({ id, channel }: PushAddress, now: Date): NotificationDelivery {
  return { channel, targetId: id, state: "queued", reason: null, at: now, attempts: 0, nextAttemptAt: now };
}

function attempted(before: NotificationDelivery, outcome: DeliveryOutcome, now: Date): NotificationDelivery {
  const after = { ...before, at: now, attempts: before.attempts + 1 };
  if (outcome.kind === "sent") return { ...after, state: "sent", reason: null, nextAttemptAt: null };
  const { kind, reason } = outcome;
  if (kind === "suppressed") return { ...before, at: now, state: "suppressed", reason, nextAttemptAt: null };
  const { nextAttemptAt } = outcome;
  return { ...after, state: nextAttemptAt === null ? "failed" : "queued", reason, nextAttemptAt };
}

function earliest(deliveries: readonly NotificationDelivery[]): Date | null {
  const times = deliveries.flatMap(({ nextAttemptAt }) => nextAttemptAt ?? []);
  return times.reduce<Date | null>((first, time) => (first === null || time < first ? time : first), null);
}
