/** One lock for each pair of user and app. */
export interface CooldownKey {
  readonly userId: string;
  readonly appId: string;
}

/**
 * A lock that its holder never releases: it expires after a cooldown. Shared by all processes of the service. Uses wall
 * clock times, so a clock that is set back only extends the cooldown.
 */
export interface CooldownLock {
  /**
   * Acquires the lock for `durationMs` milliseconds from `now`, unless another holder has it. The current holder may
   * acquire it again, for example after a crash; this never shortens the lock.
   * @param holder unique ID of the caller.
   * @returns whether the caller holds the lock. Durable when the promise resolves.
   */
  tryAcquire(key: CooldownKey, holder: string, now: Date, durationMs: number): Promise<boolean>;
}

/** How to acquire a permit. */
export interface AcquireOptions {
  /** Number of permits. */
  readonly limit: number;
  readonly now: Date;
  /** Duration of the lease in milliseconds; `acquire` renews it. */
  readonly leaseMs: number;
}

/**
 * Fair semaphores across all processes of the service: the holders that have waited longest have the permits. A
 * position in the queue is a lease, so that a crashed holder does not block those behind it.
 */
export interface DistributedSemaphore {
  /**
   * Joins the end of the queue, or renews the lease of the position that the holder already has. An expired position
   * is lost.
   * @param name name of the semaphore.
   * @param holder unique ID of the caller.
   * @returns whether the holder has a permit.
   */
  acquire(name: string, holder: string, options: AcquireOptions): Promise<boolean>;
  /** Whether the holder has a permit at this time. Does not write. */
  isHeld(name: string, holder: string, options: Pick<AcquireOptions, "limit" | "now">): Promise<boolean>;
  /** Leaves the queue. Idempotent. */
  release(name: string, holder: string): Promise<void>;
}

/** Time window of a quota: from `from`, inclusive, to `until`, exclusive. */
export interface QuotaWindow {
  readonly from: Date;
  readonly until: Date;
}

export interface QuotaResult {
  readonly isConsumed: boolean;
  /** How many units remain in the window. */
  readonly remaining: number;
}

/**
 * Counts the use of quotas in fixed time windows, exactly and over all processes of the service (decision 9.6). Unlike
 * `RateLimiter`, the caller names the window.
 */
export interface WindowCounter {
  /** Consumes one of `limit` units. Exact under concurrency; a rejected call consumes nothing. */
  tryConsume(key: string, limit: number, window: QuotaWindow, now: Date): Promise<QuotaResult>;
}

/** Daily budget of language model tokens of each user, counted over all processes of the service. */
export interface TokenBudget {
  /**
   * Consumes `tokens` of the day's budget, or nothing when fewer remain. Exact under concurrency.
   * @param day as `2026-03-02`. A day before the latest one requested counts as the latest one.
   * @returns whether the tokens were consumed.
   */
  tryConsume(userId: string, day: string, tokens: number, budget: number): Promise<boolean>;
  /**
   * Corrects an estimate. Has no effect on a day that is over.
   * @param tokens used tokens minus consumed ones; negative to return tokens.
   */
  adjust(userId: string, day: string, tokens: number): Promise<void>;
}
