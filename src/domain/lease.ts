import { DomainError, conflict } from "./errors.js";

/**
 * The lease on a piece of work of an aggregate, which one worker at a time may do. There is no separate queue: workers
 * poll the state. A claim expires by itself. Its fencing token (`fence`), which is greater with every claim, rejects a
 * late write of the earlier worker once another worker has claimed the work.
 *
 * Its times are shared between processes, so they are wall-clock times. A clock set back only delays abandoned work and
 * retries until it has caught up. A clock set forward lets a lease expire early; the fencing token then rejects the
 * second write.
 */
export interface Lease {
  readonly fence: number;
  /** Null when no worker holds it. */
  readonly claimedUntil: Date | null;
  /** How many times it was claimed since the work was scheduled, also when the claim expired. */
  readonly attempts: number;
  /** The earliest time of the next claim; null when there is nothing to do. */
  readonly nextAttemptAt: Date | null;
  /**
   * How many consecutive claims expired without being released or settled, because the process died or its event loop
   * was blocked. Absent when none.
   */
  readonly lostInARow?: number;
  /** How many attempts ran out of memory. Absent when none. */
  readonly memoryFailures?: number;
}

/** A lease without work that was never claimed. */
export const FREE_LEASE: Lease = { fence: 0, claimedUntil: null, attempts: 0, nextAttemptAt: null };

/** Creates the lease of new work that any worker may claim. */
export function createPendingLease(nextAttemptAt: Date): Lease {
  return { ...FREE_LEASE, nextAttemptAt };
}

/** Returns the time from which the lease may be claimed; null when there is nothing to do. */
export function getLeaseDueAt({ nextAttemptAt, claimedUntil }: Lease): Date | null {
  if (nextAttemptAt === null || claimedUntil === null) return nextAttemptAt;
  return claimedUntil > nextAttemptAt ? claimedUntil : nextAttemptAt;
}

/**
 * Claims the work.
 * @param leaseMs how long the claim lasts without a renewal, in milliseconds.
 */
export function claimLease(lease: Lease, now: Date, leaseMs: number): Lease {
  const lostInARow = lease.claimedUntil === null ? 0 : countLostClaims(lease) + 1;
  return {
    fence: lease.fence + 1,
    claimedUntil: new Date(now.getTime() + leaseMs),
    attempts: lease.attempts + 1,
    nextAttemptAt: lease.nextAttemptAt ?? now,
    ...(lostInARow > 0 ? { lostInARow } : {}),
    ...(lease.memoryFailures === undefined ? {} : { memoryFailures: lease.memoryFailures }),
  };
}

/** As `Lease.lostInARow`, 0 when that is absent. */
export function countLostClaims({ lostInARow = 0 }: Lease): number {
  return lostInARow;
}

/** @throws DomainError `conflict` when the claim was lost, released or completed. */
export function renewLease(lease: Lease, fence: number, now: Date, leaseMs: number): Lease {
  assertFence(lease, fence);
  // A renewal that arrives after the release or the completion must not claim the work again.
  if (lease.claimedUntil === null) throw leaseLost();
  return { ...lease, claimedUntil: new Date(now.getTime() + leaseMs) };
}

/**
 * Releases the work for a retry at `nextAttemptAt`.
 * @param isOutOfMemory whether this attempt ran out of memory; counted in `memoryFailures`.
 */
export function postponeLease(lease: Lease, fence: number, nextAttemptAt: Date, isOutOfMemory = false): Lease {
  assertFence(lease, fence);
  const memoryFailures = (lease.memoryFailures ?? 0) + (isOutOfMemory ? 1 : 0);
  return {
    fence,
    claimedUntil: null,
    attempts: lease.attempts,
    nextAttemptAt,
    ...(memoryFailures > 0 ? { memoryFailures } : {}),
  };
}

/** Completes the work. The fence stays, so that holders of older claims cannot write any more. */
export function completeLease(lease: Lease, fence: number): Lease {
  assertFence(lease, fence);
  return { ...FREE_LEASE, fence: lease.fence };
}

/** Replaces the work with new work. The holder of the old claim is fenced off. */
export function rescheduleLease(lease: Lease, nextAttemptAt: Date): Lease {
  return { fence: lease.fence + 1, claimedUntil: null, attempts: 0, nextAttemptAt };
}

/** @throws DomainError `conflict` when another worker has claimed the work since. */
export function assertFence(lease: Lease, fence: number): void {
  if (lease.fence !== fence) throw leaseLost();
}

/**
 * Checks the fence of a write to data that is derived from the aggregate and stored separately.
 * @param latestFence the greatest fence that has written this data.
 * @throws DomainError `conflict` when a later claim has written it.
 */
export function assertLatestFence(latestFence: number, fence: number): void {
  if (fence < latestFence) throw leaseLost();
}

/** Greater than the fence of any claim: data that is written with it is never written again. */
export const TERMINAL_FENCING_TOKEN = Number.MAX_SAFE_INTEGER;

function leaseLost(): DomainError {
  return conflict(LEASE_LOST);
}

export const LEASE_LOST = "lease_lost";

export function isLeaseLost(error: unknown): boolean {
  return error instanceof DomainError && error.code === LEASE_LOST;
}
