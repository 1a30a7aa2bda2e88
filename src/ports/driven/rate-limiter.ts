import type { GcraLimit, GcraRoom } from "../../domain/gcra.js";

/** So many calls in a window, all of which may come at once: GCRA with burst = limit (decision 3.3). */
export interface Quota extends GcraLimit {
  readonly key: string;
}

export interface QuotaState extends GcraRoom {
  readonly quota: Quota;
}

export interface Admission {
  readonly allowed: boolean;
  /** One for each quota asked for, in that order. */
  readonly quotas: readonly QuotaState[];
}

export interface RateLimiterStatus {
  /** What counts the calls: `memory` (each process for itself) or `redis` (all processes together). */
  readonly id: string;
  /** Whether it counts now. While it does not, each process counts its part of the limits for itself. */
  readonly available: boolean;
}

export interface RateLimiter {
  /** Takes one call from every quota, or, when one of them is used up, from none. */
  take(quotas: readonly Quota[]): Promise<Admission>;
  /** Never rejects: a limiter that does not answer is unavailable. */
  status(): Promise<RateLimiterStatus>;
}
