import { Redis } from "ioredis";
import type { RateLimitQuota } from "../../src/ports/driven/runtime/rate-limiter.js";
import { connectLimiter, PATIENT_TIMEOUT_MS, takeConcurrently } from "./redis-limiters.js";
import { readRedisTimeMs } from "./redis-server.js";

/** The result of one worker process, by the clock of the Redis server. */
export interface WorkerReport {
  readonly allowed: number;
  /** Just before the first call, and just after its response. */
  readonly startedMs: number;
  readonly firstResponseMs: number;
  /** The events that the limiter logged: none, unless Redis failed. */
  readonly events: readonly string[];
}

/** A quota and the number of calls to make against it. */
export interface WorkerTask {
  readonly quota: RateLimitQuota;
  readonly calls: number;
}

/** Makes calls as fast as it can for each task, until its parent disconnects. */
const [url = ""] = process.argv.slice(2);
const redis = new Redis(url);
const { limiter, log } = await connectLimiter({ url, timeoutMs: PATIENT_TIMEOUT_MS });
await redis.ping();

process.on("message", ({ quota, calls }: WorkerTask) => {
  void (async () => {
    const startedMs = await readRedisTimeMs(redis);
    const firstResult = await takeConcurrently(limiter, quota, 1, 1);
    const firstResponseMs = await readRedisTimeMs(redis);
    const remainingResult = await takeConcurrently(limiter, quota, calls - 1);
    process.send?.({
      allowed: firstResult.allowed + remainingResult.allowed,
      startedMs,
      firstResponseMs,
      events: log.events,
    } satisfies WorkerReport);
  })();
});
process.once("disconnect", () => {
  limiter.close();
  redis.disconnect();
});
process.send?.("ready");
