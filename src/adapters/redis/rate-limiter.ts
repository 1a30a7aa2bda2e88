import { createHash } from "node:crypto";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Redis } from "ioredis";
import { computeGcraStatus } from "../../domain/gcra.js";
import type {
  RateLimitResult,
  RateLimitQuota,
  RateLimitQuotaState,
  RateLimiter,
  RateLimiterStatus,
} from "../../ports/driven/runtime/rate-limiter.js";
import type { Clock, EventLog } from "../../ports/driven/runtime/system.js";
import { createRedisClient, getFailureReason } from "./connection.js";

/** How long a call waits for Redis. */
const DEFAULT_TIMEOUT_MS = 50;
/** After a failure, no call is sent to Redis for this time; then one call probes it. */
const RETRY_PAUSE_MS = 250;
const DEFAULT_KEY_PREFIX = "mneme:rate-limit:";
/** Consumed by `status` to test the whole path: script, writes, permissions. */
const STATUS_QUOTA: RateLimitQuota = { key: "status", limit: 1000, windowMs: 1000 };

export interface RedisRateLimiterOptions {
  readonly url: string;
  /** Limits this process while Redis fails. */
  readonly fallback: RateLimiter;
  /** Number of processes that share the limits; each gets an equal part of them while Redis fails. Default 1. */
  readonly replicas?: number;
  readonly clock: Clock;
  readonly log: EventLog;
  readonly timeoutMs?: number;
  readonly keyPrefix?: string;
}

class RedisTimeoutError extends Error {
  override readonly name = "timeout";
}

/**
 * Rate limiter shared by all processes that use one Redis (decision 3.3). While Redis is slow, unreachable or
 * read-only, each process enforces its part of the limits with the fallback: no call fails because of Redis or waits
 * longer than the timeout. Needs one server or one primary with replicas, not Redis Cluster: one script accesses
 * several keys.
 */
export class RedisRateLimiter implements RateLimiter {
  private readonly client: Redis;
  private readonly timeoutMs: number;
  private readonly keyPrefix: string;
  private readonly replicas: number;
  /** No call is sent to Redis before this monotonic time; undefined while Redis responds. */
  private pausedUntilMs: number | undefined;
  private isClosed = false;

  constructor(private readonly options: RedisRateLimiterOptions) {
    this.timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    this.keyPrefix = options.keyPrefix ?? DEFAULT_KEY_PREFIX;
    this.replicas = options.replicas ?? 1;
    this.client = createRedisClient(options.url, this.timeoutMs);
    this.client.on("error", (error) => this.recordFailure(error));
  }

  /** Connects once. A failure is logged; the client reconnects in the background. */
  async connect(): Promise<void> {
    if (this.client.status !== "wait") return;
    await this.client.connect().catch((error: unknown) => this.recordFailure(error));
  }

  close(): void {
    this.isClosed = true;
    this.client.disconnect();
  }

  async consume(quotas: readonly RateLimitQuota[]): Promise<RateLimitResult> {
    if (quotas.length === 0) return { isAllowed: true, quotas: [] };
    return (
      (await this.takeFromRedis(quotas)) ??
      this.options.fallback.consume(quotas.map((quota) => this.toFallbackQuota(quota)))
    );
  }

  async status(): Promise<RateLimiterStatus> {
    await this.connect();
    return { id: "redis", available: (await this.takeFromRedis([STATUS_QUOTA])) !== undefined };
  }

  /** @returns undefined if Redis fails or the pause after a failure is not over. */
  private async takeFromRedis(quotas: readonly RateLimitQuota[]): Promise<RateLimitResult | undefined> {
    if (!this.canCallRedis()) return undefined;
    try {
      const [allowed, ...debts] = await this.awaitWithTimeout(this.runScript(quotas));
      this.recordSuccess();
      return {
        isAllowed: allowed === 1,
        quotas: quotas.map((quota, index) => this.toQuotaState(quota, debts[index] ?? 0)),
      };
    } catch (error) {
      this.recordFailure(error);
      return undefined;
    }
  }

  /** After a failure, the first call after the pause probes Redis; until it has finished, others use the fallback. */
  private canCallRedis(): boolean {
    if (this.pausedUntilMs === undefined) return true;
    const nowMs = this.options.clock.monotonicMs();
    if (nowMs < this.pausedUntilMs) return false;
    this.pausedUntilMs = nowMs + RETRY_PAUSE_MS + this.timeoutMs;
    return true;
  }

