/** Delay after each failed attempt. The retries follow 2 s, 8 s, 1 min, 10 min and 1 h after the first attempt. */
const RETRY_DELAYS_MS: readonly number[] = [2_000, 6_000, 52_000, 540_000, 3_000_000];
/** Delay after each further failure. */
const MAX_RETRY_DELAY_MS = 60 * 60 * 1000;
/** A notification is not pushed after this age. */
const MAX_NOTIFICATION_AGE_MS = 24 * 60 * 60 * 1000;

/** The result of one attempt to push a notification to a target. */
export type PushOutcome =
  | { readonly kind: "sent" }
  | {
      readonly kind: "failed";
      /** Stable and short; contains no text of the request or the response. */
      readonly reason: string;
      /** Whether another attempt would fail too. */
      readonly isFinal: boolean;
      /** Whether the target does not want any further notifications; this failure is final too. */
      readonly isGone: boolean;
    };

/** @param isFinal whether another attempt would fail too. */
export function createPushFailure(reason: string, isFinal = false): PushOutcome {
  return { kind: "failed", reason, isFinal, isGone: false };
}

/**
 * Returns the time of the next attempt; null when the delivery is given up.
 * @param failureCount the number of failures, including this one.
 */
export function getNextPushAttempt(failureCount: number, createdAt: Date, now: Date): Date | null {
  const nextAttemptMs = now.getTime() + (RETRY_DELAYS_MS[failureCount - 1] ?? MAX_RETRY_DELAY_MS);
  return nextAttemptMs - createdAt.getTime() > MAX_NOTIFICATION_AGE_MS ? null : new Date(nextAttemptMs);
}
