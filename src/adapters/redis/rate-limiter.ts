import { setImmediate as nextTurn } from "node:timers/promises";
import type { Redis } from "ioredis";
import { gcraRoom } from "../../domain/gcra.js";
import type { Clock } from "../../ports/driven/clock.js";
import type { EventLog } from "../../ports/driven/event-log.js";
import type { Admission, Quota, QuotaState, RateLimiter, RateLimiterStatus } from "../../ports/driven/rate-limiter.js";
import { createRedisClient, failureReasonOf } from "./connection.js";
import { GCRA_SCRIPT, GCRA_SCRIPT_SHA1 } from "./gcra-script.js";

/** How long a call waits for Redis. */
const DEFAULT_TIMEOUT_MS = 50;
/** How long Redis is not asked after a failure; then one call asks. */
const RETRY_PAUSE_MS = 250;
const DEFAULT_KEY_PREFIX = "mneme:rate-limit:";
/** Charged by `status`, in order to test the whole path: script, writing, permissions. */
const STATUS_QUOTA: Quota = { key: "status", limit: 1000, windowMs: 1000 };

export interface RedisRateLimiterOptions {
  readonly url: string;
  /** Limits this process while Redis fails. */
  readonly local: RateLimiter;
  /** How many processes share the limits: each gets this part of them while Redis fails. 1 unless given. */
  readonly replicas?: number;
  readonly clock: Clock;
  readonly log: EventLog;
  readonly timeoutMs?: number;
  readonly keyPrefix?: string;
}

class RedisTimeout extends Error {
  override readonly name = "timeout";
}

/**
 * Limits shared by all processes that use one Redis (decision 3.3). While Redis is slow, away or read-only, each process
 * limits by itself at its part of the limits: no call fails because of Redis, and none waits for it longer than the
 * timeout. Needs one server or one primary with replicas, not Redis Cluster: the quotas of a call are in one script.
 */
export class RedisRateLimiter implements RateLimiter {
  private readonly client: Redis;
  private readonly timeoutMs: number;
  private readonly keyPrefix: string;
  private readonly replicas: number;
  /** Until when Redis is not asked, in monotonic time; undefined while it answers. */
  private pausedUntilMs: number | undefined;
  private isClosed = false;

  constructor(private readonly options: RedisRateLimiterOptions) {
    this.timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    this.keyPrefix = options.keyPrefix ?? DEFAULT_KEY_PREFIX;
    this.replicas = options.replicas ?? 1;
    this.client = createRedisClient(options.url, this.timeoutMs);
    this.client.on("error", (error) => this.noteFailure(error));
  }

  /** Connects, unless that was done before. A Redis that is away is logged and tried again in the background. */
  async connect(): Promise<void> {
    if (this.client.status !== "wait") return;
    await this.client.connect().catch((error: unknown) => this.noteFailure(error));
  }

  close(): void {
    this.isClosed = true;
    this.client.disconnect();
  }

  async take(quotas: readonly Quota[]): Promise<Admission> {
    if (quotas.length === 0) return { allowed: true, quotas: [] };
    return (await this.takeShared(quotas)) ?? this.options.local.take(quotas.map((quota) => this.localPartOf(quota)));
  }

  async status(): Promise<RateLimiterStatus> {
    await this.connect();
    return { id: "redis", available: (await this.takeShared([STATUS_QUOTA])) !== undefined };
  }

  /** @returns undefined when Redis failed, or failed a moment ago. */
  private async takeShared(quotas: readonly Quota[]): Promise<Admission | undefined> {
    if (!this.mayAsk()) return undefined;
    try {
      const [allowed, ...debts] = await this.answerInTime(this.runScript(quotas));
      this.noteSuccess();
      return { allowed: allowed === 1, quotas: quotas.map((quota, index) => this.stateOf(quota, debts[index] ?? 0)) };
    } catch (error) {
      this.noteFailure(error);
      return undefined;
    }
  }

  /** After a failure, the first call after the pause asks and all others wait for what it finds. */
  private mayAsk(): boolean {
    if (this.pausedUntilMs === undefined) return true;
    const nowMs = this.options.clock.monotonicMs();
    if (nowMs < this.pausedUntilMs) return false;
    this.pausedUntilMs = nowMs + RETRY_PAUSE_MS + this.timeoutMs;
    return true;
  }

  private async runScript(quotas: readonly Quota[]): Promise<number[]> {
    const keys = quotas.map(({ key }) => this.keyPrefix + key);
    const limits = quotas.flatMap(({ limit, windowMs }) => [limit, windowMs]);
    const run = (command: "evalsha" | "eval", script: string): Promise<unknown> =>
      this.client[command](script, keys.length, ...keys, ...limits);
    try {
      return (await run("evalsha", GCRA_SCRIPT_SHA1)) as number[];
    } catch (error) {
      // The first call to this server, or the first after a restart or SCRIPT FLUSH: nothing was executed.
      if (failureReasonOf(error) !== "NOSCRIPT") throw error;
      return (await run("eval", GCRA_SCRIPT)) as number[];
    }
  }

  /**
   * The timeout of the client would fire as well when this process itself was held up for so long and the answer is
   * there, unread: so pending input is read before the answer is given up.
   * @throws RedisTimeout
   */
  private async answerInTime<T>(answer: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        void nextTurn()
          .then(() => nextTurn())
          .then(() => reject(new RedisTimeout(`no answer within ${this.timeoutMs} ms`)));
      }, this.timeoutMs);
    });
    try {
      return await Promise.race([answer, timeout]);
    } finally {
      clearTimeout(timer);
    }
  }

  private noteSuccess(): void {
    if (this.pausedUntilMs === undefined) return;
    this.pausedUntilMs = undefined;
    this.options.log.info("rate_limiter.redis_recovered", { host: this.host });
  }

  private noteFailure(error: unknown): void {
    if (this.isClosed) return;
    const isFirst = this.pausedUntilMs === undefined;
    this.pausedUntilMs = this.options.clock.monotonicMs() + RETRY_PAUSE_MS;
    if (isFirst)
      this.options.log.warn("rate_limiter.redis_failed", { host: this.host, reason: failureReasonOf(error) });
  }

  /** Without credentials. */
  private get host(): string {
    const { host, port } = this.client.options;
    return `${host ?? ""}:${port ?? ""}`;
  }

  private localPartOf(quota: Quota): Quota {
    return { ...quota, limit: Math.max(1, Math.floor(quota.limit / this.replicas)) };
  }

  private stateOf(quota: Quota, debt: number): QuotaState {
    return { quota, ...gcraRoom(quota, debt, this.options.clock.now().getTime()) };
  }
}
