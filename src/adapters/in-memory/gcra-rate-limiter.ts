import { computeGcraStatus } from "../../domain/gcra.js";
import type { Clock } from "../../ports/driven/runtime/system.js";
import type {
  RateLimitResult,
  RateLimitQuota,
  RateLimitQuotaState,
  RateLimiter,
  RateLimiterStatus,
} from "../../ports/driven/runtime/rate-limiter.js";

/**
 * The leaky bucket of one key. A call adds `windowMs`, and `limit` leaks every millisecond. All numbers are therefore
 * whole, and the sums are exact as long as `limit * windowMs` is a safe integer.
 */
interface Bucket {
  level: number;
  /** When `level` was measured, in monotonic time. */
  measuredAtMs: number;
  /** When the bucket is empty if no call adds to it, in monotonic time. */
  emptyAtMs: number;
}

/** The number of buckets checked for each new one: more than one, so that removal keeps up with additions. */
const EVICTION_CHECKS_PER_INSERT = 3;

/**
 * GCRA (ITU-T I.371, Annex A) as the continuous-state leaky bucket, with a burst of the whole limit: in any span of
 * t milliseconds it allows at most `limit + floor(t * limit / windowMs)` calls. The limits hold within one process.
 * Empty buckets are removed when new ones are added. The keys of one call must differ, and its limits and windows must
 * be whole numbers of 1 or more.
 */
export class InMemoryRateLimiter implements RateLimiter {
  private readonly buckets = new Map<string, Bucket>();
  private evictionIterator = this.buckets.entries();
  /** The monotonic time of the last reading, in whole milliseconds so that sums stay exact. */
  private nowMs = 0;

  constructor(private readonly clock: Clock) {}

  /** The number of stored buckets. */
  get bucketCount(): number {
    return this.buckets.size;
  }

  consume(quotas: readonly RateLimitQuota[]): Promise<RateLimitResult> {
    this.nowMs = Math.floor(this.clock.monotonicMs());
    const isAllowed = quotas.every((quota) => this.hasCapacity(quota));
    if (isAllowed) for (const quota of quotas) this.charge(quota);
    return Promise.resolve({ isAllowed, quotas: quotas.map((quota) => this.getQuotaState(quota)) });
  }

  status(): Promise<RateLimiterStatus> {
    return Promise.resolve({ id: "memory", available: true });
  }

  private hasCapacity(quota: RateLimitQuota): boolean {
    return this.getLevel(quota) + quota.windowMs <= quota.limit * quota.windowMs;
  }

  private getLevel({ key, limit }: RateLimitQuota): number {
    const bucket = this.buckets.get(key);
    return bucket ? Math.max(0, bucket.level - (this.nowMs - bucket.measuredAtMs) * limit) : 0;
  }

  private charge(quota: RateLimitQuota): void {
    const level = this.getLevel(quota) + quota.windowMs;
    const emptyAtMs = this.nowMs + Math.ceil(level / quota.limit);
    const bucket = this.buckets.get(quota.key);
    if (bucket) {
      bucket.level = level;
      bucket.measuredAtMs = this.nowMs;
      bucket.emptyAtMs = emptyAtMs;
    } else {
      this.evictEmptyBuckets();
      this.buckets.set(quota.key, { level, measuredAtMs: this.nowMs, emptyAtMs });
    }
  }

  /** Continues the round through all buckets from where the last call stopped. */
  private evictEmptyBuckets(): void {
    for (let checkedCount = 0; checkedCount < EVICTION_CHECKS_PER_INSERT; checkedCount += 1) {
      const candidate = this.evictionIterator.next();
      if (candidate.done) {
        this.evictionIterator = this.buckets.entries();
        return;
      }
      const [key, { emptyAtMs }] = candidate.value;
      if (emptyAtMs <= this.nowMs) this.buckets.delete(key);
    }
  }

  private getQuotaState(quota: RateLimitQuota): RateLimitQuotaState {
    return { quota, ...computeGcraStatus(quota, this.getLevel(quota), this.clock.now().getTime()) };
  }
}
