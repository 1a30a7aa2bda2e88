/** So many calls per window, all of which may come at once. */
export interface GcraLimit {
  readonly limit: number;
  /** In milliseconds. */
  readonly windowMs: number;
}

export interface GcraRoom {
  /** Calls that are allowed now. */
  readonly remaining: number;
  /** When the whole limit is there again, in milliseconds since 1970. */
  readonly fullAt: number;
  /** In milliseconds; 0 when another call is allowed now. */
  readonly retryAfterMs: number;
}

/**
 * What a debt leaves of a quota, in GCRA as the continuous-state leaky bucket (ITU-T I.371, Annex A): a call costs
 * `windowMs`, and `limit` is paid back every millisecond. All rate limiters show their quotas by it.
 * @param debt from 0 to `limit * windowMs`.
 * @param nowMs milliseconds since 1970.
 */
export function gcraRoom({ limit, windowMs }: GcraLimit, debt: number, nowMs: number): GcraRoom {
  const room = limit * windowMs - debt;
  return {
    remaining: Math.max(0, Math.floor(room / windowMs)),
    fullAt: nowMs + Math.ceil(debt / limit),
    retryAfterMs: Math.max(0, Math.ceil((windowMs - room) / limit)),
  };
}
