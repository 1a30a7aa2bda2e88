/** The time that a quota is for: it begins with `from` and ends before `until`. */
export interface QuotaWindow {
  readonly from: Date;
  readonly until: Date;
}

export interface Taking {
  readonly taken: boolean;
  /** How many more may be taken in the window. */
  readonly left: number;
}

/**
 * So many in a window of time, counted over all processes of the service without a limiter of their own (decision 9.6):
 * unlike a `RateLimiter` it keeps to the windows that it is told of, and is exact.
 */
export interface Quotas {
  /** Takes one of `limit`; of many at once exactly so many are taken. What is refused does not count. */
  take(key: string, limit: number, window: QuotaWindow, now: Date): Promise<Taking>;
}
