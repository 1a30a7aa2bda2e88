export interface FairLimiterOptions {
  /** Maximum number of concurrent calls: in total, per host and per key. */
  readonly maxConcurrent: number;
  readonly maxPerHost: number;
  readonly maxPerKey: number;
  /** Maximum number of waiting callers: per key and in total. */
  readonly maxQueuePerKey: number;
  readonly maxQueue: number;
  /** How long a caller waits for a permit, in milliseconds. */
  readonly maxWaitMs: number;
}

export interface FairLimiterKey {
  readonly key: string;
  readonly host: string;
}

/**
 * Limits concurrent calls in total, per host and per key. Slow keys with many calls do not block keys that need one
 * permit.
 */
export interface KeyedLimiter {
  /**
   * Waits for a permit.
   * @returns a function that releases the permit, to be called once; undefined when the queue is full or closed, or the
   *   wait timed out.
   */
  acquire(key: FairLimiterKey): Promise<(() => void) | undefined>;
  /** Cancels all waiting callers. Later callers get a permit at once or not at all. */
  closeQueue(): void;
}

export interface BulkheadOptions {
  readonly maxConcurrent: number;
  /** The limit of one key while less than half of all permits are taken. */
  readonly maxPerKey: number;
  /** The limit of one key while at least half of all permits are taken. */
  readonly maxPerKeyUnderLoad: number;
}

/** Limits concurrent work per key without a queue, so that slow keys leave permits for the others. */
export interface Bulkhead {
  /** @returns a function that releases the permit; undefined when no permit is available for the key now. */
  tryAcquire(key: string): (() => void) | undefined;
}

export interface CircuitBreakerOptions {
  /** Consecutive failures that open a circuit. */
  readonly maxConsecutiveFailures: number;
  /** Time in milliseconds before an open circuit allows a probe. */
  readonly openMs: number;
}

/** What a call shows of the called system; `unknown` leaves the circuit as it is. */
export type CallOutcome = "success" | "failure" | "unknown";

/**
 * Circuit breakers (Nygard, Release It!), one per key: a circuit rejects calls while the called system fails
 * repeatedly. After a pause one call probes the system, and other calls are rejected until the probe has ended.
 */
export interface CircuitBreakers {
  /** Whether a call is rejected now, so that the caller need not wait for a permit. */
  isOpen(key: string): boolean;
  /**
   * Begins a call.
   * @returns a function that ends the call, to be called once; undefined when the circuit is open.
   */
  tryBeginCall(key: string): ((outcome: CallOutcome) => void) | undefined;
}
