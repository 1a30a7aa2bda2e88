import type { IdGenerator } from "../driven/runtime/system.js";

/** One attempt of a request with an idempotency key (decision 10.1). */
export interface IdempotentAttempt {
  /** Identifies the request: the same for every attempt, and for no other request. */
  readonly idempotencyId: string;
  /** Whether there was an earlier attempt, which may already have had the effect of the request. */
  readonly isRetry: boolean;
}

/**
 * The caller, the time and the source of new IDs, which yields the same IDs for every attempt of a request. An object
 * with such an ID may therefore exist already, or have been deleted: creations use insert-or-get.
 */
export interface RequestContext {
  readonly userId: string;
  readonly now: Date;
  readonly ids: IdGenerator;
  /** Absent for a request without a key. */
  readonly idempotency?: IdempotentAttempt;
}
