import type { DataVersions } from "../store/store.js";
import type {
  Bulkhead,
  BulkheadOptions,
  CircuitBreakerOptions,
  CircuitBreakers,
  FairLimiterOptions,
  KeyedLimiter,
} from "./concurrency.js";

export interface VersionedCacheOptions {
  /** Without it nothing is cached. */
  readonly dataVersions: DataVersions | undefined;
  /** Maximum weight of all entries together. An entry of more than half of it is not cached. */
  readonly maxWeight: number;
}

/**
 * Caches results that clients request repeatedly (by polling, or by reloading a page) until data of their user changes.
 */
export interface VersionedCache<T> {
  /**
   * Returns the cached value, or calls `load` when data of the user may have changed. Does not cache undefined.
   * @param getWeight a positive integer; 1 by default.
   */
  get(userId: string, requestKey: string, load: () => Promise<T>, getWeight?: (value: T) => number): Promise<T>;
}

export interface HeartbeatOptions {
  /** How long the lease lasts without a renewal, in milliseconds. */
  readonly leaseMs: number;
  /** Renews the lease. Rejects on failure; no further renewal follows when the lease is lost (`isLeaseLost`). */
  readonly renew: () => Promise<unknown>;
  readonly onError: (error: unknown) => void;
}

/** Creates the limiters, circuit breakers, caches and lease heartbeats of one process. */
export interface RuntimeComponents {
  createFairLimiter(options: FairLimiterOptions): KeyedLimiter;
  createBulkhead(options: BulkheadOptions): Bulkhead;
  createCircuitBreakers(options: CircuitBreakerOptions): CircuitBreakers;
  createVersionedCache<T>(options: VersionedCacheOptions): VersionedCache<T>;
  /**
   * Renews a lease every third of its duration, so that one renewal may fail before the lease expires.
   * @returns a function that stops the heartbeat: no renewal begins after that.
   */
  startHeartbeat(options: HeartbeatOptions): () => void;
}
