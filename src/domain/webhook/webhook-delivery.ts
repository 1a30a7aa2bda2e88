import type { AppliedIdempotencyKeys } from "../idempotency/idempotency-record.js";
import {
  claimLease,
  getLeaseDueAt,
  assertFence,
  FREE_LEASE,
  postponeLease,
  renewLease,
  rescheduleLease,
  completeLease,
  createPendingLease,
  type Lease,
} from "../lease.js";
import { encodeDescending } from "../time/timestamps.js";

/** `dropped`: given up without a response of the app, because the delivery is too old or must not be sent any more. */
export const webhookDeliveryStatuses = ["queued", "sent", "failed", "dropped"] as const;
export type WebhookDeliveryStatus = (typeof webhookDeliveryStatuses)[number];

/**
 * The times of the attempts after the creation or the last replay: the first one and its retries (decision 9.4). All are
 * within `MAX_DELIVERY_AGE_MS`.
 */
const ATTEMPT_OFFSETS_MS = [0, 2_000, 8_000] as const;
/** A delivery of this age is dropped instead of being attempted; the age counts from the last replay. */
const MAX_DELIVERY_AGE_MS = 30_000;
/** Minimum delay after which a delivery that was deferred without a call is checked again. */
const MIN_DEFERRAL_MS = 2_000;
/**
 * Maximum of this delay. It grows with the age of the delivery, because the queue of an unavailable app grows; the last
 * check precedes the maximum age.
 */
const MAX_DEFERRAL_MS = 8_000;
/** How many attempts a replay keeps, so that repeated replays do not grow the record. */
const MAX_STORED_ATTEMPTS = 20;
/** How long a delivery is kept for the list of its app's owner. */
export const DELIVERY_RETENTION_MS = 30 * 24 * 60 * 60 * 1000;

/** One call to the app. Contains no text of the transcript or the response. */
export interface WebhookAttempt {
  /** Start of the call. */
  readonly at: Date;
  /** Duration of the call in milliseconds. */
  readonly ms: number;
  /** The HTTP status of the response; null without a response. */
  readonly status: number | null;
  /** Why it failed, or what a success led to. */
  readonly outcome: string;
}

/** A range of segments of a live session, and the app that receives it. */
export interface NewWebhookDelivery {
  readonly appId: string;
  /** The owner of the app. */
  readonly ownerId: string;
  readonly userId: string;
  readonly conversationId: string;
  /** The client's ID of the session. */
  readonly sessionId: string;
  /** Range of segment indexes: `fromSegment` inclusive, `toSegment` exclusive. */
  readonly fromSegment: number;
  readonly toSegment: number;
}

export interface WebhookDeliveryState extends Omit<NewWebhookDelivery, "sessionId">, AppliedIdempotencyKeys {
  /** Null once the conversation is deleted. */
  readonly sessionId: string | null;
  /** Sent as `webhook-id`; the app recognises a repeat by it. */
  readonly id: string;
  /** Read it as `WebhookDelivery.status`. */
  readonly state: WebhookDeliveryStatus;
  /** Why it was dropped or failed; null otherwise. */
  readonly reason: string | null;
  /** Oldest first. */
  readonly attempts: readonly WebhookAttempt[];
  readonly createdAt: Date;
  /** Start of the current attempts: the creation or the last replay. */
  readonly triedSince: Date;
  /** How many of `attempts` precede the last replay. */
  readonly attemptsBefore: number;
  readonly lease: Lease;
}

/** The delivery of a part of a live session to an app (decisions 9.3, 9.4). */
export class WebhookDelivery {
  private constructor(readonly state: WebhookDeliveryState) {}

