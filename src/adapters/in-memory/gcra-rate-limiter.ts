import { gcraRoom } from "../../domain/gcra.js";
import type { Clock } from "../../ports/driven/clock.js";
import type { Admission, Quota, QuotaState, RateLimiter, RateLimiterStatus } from "../../ports/driven/rate-limiter.js";

/**
 * What a key owes. A call costs `windowMs`, and `limit` is paid back every millisecond: so every number is whole, and
 * the sums are exact as long as `limit * windowMs` is a safe integer.
 */
interface Account {
  debt: number;
  /** When the debt was measured, in monotonic time. */
  at: number;
  /** When it is paid back, if nothing is added. */
  paidAt: number;
}

/** How many accounts are looked at for each new one. With three, the paid ones make up a quarter of all at most. */
const LOOKED_AT = 3;

/**
 * GCRA (ITU-T I.371, Annex A) as the continuous-state leaky bucket, with a burst of the whole limit: in any span of
 * t milliseconds at most `limit + floor(t * limit / windowMs)` calls are let through. The limits of one process; an
 * account that is paid back is forgotten when new ones come. The keys of one call must differ, and its limits and
 * windows must be whole numbers of 1 or more.
 */
export class InMemoryRateLimiter implements RateLimiter {
  private readonly accounts = new Map<string, Account>();
  private sweep = this.accounts.entries();
  /** The monotonic time of the last reading, in whole milliseconds so that sums stay exact. */
  private time = 0;

  constructor(private readonly clock: Clock) {}

  /** How many keys are remembered. */
  get size(): number {
    return this.accounts.size;
  }

  take(quotas: readonly Quota[]): Promise<Admission> {
    this.time = Math.floor(this.clock.monotonicMs());
    const allowed = quotas.every((quota) => this.hasRoom(quota));
    if (allowed) for (const quota of quotas) this.charge(quota);
    return Promise.resolve({ allowed, quotas: quotas.map((quota) => this.stateOf(quota)) });
  }

  status(): Promise<RateLimiterStatus> {
    return Promise.resolve({ id: "memory", available: true });
  }

  private hasRoom(quota: Quota): boolean {
    return this.debtOf(quota) + quota.windowMs <= quota.limit * quota.windowMs;
  }

  private debtOf({ key, limit }: Quota): number {
    const account = this.accounts.get(key);
    return account ? Math.max(0, account.debt - (this.time - account.at) * limit) : 0;
  }

  private charge(quota: Quota): void {
    const debt = this.debtOf(quota) + quota.windowMs;
    const paidAt = this.time + Math.ceil(debt / quota.limit);
    const account = this.accounts.get(quota.key);
    if (account) {
      account.debt = debt;
      account.at = this.time;
      account.paidAt = paidAt;
    } else {
      this.forgetSome();
      this.accounts.set(quota.key, { debt, at: this.time, paidAt });
    }
  }

  /** Goes on round the accounts from where it stopped. */
  private forgetSome(): void {
    for (let looked = 0; looked < LOOKED_AT; looked += 1) {
      const next = this.sweep.next();
      if (next.done) {
        this.sweep = this.accounts.entries();
        return;
      }
      const [key, { paidAt }] = next.value;
      if (paidAt <= this.time) this.accounts.delete(key);
    }
  }

  private stateOf(quota: Quota): QuotaState {
    return { quota, ...gcraRoom(quota, this.debtOf(quota), this.clock.now().getTime()) };
  }
}
