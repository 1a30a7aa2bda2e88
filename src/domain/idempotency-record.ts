import { broken, DomainError } from "./errors.js";
import { claim, idle, postpone, renew, settle, type Lease } from "./lease.js";

export interface IdempotencyRecordState {
  /** A digest of the key that the caller gave it; nothing else of the key is kept. */
  readonly id: string;
  readonly userId: string;
  /** A digest of all that tells the call from another one. */
  readonly fingerprint: string;
  /** What the ids of all its tries are derived from; another one when the key is used again after it has expired. */
  readonly seed: string;
  /** Held while the call is answered. */
  readonly lease: Lease;
  /** Opaque. Null while there is none, and when it is not kept. */
  readonly answer: string | null;
  /** Ids of the objects that the answer shows. */
  readonly shows: readonly string[];
  readonly expiresAt: Date;
}

export type NewIdempotencyRecord = Pick<IdempotencyRecordState, "id" | "userId" | "fingerprint" | "seed">;

/** Decision 10.1: for how long, in milliseconds, a repeat gets the first answer. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * A call that its caller may repeat without its being done twice, because it bears a key. It is claimed like any other
 * work: who dies with it leaves a lease that runs out. Decision 10.1.
 */
export class IdempotencyRecord {
  private constructor(readonly state: IdempotencyRecordState) {}

  /**
   * The call as it is when somebody makes it, perhaps once more: `isAnswered`, or claimed for `leaseMs` milliseconds.
   * @param before what is known of the key.
   * @throws DomainError `invalid` when the key stands for another call, `conflict` while it is being answered.
   */
  static begin(
    before: IdempotencyRecord | undefined,
    input: NewIdempotencyRecord,
    now: Date,
    leaseMs: number,
  ): IdempotencyRecord {
    const known = before?.hasExpired(now) ? undefined : before;
    if (known) {
      known.requireSame(input.fingerprint);
      if (known.isAnswered) return known;
      if (known.isHeld(now)) {
        throw new DomainError(
          "conflict",
          "call_running",
          "A request with this Idempotency-Key is still being processed",
        );
      }
    }
    return new IdempotencyRecord({
      ...input,
      seed: known?.state.seed ?? input.seed,
      // The fence goes on, so that whoever held an earlier claim cannot write any more.
      lease: claim({ ...(known?.state.lease ?? idle), fence: before?.state.lease.fence ?? 0 }, now, leaseMs),
      answer: null,
      shows: [],
      expiresAt: new Date(now.getTime() + KEPT_MS),
    });
  }

  /** Trusts the store. */
  static restore(state: IdempotencyRecordState): IdempotencyRecord {
    return new IdempotencyRecord(state);
  }

  get isAnswered(): boolean {
    return this.state.lease.nextAttemptAt === null;
  }

  /** Whether an earlier try was begun and its end is not known: it may have done what the call asks for. */
  get repeats(): boolean {
    return this.state.lease.attempts > 1;
  }

  /** Whether somebody has claimed it and has neither ended nor given it back, though the lease may be over. */
  get isRunning(): boolean {
    return this.state.lease.claimedUntil !== null;
  }

  hasExpired(now: Date): boolean {
    return this.state.expiresAt <= now;
  }

  /** @throws DomainError `conflict` when the claim is not held any more. */
  renew(fence: number, now: Date, leaseMs: number): IdempotencyRecord {
    return new IdempotencyRecord({ ...this.state, lease: renew(this.state.lease, fence, now, leaseMs) });
  }

  /**
   * It is done.
   * @param answer null for one that must not be kept.
   * @throws DomainError `conflict` when the claim is not held any more.
   */
  end(fence: number, answer: string | null, shows: readonly string[]): IdempotencyRecord {
    const lease = settle(this.state.lease, fence);
    return new IdempotencyRecord({ ...this.state, lease, answer, shows: answer === null ? [] : [...new Set(shows)] });
  }

  /** It came to nothing that a repeat should get: the next one is a new try, with the same ids. */
  giveBack(fence: number, now: Date): IdempotencyRecord {
    return new IdempotencyRecord({ ...this.state, lease: postpone(this.state.lease, fence, now) });
  }

  /** The objects are deleted: an answer that shows one of them goes. */
  forget(objectIds: readonly string[]): IdempotencyRecord {
    if (!this.state.shows.some((id) => objectIds.includes(id))) return this;
    return new IdempotencyRecord({ ...this.state, answer: null, shows: [] });
  }

  private isHeld(now: Date): boolean {
    const { claimedUntil } = this.state.lease;
    return claimedUntil !== null && claimedUntil > now;
  }

  private requireSame(fingerprint: string): void {
    if (fingerprint !== this.state.fingerprint) {
      throw broken("key_reused", "This Idempotency-Key was already used with another request");
    }
  }
}

/**
 * Until when it must be known that an object was deleted. What was answered meanwhile may show it; by then no such call
 * is left, even if the clocks of those who write differ by hours.
 */
export function knownDeletedUntil(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + 2 * KEPT_MS);
}
