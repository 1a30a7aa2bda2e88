import { DomainError } from "./errors.js";

/**
 * A piece of work inside an aggregate that one worker at a time may do. The state is the queue (design 2): a claim
 * is a lease that runs out by itself, and its fence, greater with every claim, makes a late worker's write fail.
 *
 * Its times are shared between processes, so they are wall-clock times. A clock set back only delays abandoned work and
 * retries until it has caught up. A clock set forward lets a lease expire early; the fencing token then rejects the
 * second write.
 */
export interface Lease {
  readonly fence: number;
  /** Null when nobody holds it. */
  readonly claimedUntil: Date | null;
  readonly attempts: number;
  /** Not to be claimed before; null when nothing is to be done. */
  readonly nextAttemptAt: Date | null;
  /**
   * How many consecutive claims expired without being released or settled, because the process died or its event loop
   * was blocked. Absent when none.
   */
  readonly lostInARow?: number;
  /** How many attempts ran out of memory. Absent when none. */
  readonly memoryFailures?: number;
}

/** Nothing to do, never claimed. */
export const idle: Lease = { fence: 0, claimedUntil: null, attempts: 0, nextAttemptAt: null };

/** New work that is for whoever finds it. */
export function waiting(since: Date): Lease {
  return { ...idle, nextAttemptAt: since };
}

/** From when on it may be claimed; null when nothing is to be done. */
export function dueAt({ nextAttemptAt, claimedUntil }: Lease): Date | null {
  if (nextAttemptAt === null || claimedUntil === null) return nextAttemptAt;
  return claimedUntil > nextAttemptAt ? claimedUntil : nextAttemptAt;
}

/** @param leaseMs how long the claim holds without being renewed, in milliseconds. */
export function claim(lease: Lease, now: Date, leaseMs: number): Lease {
  const lostInARow = lease.claimedUntil === null ? 0 : lostClaims(lease) + 1;
  return {
    fence: lease.fence + 1,
    claimedUntil: new Date(now.getTime() + leaseMs),
    attempts: lease.attempts + 1,
    nextAttemptAt: lease.nextAttemptAt ?? now,
    ...(lostInARow > 0 ? { lostInARow } : {}),
    ...(lease.memoryFailures === undefined ? {} : { memoryFailures: lease.memoryFailures }),
  };
}

/** As `Lease.lostInARow`. */
export function lostClaims({ lostInARow = 0 }: Lease): number {
  return lostInARow;
}

/** @throws DomainError `conflict` when it is not held any more: taken over, given back or done. */
export function renew(lease: Lease, fence: number, now: Date, leaseMs: number): Lease {
  guard(lease, fence);
  // Whoever gave it back or finished must not hold it again by a renewal that was under way.
  if (lease.claimedUntil === null) throw lost();
  return { ...lease, claimedUntil: new Date(now.getTime() + leaseMs) };
}

/**
 * Releases the work for a retry at `nextAttemptAt`.
 * @param ranOutOfMemory whether this attempt ran out of memory, which is counted.
 */
export function postpone(lease: Lease, fence: number, nextAttemptAt: Date, ranOutOfMemory = false): Lease {
  guard(lease, fence);
  const memoryFailures = (lease.memoryFailures ?? 0) + (ranOutOfMemory ? 1 : 0);
  return {
    fence,
    claimedUntil: null,
    attempts: lease.attempts,
    nextAttemptAt,
    ...(memoryFailures > 0 ? { memoryFailures } : {}),
  };
}

/** The work is done. The fence stays, so that whoever held an older claim cannot write any more. */
export function settle(lease: Lease, fence: number): Lease {
  guard(lease, fence);
  return { ...idle, fence: lease.fence };
}

/** New work: whoever held the lease for the old one is fenced off. */
export function schedule(lease: Lease, at: Date): Lease {
  return { fence: lease.fence + 1, claimedUntil: null, attempts: 0, nextAttemptAt: at };
}

/** @throws DomainError `conflict` when another worker has claimed since. */
export function guard(lease: Lease, fence: number): void {
  if (lease.fence !== fence) throw lost();
}

/**
 * For what is derived from the aggregate and stored beside it.
 * @param latest the greatest fence that has written it so far.
 * @throws DomainError `conflict` when a later claim than this one has.
 */
export function guardLatest(latest: number, fence: number): void {
  if (fence < latest) throw lost();
}

/** Greater than any claim's: what bears it is written no more. */
export const FINAL_FENCE = Number.MAX_SAFE_INTEGER;

function lost(): DomainError {
  return new DomainError("conflict", LEASE_LOST, "The claim is not held any more");
}

export const LEASE_LOST = "lease_lost";

export function isLeaseLost(error: unknown): boolean {
  return error instanceof DomainError && error.code === LEASE_LOST;
}
