import { SystemClock } from "../../src/adapters/system/index.js";
import { InMemoryRateLimiter } from "../../src/adapters/in-memory/index.js";
import { RedisRateLimiter, type RedisRateLimiterOptions } from "../../src/adapters/redis/index.js";
import type { EventLog, Fields } from "../../src/ports/driven/event-log.js";
import type { Quota, RateLimiter } from "../../src/ports/driven/rate-limiter.js";
import { until } from "./waiting.js";

/** For tests in which Redis answers, however busy the machine is. */
export const PATIENT_TIMEOUT_MS = 10_000;

/** Keeps what is logged, to be looked at. */
export class RecordedLog implements EventLog {
  readonly entries: { readonly level: string; readonly event: string; readonly fields: Fields }[] = [];

  info(event: string, fields: Fields = {}): void {
    this.entries.push({ level: "info", event, fields });
  }

  warn(event: string, fields: Fields = {}): void {
    this.entries.push({ level: "warn", event, fields });
  }

  error(event: string, fields: Fields = {}): void {
    this.entries.push({ level: "error", event, fields });
  }

  get events(): readonly string[] {
    return this.entries.map(({ event }) => event);
  }
}

/** A limiter on the clock of the system, with what it logs; connected. */
export async function connectLimiter(
  options: Partial<RedisRateLimiterOptions> & Pick<RedisRateLimiterOptions, "url">,
): Promise<{ readonly limiter: RedisRateLimiter; readonly log: RecordedLog }> {
  const [clock, log] = [new SystemClock(), new RecordedLog()];
  const limiter = new RedisRateLimiter({ clock, log, local: new InMemoryRateLimiter(clock), ...options });
  await limiter.connect();
  return { limiter, log };
}

/** Tries so many calls, so many of them at the same time. */
export async function takeMany(
  limiter: RateLimiter,
  quota: Quota,
  calls: number,
  lanes = 8,
): Promise<{ readonly allowed: number; readonly longestMs: number }> {
  let [begun, allowed, longestMs] = [0, 0, 0];
  const lane = async (): Promise<void> => {
    while (begun < calls) {
      begun += 1;
      const at = performance.now();
      if ((await limiter.take([quota])).allowed) allowed += 1;
      longestMs = Math.max(longestMs, performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return { allowed, longestMs };
}

export async function untilAvailable(limiter: RateLimiter): Promise<void> {
  await until(async () => (await limiter.status()).available);
}
