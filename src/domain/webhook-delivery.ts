import type { KeyedChanges } from "./keyed-changes.js";
import { claim, dueAt, guard, idle, postpone, renew, schedule, settle, waiting, type Lease } from "./lease.js";
import { descending } from "./sort-key.js";

/** `dropped`: no longer worth sending, or nobody's to send, whatever the app would have answered. */
export const webhookStates = ["queued", "sent", "failed", "dropped"] as const;
export type WebhookState = (typeof webhookStates)[number];

/** Decision 9.4: when it is tried, in milliseconds after it was made, and when it is too old to be of use. */
const TRIES_AT_MS = [0, 2_000, 8_000] as const;
const DROPPED_AT_MS = 30_000;
/**
 * How soon it is looked again whether an app may be called that was not, in milliseconds: at first, and at the latest.
 * What has waited for longer waits longer, for of an app that is down there is more with every second. It is looked
 * once more before it is too old.
 */
const SOONEST_RETRY_MS = 2_000;
const LATEST_RETRY_MS = 8_000;
/** Of those before a replay: however often it is replayed, its record does not grow. */
const ATTEMPTS_KEPT = 20;
/** Decision 9.4: in milliseconds. */
export const DELIVERIES_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** A call to the app. Nothing of what was said stands in it, nor of what was answered. */
export interface WebhookAttempt {
  readonly at: Date;
  /** How long it took, in milliseconds. */
  readonly ms: number;
  /** What was answered; null when nothing was. */
  readonly status: number | null;
  /** Why it failed, or what came of a success. */
  readonly outcome: string;
}

/** A part of a live session, and who is to hear it. */
export interface NewWebhookDelivery {
  readonly appId: string;
  /** Of the app. */
  readonly ownerId: string;
  readonly userId: string;
  readonly conversationId: string;
  /** As the client calls the session. */
  readonly sessionId: string;
  /** Places of segments: from the first of these, and before the second. */
  readonly fromSegment: number;
  readonly toSegment: number;
}

export interface WebhookDeliveryState extends Omit<NewWebhookDelivery, "sessionId">, KeyedChanges {
  /** Null once the conversation is deleted. */
  readonly sessionId: string | null;
  /** By which the app drops a repeat: `webhook-id`. */
  readonly id: string;
  readonly state: WebhookState;
  /** Why it was dropped or has failed. */
  readonly reason: string | null;
  /** Oldest first. */
  readonly attempts: readonly WebhookAttempt[];
  readonly createdAt: Date;
  /** When its tries began: at its making, or at the last replay. */
  readonly triedSince: Date;
  /** The attempts before these tries. */
  readonly attemptsBefore: number;
  readonly lease: Lease;
}

/** That an app is to hear a part of a live session. Decisions 9.3 and 9.4. */
export class WebhookDelivery {
  private constructor(readonly state: WebhookDeliveryState) {}

  /** @param leaseMs how long whoever makes it has it claimed; null for whoever finds it. */
  static create(
    input: NewWebhookDelivery,
    { id, now, leaseMs }: { id: string; now: Date; leaseMs: number | null },
  ): WebhookDelivery {
    return new WebhookDelivery({
      ...input,
      id,
      state: "queued",
      reason: null,
      attempts: [],
      createdAt: now,
      triedSince: now,
      attemptsBefore: 0,
      lease: leaseMs === null ? waiting(now) : claim(idle, now, leaseMs),
    });
  }

  /** Trusts the store: what it holds was checked when it was written. */
  static restore(state: WebhookDeliveryState): WebhookDelivery {
    return new WebhookDelivery(state);
  }

  /** Newest first: ascending order of this key is the order of the list. */
  get sortKey(): string {
    return descending(this.state.createdAt) + this.state.id;
  }

  /** From when on it may be claimed; null when it is not to be sent any more. */
  get dueAt(): Date | null {
    return dueAt(this.state.lease);
  }

  isTooOld(now: Date): boolean {
    return now.getTime() - this.state.triedSince.getTime() >= DROPPED_AT_MS;
  }

  claim(now: Date, leaseMs: number): WebhookDelivery {
    return this.with({ lease: claim(this.state.lease, now, leaseMs) });
  }

  /** @throws DomainError `conflict` when the claim is not held any more; so do all below. */
  renew(fence: number, now: Date, leaseMs: number): WebhookDelivery {
    return this.with({ lease: renew(this.state.lease, fence, now, leaseMs) });
  }

  /** The app was called and has answered. */
  sent(attempt: WebhookAttempt, fence: number): WebhookDelivery {
    return this.ended("sent", null, fence, [...this.state.attempts, attempt]);
  }

  /** The app was called in vain: once more, or it has failed for good. @param isFinal when there is no use in it. */
  failedAttempt(attempt: WebhookAttempt, isFinal: boolean, fence: number): WebhookDelivery {
    const { triedSince, attemptsBefore, lease } = this.state;
    const attempts = [...this.state.attempts, attempt];
    const next = TRIES_AT_MS[attempts.length - attemptsBefore];
    if (isFinal || next === undefined) return this.ended("failed", attempt.outcome, fence, attempts);
    const planned = Math.max(triedSince.getTime() + next, attempt.at.getTime() + attempt.ms);
    return this.with({ attempts, lease: postpone(lease, fence, new Date(planned)) });
  }

  /** The app was not called, for now: it is looked again soon, until it is too old. */
  notCalled(reason: string, fence: number, now: Date): WebhookDelivery {
    const age = now.getTime() - this.state.triedSince.getTime();
    const left = DROPPED_AT_MS - SOONEST_RETRY_MS - age;
    const inMs = Math.max(SOONEST_RETRY_MS, Math.min(LATEST_RETRY_MS, age, left));
    const next = new Date(now.getTime() + inMs);
    if (this.isTooOld(next)) return this.dropped(reason, fence);
    return this.with({ lease: postpone(this.state.lease, fence, next) });
  }

  /** For another process to send. */
  giveBack(fence: number, now: Date): WebhookDelivery {
    return this.with({ lease: postpone(this.state.lease, fence, now) });
  }

  dropped(reason: string, fence: number): WebhookDelivery {
    return this.ended("dropped", reason, fence, this.state.attempts);
  }

  /** Sends it once more, or at once where it is still to be sent, under the same id. */
  replay(now: Date): WebhookDelivery {
    const { lease } = this.state;
    const attempts = this.state.attempts.slice(-ATTEMPTS_KEPT);
    return this.with({
      state: "queued",
      reason: null,
      attempts,
      triedSince: now,
      attemptsBefore: attempts.length,
      lease: schedule(lease, now),
    });
  }

  /** Removes the client's session ID after the conversation was deleted. */
  forgetSession(): WebhookDelivery {
    return this.state.sessionId === null ? this : this.with({ sessionId: null });
  }

  private ended(
    state: "sent" | "failed" | "dropped",
    reason: string | null,
    fence: number,
    attempts: readonly WebhookAttempt[],
  ): WebhookDelivery {
    guard(this.state.lease, fence);
    return this.with({ state, reason, attempts, lease: settle(this.state.lease, fence) });
  }

  private with(changes: Partial<WebhookDeliveryState>): WebhookDelivery {
    return new WebhookDelivery({ ...this.state, ...changes });
  }
}
