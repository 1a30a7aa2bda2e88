import { conflict, invalidInput } from "../errors.js";
import { claimLease, FREE_LEASE, postponeLease, renewLease, completeLease, type Lease } from "../lease.js";

export interface IdempotencyRecordState {
  /** A digest of the key of the request; the key itself is not stored. */
  readonly id: string;
  readonly userId: string;
  /** A digest of everything that distinguishes the request from others. */
  readonly fingerprint: string;
  /** The seed of the IDs of all attempts. A key that is used again after it has expired gets a new seed. */
  readonly seed: string;
  /** Held while the request is running. */
  readonly lease: Lease;
  /** The response, opaque. Null while there is none, and when it must not be stored. */
  readonly answer: string | null;
  /** IDs of the objects that the response contains. */
  readonly shows: readonly string[];
  readonly expiresAt: Date;
}

export type NewIdempotencyRecord = Pick<IdempotencyRecordState, "id" | "userId" | "fingerprint" | "seed">;

/** How long a repeat gets the first response (decision 10.1). */
const RECORD_TTL_MS = 24 * 60 * 60 * 1000;

/**
 * The record of a request with an idempotency key, which its client may repeat without repeating its effect (decision
 * 10.1). A request claims its record with a lease, which expires when the process crashes.
 */
export class IdempotencyRecord {
  private constructor(readonly state: IdempotencyRecordState) {}

  /**
   * Starts an attempt: returns the record of a completed request, or a record claimed for `leaseMs` milliseconds.
   * @param current the stored record of the key.
   * @throws DomainError `invalid` when the key was used with another request, `conflict` while that request is running.
   */
  static start(
    current: IdempotencyRecord | undefined,
    input: NewIdempotencyRecord,
    now: Date,
    leaseMs: number,
  ): IdempotencyRecord {
    const unexpired = current?.hasExpired(now) ? undefined : current;
    if (unexpired) {
      unexpired.assertSameRequest(input.fingerprint);
      if (unexpired.isCompleted) return unexpired;
      if (unexpired.isHeld(now)) throw conflict("call_running");
    }
    return new IdempotencyRecord({
      ...input,
      seed: unexpired?.state.seed ?? input.seed,
      // The fence continues to grow, so that holders of earlier claims cannot write any more.
      lease: claimLease(
        { ...(unexpired?.state.lease ?? FREE_LEASE), fence: current?.state.lease.fence ?? 0 },
        now,
        leaseMs,
      ),
      answer: null,
      shows: [],
      expiresAt: new Date(now.getTime() + RECORD_TTL_MS),
    });
  }

  /** Rebuilds a record from stored state without validating it again. */
  static restore(state: IdempotencyRecordState): IdempotencyRecord {
    return new IdempotencyRecord(state);
  }

  get isCompleted(): boolean {
    return this.state.lease.nextAttemptAt === null;
  }

  /** Whether there was an earlier attempt, which may have had its effect without a stored response. */
  get isRetry(): boolean {
    return this.state.lease.attempts > 1;
  }

  /** Whether an attempt has claimed the record and has not completed or released it. Its lease may have expired. */
  get isRunning(): boolean {
    return this.state.lease.claimedUntil !== null;
  }

  hasExpired(now: Date): boolean {
    return this.state.expiresAt <= now;
  }

  /** @throws DomainError `conflict` when the lease was lost. */
  renew(fence: number, now: Date, leaseMs: number): IdempotencyRecord {
    return new IdempotencyRecord({ ...this.state, lease: renewLease(this.state.lease, fence, now, leaseMs) });
  }

  /**
   * Stores the response.
   * @param response null for one that must not be stored.
   * @throws DomainError `conflict` when the lease was lost.
   */
  complete(fence: number, response: string | null, referencedIds: readonly string[]): IdempotencyRecord {
    const lease = completeLease(this.state.lease, fence);
    return new IdempotencyRecord({
      ...this.state,
      lease,
      answer: response,
      shows: response === null ? [] : [...new Set(referencedIds)],
    });
  }

  /** Ends an attempt whose response must not be replayed. The next repeat is a new attempt with the same IDs. */
  release(fence: number, now: Date): IdempotencyRecord {
    return new IdempotencyRecord({ ...this.state, lease: postponeLease(this.state.lease, fence, now) });
  }

  /** Removes the response when it contains one of these deleted objects. */
  removeResponseContaining(objectIds: readonly string[]): IdempotencyRecord {
    if (!this.state.shows.some((id) => objectIds.includes(id))) return this;
    return new IdempotencyRecord({ ...this.state, answer: null, shows: [] });
  }

  private isHeld(now: Date): boolean {
    const { claimedUntil } = this.state.lease;
    return claimedUntil !== null && claimedUntil > now;
  }

  private assertSameRequest(fingerprint: string): void {
    if (fingerprint !== this.state.fingerprint) throw invalidInput("key_reused");
  }
}

/**
 * Returns until when the store must remember a deletion. A request that was running at the deletion may return the
 * object; after this time no such request is left, even if the clocks of the processes differ by hours.
 */
export function getDeletionRetentionEnd(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + 2 * RECORD_TTL_MS);
}

/** The latest requests with an idempotency key that changed an aggregate, so that a repeat does not change it again. */
export interface AppliedIdempotencyKeys {
  /** IDs of these requests, oldest first; absent when there are none. */
  readonly keyedChanges?: readonly string[];
}

/**
 * A repeat arrives within a day, and mostly within seconds: it is very unlikely that eight other requests with keys
 * change the same object in between.
 */
const MAX_APPLIED_KEYS = 8;

/** @param idempotencyId undefined for a request without a key, which cannot be recognised as a repeat. */
export function hasAppliedKey(
  { keyedChanges = [] }: AppliedIdempotencyKeys,
  idempotencyId: string | undefined,
): boolean {
  return idempotencyId !== undefined && keyedChanges.includes(idempotencyId);
}

/**
 * Returns `change(current)` with the request recorded, or `current` when the request has changed it already. The record
 * is part of the aggregate, so that one write stores both.
 * @param aggregate restores the changed state.
 * @param idempotencyId as in `hasAppliedKey`; without one nothing is recorded.
 * @throws what `change` throws.
 */
export function applyOnce<S extends AppliedIdempotencyKeys, A extends { readonly state: S }>(
  aggregate: { restore(state: S): A },
  current: A,
  idempotencyId: string | undefined,
  change: (current: A) => A,
): A {
  if (hasAppliedKey(current.state, idempotencyId)) return current;
  const next = change(current);
  if (idempotencyId === undefined || next === current) return next;
  const keyedChanges = [...(current.state.keyedChanges ?? []), idempotencyId].slice(-MAX_APPLIED_KEYS);
  return aggregate.restore({ ...next.state, keyedChanges });
}
