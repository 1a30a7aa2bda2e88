import { SystemClock } from "../../src/adapters/system/index.js";
import { InMemoryRateLimiter } from "../../src/adapters/in-memory/index.js";
import { RedisRateLimiter, type RedisRateLimiterOptions } from "../../src/adapters/redis/index.js";
import type { EventLog, LogFields } from "../../src/ports/driven/runtime/system.js";
import type { RateLimitQuota, RateLimiter } from "../../src/ports/driven/runtime/rate-limiter.js";
import { waitUntil } from "./eventually.js";

/** For tests in which Redis must respond, however busy the machine is. */
export const PATIENT_TIMEOUT_MS = 10_000;

/** Stores the logged events for inspection. */
export class RecordedEventLog implements EventLog {
  readonly entries: { readonly level: string; readonly event: string; readonly fields: LogFields }[] = [];

  info(event: string, fields: LogFields = {}): void {
    this.entries.push({ level: "info", event, fields });
  }

  warn(event: string, fields: LogFields = {}): void {
    this.entries.push({ level: "warn", event, fields });
  }

  error(event: string, fields: LogFields = {}): void {
    this.entries.push({ level: "error", event, fields });
  }

  get events(): readonly string[] {
    return this.entries.map(({ event }) => event);
  }
}

/** Connects a limiter with the system clock, and returns it with its log. */
export async function connectLimiter(
  options: Partial<RedisRateLimiterOptions> & Pick<RedisRateLimiterOptions, "url">,
): Promise<{ readonly limiter: RedisRateLimiter; readonly log: RecordedEventLog }> {
  const [clock, log] = [new SystemClock(), new RecordedEventLog()];
  const limiter = new RedisRateLimiter({ clock, log, fallback: new InMemoryRateLimiter(clock), ...options });
  await limiter.connect();
  return { limiter, log };
}

/** Makes `calls` calls, `concurrency` of them at the same time. */
export async function takeConcurrently(
  limiter: RateLimiter,
  quota: RateLimitQuota,
  calls: number,
  concurrency = 8,
): Promise<{ readonly allowed: number; readonly maxDurationMs: number }> {
  let [startedCalls, allowed, maxDurationMs] = [0, 0, 0];
  const runLane = async (): Promise<void> => {
    while (startedCalls < calls) {
      startedCalls += 1;
      const startMs = performance.now();
      if ((await limiter.consume([quota])).isAllowed) allowed += 1;
      maxDurationMs = Math.max(maxDurationMs, performance.now() - startMs);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, runLane));
  return { allowed, maxDurationMs };
}

export async function waitUntilAvailable(limiter: RateLimiter): Promise<void> {
  await waitUntil(async () => (await limiter.status()).available);
}