  /**
   * @param leaseMs how long the creating process holds the delivery, in milliseconds; null when any worker may claim
   *   it.
   */
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
      lease: leaseMs === null ? createPendingLease(now) : claimLease(FREE_LEASE, now, leaseMs),
    });
  }

  /** Rebuilds a delivery from stored state without validating it again. */
  static restore(state: WebhookDeliveryState): WebhookDelivery {
    return new WebhookDelivery(state);
  }

  get status(): WebhookDeliveryStatus {
    return this.state.state;
  }

  /** Newest first: ascending order of this key is the order of the list. */
  get sortKey(): string {
    return encodeDescending(this.state.createdAt) + this.state.id;
  }

  /** The time from which a worker may claim it; null when it is not to be sent any more. */
  get dueAt(): Date | null {
    return getLeaseDueAt(this.state.lease);
  }

  isExpired(now: Date): boolean {
    return now.getTime() - this.state.triedSince.getTime() >= MAX_DELIVERY_AGE_MS;
  }

  claim(now: Date, leaseMs: number): WebhookDelivery {
    return this.with({ lease: claimLease(this.state.lease, now, leaseMs) });
  }

  /** @throws DomainError `conflict` when the lease was lost, as all methods below with a `fence`. */
  renew(fence: number, now: Date, leaseMs: number): WebhookDelivery {
    return this.with({ lease: renewLease(this.state.lease, fence, now, leaseMs) });
  }

  /** Records a successful call. */
  markSent(attempt: WebhookAttempt, fence: number): WebhookDelivery {
    return this.complete("sent", null, fence, [...this.state.attempts, attempt]);
  }

  /**
   * Records a failed call, and schedules the next attempt or gives up.
   * @param isFinal whether a retry would fail too.
   */
  recordFailedAttempt(attempt: WebhookAttempt, isFinal: boolean, fence: number): WebhookDelivery {
    const { triedSince, attemptsBefore, lease } = this.state;
    const attempts = [...this.state.attempts, attempt];
    const nextOffsetMs = ATTEMPT_OFFSETS_MS[attempts.length - attemptsBefore];
    if (isFinal || nextOffsetMs === undefined) return this.complete("failed", attempt.outcome, fence, attempts);
    const nextAttemptMs = Math.max(triedSince.getTime() + nextOffsetMs, attempt.at.getTime() + attempt.ms);
    return this.with({ attempts, lease: postponeLease(lease, fence, new Date(nextAttemptMs)) });
  }

  /** Postpones the delivery without a call; drops it when it would be too old by then. */
  defer(reason: string, fence: number, now: Date): WebhookDelivery {
    const ageMs = now.getTime() - this.state.triedSince.getTime();
    const remainingMs = MAX_DELIVERY_AGE_MS - MIN_DEFERRAL_MS - ageMs;
    const delayMs = Math.max(MIN_DEFERRAL_MS, Math.min(MAX_DEFERRAL_MS, ageMs, remainingMs));
    const nextAttemptAt = new Date(now.getTime() + delayMs);
    if (this.isExpired(nextAttemptAt)) return this.drop(reason, fence);
    return this.with({ lease: postponeLease(this.state.lease, fence, nextAttemptAt) });
  }

  /** Releases the delivery to another process. */
  release(fence: number, now: Date): WebhookDelivery {
    return this.with({ lease: postponeLease(this.state.lease, fence, now) });
  }

  drop(reason: string, fence: number): WebhookDelivery {
    return this.complete("dropped", reason, fence, this.state.attempts);
  }

  /** Schedules the delivery again, immediately and with the same ID. */
  replay(now: Date): WebhookDelivery {
    const { lease } = this.state;
    const attempts = this.state.attempts.slice(-MAX_STORED_ATTEMPTS);
    return this.with({
      state: "queued",
      reason: null,
      attempts,
      triedSince: now,
      attemptsBefore: attempts.length,
      lease: rescheduleLease(lease, now),
    });
  }

  /** Removes the client's session ID after the conversation was deleted. */
  removeSessionId(): WebhookDelivery {
    return this.state.sessionId === null ? this : this.with({ sessionId: null });
  }

  private complete(
    state: "sent" | "failed" | "dropped",
    reason: string | null,
    fence: number,
    attempts: readonly WebhookAttempt[],
  ): WebhookDelivery {
    assertFence(this.state.lease, fence);
    return this.with({ state, reason, attempts, lease: completeLease(this.state.lease, fence) });
  }

  private with(changes: Partial<WebhookDeliveryState>): WebhookDelivery {
    return new WebhookDelivery({ ...this.state, ...changes });
  }
}
