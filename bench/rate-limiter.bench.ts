import { InMemoryRateLimiter } from "../src/adapters/in-memory/index.js";
import { SystemClock } from "../src/adapters/system/index.js";
import type { Quota, RateLimiter } from "../src/ports/driven/rate-limiter.js";
import { connectLimiter, untilAvailable } from "../test/support/redis-limiters.js";
import { startRedisServer } from "../test/support/redis-server.js";
import { median, percentile, times, type Figure } from "./support/measure.js";

const CALLS = 5_000;
const MAX_ADDED_MEDIAN_MS = 1;
/** Decision 3.3: a call waits 50 ms for Redis. */
const MAX_ADDED_P99_MS = 60;
/** Requests under way when Redis stops, each of which waits for it: more than one call in a hundred. */
const LANES = 16;
const CALLS_PER_LANE = 50;
const ROUNDS = 10;

/** As a request has them: of its key, and of its user. */
const quotas: readonly Quota[] = [
  { key: "key:bench", limit: 10_000_000, windowMs: 60_000 },
  { key: "user:bench", limit: 10_000_000, windowMs: 86_400_000 },
];

const timesOf = (limiter: RateLimiter, calls: number): Promise<number[]> => times(calls, () => limiter.take(quotas));

/** What a request waits longer when all processes share the limits, beside a limiter in memory. */
export async function added(): Promise<Figure[]> {
  const server = await startRedisServer();
  const { limiter } = await connectLimiter({ url: server.url });
  const inMemory = new InMemoryRateLimiter(new SystemClock());
  try {
    await untilAvailable(limiter);
    const value = median(await timesOf(limiter, CALLS)) - median(await timesOf(inMemory, CALLS));
    const name = "Median that the Redis rate limiter adds to a request";
    return [{ name, value, unit: "ms", goal: { atMost: MAX_ADDED_MEDIAN_MS } }];
  } finally {
    limiter.close();
    await server.close();
  }
}

/** The same while Redis stands still: the first call of each lane waits for the timeout, the others do not. */
export async function stopped(): Promise<Figure[]> {
  const server = await startRedisServer();
  const { limiter } = await connectLimiter({ url: server.url });
  const inMemory = new InMemoryRateLimiter(new SystemClock());
  const taken: number[] = [];
  const lane = async (): Promise<void> => {
    for (let call = 0; call < CALLS_PER_LANE; call += 1) {
      const begun = performance.now();
      await limiter.take(quotas);
      taken.push(performance.now() - begun);
    }
  };
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      await untilAvailable(limiter);
      await server.pause();
      await Promise.all(Array.from({ length: LANES }, lane));
      server.resume();
    }
    const usual = percentile(await timesOf(inMemory, CALLS), 99);
    return [
      {
        name: "p99 that the Redis rate limiter adds to a request while Redis stands still",
        value: percentile(taken, 99) - usual,
        unit: "ms",
        goal: { atMost: MAX_ADDED_P99_MS },
      },
      { name: "Longest wait for the Redis rate limiter meanwhile", value: Math.max(...taken), unit: "ms" },
    ];
  } finally {
    limiter.close();
    await server.close();
  }
}
