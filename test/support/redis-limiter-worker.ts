import { Redis } from "ioredis";
import type { Quota } from "../../src/ports/driven/rate-limiter.js";
import { connectLimiter, PATIENT_TIMEOUT_MS, takeMany } from "./redis-limiters.js";
import { redisTimeMs } from "./redis-server.js";

/** What one process of several saw, by the clock of the Redis server. */
export interface WorkerReport {
  readonly allowed: number;
  /** Just before its first call, and just after that call was answered. */
  readonly begunMs: number;
  readonly firstAnsweredMs: number;
  /** What the limiter logged: nothing, unless Redis failed. */
  readonly events: readonly string[];
}

/** A quota, and how many calls to take from it. */
export interface WorkerTask {
  readonly quota: Quota;
  readonly calls: number;
}

/** Takes calls as fast as it can, as often as it is asked, until its parent disconnects. */
const [url = ""] = process.argv.slice(2);
const redis = new Redis(url);
const { limiter, log } = await connectLimiter({ url, timeoutMs: PATIENT_TIMEOUT_MS });
await redis.ping();

process.on("message", ({ quota, calls }: WorkerTask) => {
  void (async () => {
    const begunMs = await redisTimeMs(redis);
    const first = await takeMany(limiter, quota, 1, 1);
    const firstAnsweredMs = await redisTimeMs(redis);
    const rest = await takeMany(limiter, quota, calls - 1);
    process.send?.({
      allowed: first.allowed + rest.allowed,
      begunMs,
      firstAnsweredMs,
      events: log.events,
    } satisfies WorkerReport);
  })();
});
process.once("disconnect", () => {
  limiter.close();
  redis.disconnect();
});
process.send?.("ready");