  private async runScript(quotas: readonly RateLimitQuota[]): Promise<number[]> {
    const keys = quotas.map(({ key }) => this.keyPrefix + key);
    const limits = quotas.flatMap(({ limit, windowMs }) => [limit, windowMs]);
    const run = (command: "evalsha" | "eval", script: string): Promise<unknown> =>
      this.client[command](script, keys.length, ...keys, ...limits);
    try {
      return (await run("evalsha", GCRA_SCRIPT_SHA1)) as number[];
    } catch (error) {
      // The script is not cached before the first call and after a restart or SCRIPT FLUSH. Nothing was executed.
      if (getFailureReason(error) !== "NOSCRIPT") throw error;
      return (await run("eval", GCRA_SCRIPT)) as number[];
    }
  }

  /**
   * Reads pending input before it rejects: if the event loop of this process was blocked, the reply may have arrived
   * unread. The timeout of the client does not consider that.
   * @throws RedisTimeoutError
   */
  private async awaitWithTimeout<T>(reply: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        void yieldToEventLoop()
          .then(() => yieldToEventLoop())
          .then(() => reject(new RedisTimeoutError(`no answer within ${this.timeoutMs} ms`)));
      }, this.timeoutMs);
    });
    try {
      return await Promise.race([reply, timeout]);
    } finally {
      clearTimeout(timer);
    }
  }

  private recordSuccess(): void {
    if (this.pausedUntilMs === undefined) return;
    this.pausedUntilMs = undefined;
    this.options.log.info("rate_limiter.redis_recovered", { host: this.host });
  }

  private recordFailure(error: unknown): void {
    if (this.isClosed) return;
    const isFirst = this.pausedUntilMs === undefined;
    this.pausedUntilMs = this.options.clock.monotonicMs() + RETRY_PAUSE_MS;
    if (isFirst)
      this.options.log.warn("rate_limiter.redis_failed", { host: this.host, reason: getFailureReason(error) });
  }

  /** Host and port, without credentials. */
  private get host(): string {
    const { host, port } = this.client.options;
    return `${host ?? ""}:${port ?? ""}`;
  }

  private toFallbackQuota(quota: RateLimitQuota): RateLimitQuota {
    return { ...quota, limit: Math.max(1, Math.floor(quota.limit / this.replicas)) };
  }

  private toQuotaState(quota: RateLimitQuota, debt: number): RateLimitQuotaState {
    return { quota, ...computeGcraStatus(quota, debt, this.options.clock.now().getTime()) };
  }
}

/**
 * GCRA (ITU-T I.371, Annex A) as a continuous-state leaky bucket, for several quotas at once: a call consumes from all
 * of them or from none. A call adds `window` to the debt, and `limit` is repaid every millisecond, so all numbers are
 * whole and exact as long as `limit * window` is a safe integer. The time is that of the Redis server.
 *
 * KEYS: one key per quota, each holding `"<debt> <time of that debt in ms>"`.
 * ARGV: limit and window in ms of each quota, in the order of the keys.
 * Returns `{1 if allowed else 0, debt of each quota after the call}`.
 *
 * Numbers are written with `%.0f`, because Lua's own conversion keeps only 14 digits. A debt is stored again if the
 * clock of the server was set back, so that no key keeps a time far in the future. A key expires a second after its
 * debt is repaid: Redis computes expiry from a slightly earlier reading of the clock than `TIME` returns.
 */
const GCRA_SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local allowed = 1
local debts, stale = {}, {}
for index, key in ipairs(KEYS) do
  local limit, window = tonumber(ARGV[2 * index - 1]), tonumber(ARGV[2 * index])
  local debt, at = 0, now
  local stored = redis.call('GET', key)
  if stored then
    local first, second = string.match(stored, '^(%d+) (%d+)$')
    debt, at = tonumber(first), tonumber(second)
  end
  stale[index] = at > now
  debts[index] = math.max(0, math.min(debt, limit * window) - math.max(0, now - at) * limit)
  if debts[index] + window > limit * window then allowed = 0 end
end
local result = { allowed }
for index, key in ipairs(KEYS) do
  local limit, window = tonumber(ARGV[2 * index - 1]), tonumber(ARGV[2 * index])
  if allowed == 1 then debts[index] = debts[index] + window end
  if allowed == 1 or stale[index] then
    local expiry = math.ceil(debts[index] / limit) + 1000
    redis.call('SET', key, string.format('%.0f %.0f', debts[index], now), 'PX', string.format('%.0f', expiry))
  end
  result[index + 1] = debts[index]
end
return result
`;

/** The SHA-1 digest of the script for EVALSHA. */
const GCRA_SCRIPT_SHA1 = createHash("sha1").update(GCRA_SCRIPT).digest("hex");
