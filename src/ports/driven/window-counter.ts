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
