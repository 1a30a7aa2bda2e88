import { Redis } from "ioredis";
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

/** Takes calls from one quota as fast as it can, when it is told to begin. */
const [url = "", key = "", limit = "", windowMs = "", calls = ""] = process.argv.slice(2);
const quota = { key, limit: Number(limit), windowMs: Number(windowMs) };
const redis = new Redis(url);
const { limiter, log } = await connectLimiter({ url, timeoutMs: PATIENT_TIMEOUT_MS });
await redis.ping();

process.once("message", () => {
  void (async () => {
    const begunMs = await redisTimeMs(redis);
    const first = await takeMany(limiter, quota, 1, 1);
    const firstAnsweredMs = await redisTimeMs(redis);
    const rest = await takeMany(limiter, quota, Number(calls) - 1);
    const report: WorkerReport = {
      allowed: first.allowed + rest.allowed,
      begunMs,
      firstAnsweredMs,
      events: log.events,
    };
    process.send?.(report, () => {
      limiter.close();
      redis.disconnect();
      process.disconnect();
    });
  })();
});
process.send?.("ready");
