import { randomUUID } from "node:crypto";
import { Redis } from "ioredis";
import { RedisRateLimiter } from "../../../src/adapters/redis/index.js";
import type { RateLimiter } from "../../../src/ports/driven/runtime/rate-limiter.js";
import { rateLimiterContract } from "../../../src/testing/contracts/runtime.contract.js";
import { FixedClock } from "../../../src/testing/fakes.js";
import { skipWhen, type Backend } from "../../support/backends.js";
import { PATIENT_TIMEOUT_MS, RecordedEventLog } from "../../support/redis-limiters.js";
import { openRedisBackend } from "../../support/redis-server.js";

/** Lets time pass for what is stored: the clock of the server cannot be moved. */
const AGE_KEYS = `
for _, key in ipairs(KEYS) do
  local debt, at = string.match(redis.call('GET', key), '^(%d+) (%d+)$')
  redis.call('SET', key, string.format('%s %.0f', debt, at - ARGV[1]), 'KEEPTTL')
end
`;

/** The contract is about Redis: no call may be counted elsewhere. */
const unusedLimiter: RateLimiter = {
  consume: () => Promise.reject(new Error("Redis did not answer")),
  status: () => Promise.reject(new Error("The local limiter has no status of its own")),
};

describe("RedisRateLimiter", () => {
  let backend: Backend | undefined;
  let redis: Redis | undefined;

  before(async function () {
    const opened = await openRedisBackend();
    if (typeof opened === "string") {
      skipWhen(opened, this);
    } else {
      backend = opened;
      redis = new Redis(opened.url);
    }
  });

  after(async () => {
    redis?.disconnect();
    await backend?.close();
  });

  rateLimiterContract({ describe, it }, async () => {
    if (!backend || !redis) throw new Error("The backend was not opened");
    const admin = redis;
    const keyPrefix = `mneme-test:${randomUUID()}:`;
    const clock = new FixedClock();
    const limiter = new RedisRateLimiter({
      url: backend.url,
      fallback: unusedLimiter,
      clock,
      log: new RecordedEventLog(),
      timeoutMs: PATIENT_TIMEOUT_MS,
      keyPrefix,
    });
    await limiter.connect();
    const keys = (): Promise<string[]> => admin.keys(`${keyPrefix}*`);
    return {
      subject: limiter,
      advance: async (milliseconds) => {
        clock.advance(milliseconds);
        const stored = await keys();
        await admin.eval(AGE_KEYS, stored.length, ...stored, milliseconds);
      },
      close: async () => {
        limiter.close();
        const stored = await keys();
        if (stored.length > 0) await admin.del(stored);
      },
    };
  });
});
