import type { PushChannelName } from "../../domain/notification/notification.js";
import type { PushOutcome } from "../../domain/notification/push-attempt.js";

const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([408, 425, 429]);
const GONE_STATUS = 410;
const NOT_FOUND_STATUS = 404;

/** Calls to a target that fails repeatedly are rejected for a while, until one succeeds (decision 9.4). */
export const OUTBOUND_CIRCUIT_BREAKER_OPTIONS = { maxConsecutiveFailures: 5, openMs: 30_000 } as const;

/** Whether the status is 2xx. */
export function isSuccessStatus(status: number): boolean {
  return getStatusClass(status) === 2;
}

/** Whether the status is 3xx. Redirects are never followed and count as failures. */
export function isRedirectStatus(status: number): boolean {
  return getStatusClass(status) === 3;
}

/** Whether the receiver does not want any further calls. */
export function isGoneStatus(status: number): boolean {
  return status === GONE_STATUS;
}

/** Interprets the status of a push target of this channel. */
export function toPushOutcome(status: number, channel: PushChannelName): PushOutcome {
  if (isSuccessStatus(status)) return { kind: "sent" };
  return {
    kind: "failed",
    reason: `status_${status}`,
    isFinal: isPermanentFailureStatus(status),
    isGone: channel === "web_push" ? isUnregisteredStatus(status) : isGoneStatus(status),
  };
}

/** Whether a retry of the same request would be rejected too. */
function isPermanentFailureStatus(status: number): boolean {
  return getStatusClass(status) === 4 && !RETRYABLE_STATUSES.has(status);
}

/** Whether a push service reports that the browser's subscription does not exist any more (RFC 8030, section 7.3). */
function isUnregisteredStatus(status: number): boolean {
  return isGoneStatus(status) || status === NOT_FOUND_STATUS;
}

const getStatusClass = (status: number): number => Math.floor(status / 100);
