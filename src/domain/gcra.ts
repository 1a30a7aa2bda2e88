/** A number of calls per window, all of which may come at once. */
export interface GcraLimit {
  readonly limit: number;
  /** In milliseconds. */
  readonly windowMs: number;
}

export interface GcraStatus {
  /** Calls that are allowed now. */
  readonly remaining: number;
  /** When the whole limit is available again, in milliseconds since 1970. */
  readonly fullAtMs: number;
  /** In milliseconds; 0 when another call is allowed now. */
  readonly retryAfterMs: number;
}

/**
 * Computes the remaining quota for a debt, in GCRA as the continuous-state leaky bucket (ITU-T I.371, Annex A): a call
 * adds `windowMs` to the debt, and every millisecond subtracts `limit`. All rate limiters use this function.
 * @param debt from 0 to `limit * windowMs`.
 * @param nowMs milliseconds since 1970.
 */
export function computeGcraStatus({ limit, windowMs }: GcraLimit, debt: number, nowMs: number): GcraStatus {
  const available = limit * windowMs - debt;
  return {
    remaining: Math.max(0, Math.floor(available / windowMs)),
    fullAtMs: nowMs + Math.ceil(debt / limit),
    retryAfterMs: Math.max(0, Math.ceil((windowMs - available) / limit)),
  };
}
