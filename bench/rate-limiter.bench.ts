import { InMemoryRateLimiter } from "../src/adapters/in-memory/index.js";
import { SystemClock } from "../src/adapters/system/index.js";
import type { RateLimitQuota, RateLimiter } from "../src/ports/driven/runtime/rate-limiter.js";
import { connectLimiter, waitUntilAvailable } from "../test/support/redis-limiters.js";
import { startRedisServer } from "../test/support/redis-server.js";
import { median, percentile, measureTimesMs, type Figure } from "./support/measurement.js";

const CALLS = 5_000;
const MAX_ADDED_MEDIAN_MS = 1;
/** Decision 3.3: a call waits 50 ms for Redis. */
const MAX_ADDED_P99_MS = 60;
/** Requests under way when Redis stops, each of which waits for it: more than one call in a hundred. */
const CONCURRENCY = 16;
const CALLS_PER_WORKER = 50;
const ROUNDS = 10;

/** The two quotas that each request consumes: per key and per user. */
const quotas: readonly RateLimitQuota[] = [
  { key: "key:bench", limit: 10_000_000, windowMs: 60_000 },
  { key: "user:bench", limit: 10_000_000, windowMs: 86_400_000 },
];

const measureConsumeMs = (limiter: RateLimiter, calls: number): Promise<number[]> =>
  measureTimesMs(calls, () => limiter.consume(quotas));

/** Latency of the shared Redis limiter minus that of the in-memory limiter. */
export async function addedLatency(): Promise<Figure[]> {
  const server = await startRedisServer();
  const { limiter } = await connectLimiter({ url: server.url });
  const inMemory = new InMemoryRateLimiter(new SystemClock());
  try {
    await waitUntilAvailable(limiter);
    const value = median(await measureConsumeMs(limiter, CALLS)) - median(await measureConsumeMs(inMemory, CALLS));
    const name = "Latency that the Redis rate limiter adds to a request, p50";
    return [{ name, value, unit: "ms", goal: { atMost: MAX_ADDED_MEDIAN_MS } }];
  } finally {
    limiter.close();
    await server.close();
  }
}

/** The same while Redis stands still: the first call of each worker waits for the timeout, the others do not. */
export async function addedLatencyWhileRedisIsPaused(): Promise<Figure[]> {
  const server = await startRedisServer();
  const { limiter } = await connectLimiter({ url: server.url });
  const inMemory = new InMemoryRateLimiter(new SystemClock());
  const elapsedMs: number[] = [];
  const worker = async (): Promise<void> => {
    for (let call = 0; call < CALLS_PER_WORKER; call += 1) {
      const startedAtMs = performance.now();
      await limiter.consume(quotas);
      elapsedMs.push(performance.now() - startedAtMs);
    }
  };
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      await waitUntilAvailable(limiter);
      await server.pause();
      await Promise.all(Array.from({ length: CONCURRENCY }, worker));
      server.resume();
    }
    const baselineMs = percentile(await measureConsumeMs(inMemory, CALLS), 99);
    return [
      {
        name: "Latency that the Redis rate limiter adds to a request while Redis is paused, p99",
        value: percentile(elapsedMs, 99) - baselineMs,
        unit: "ms",
        goal: { atMost: MAX_ADDED_P99_MS },
      },
      {
        name: "Latency of the Redis rate limiter while Redis is paused, maximum",
        value: Math.max(...elapsedMs),
        unit: "ms",
      },
    ];
  } finally {
    limiter.close();
    await server.close();
  }
}
