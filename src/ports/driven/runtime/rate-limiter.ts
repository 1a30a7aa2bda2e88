import type { GcraLimit, GcraStatus } from "../../../domain/gcra.js";

/** A number of calls per window, all of which may come at once: GCRA with burst = limit (decision 3.3). */
export interface RateLimitQuota extends GcraLimit {
  readonly key: string;
}

export interface RateLimitQuotaState extends GcraStatus {
  readonly quota: RateLimitQuota;
}

export interface RateLimitResult {
  readonly isAllowed: boolean;
  /** One for each requested quota, in order. */
  readonly quotas: readonly RateLimitQuotaState[];
}

export interface RateLimiterStatus {
  /** Where calls are counted: `memory` (each process separately) or `redis` (all processes together). */
  readonly id: string;
  /** Whether counting works now. While it does not, each process enforces its share of the limits by itself. */
  readonly available: boolean;
}

export interface RateLimiter {
  /** Consumes one call of every quota, or of none when one of them is used up. */
  consume(quotas: readonly RateLimitQuota[]): Promise<RateLimitResult>;
  /** Never rejects: a limiter that does not respond is reported as unavailable. */
  status(): Promise<RateLimiterStatus>;
}
