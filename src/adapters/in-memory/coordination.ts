import { QUOTA_WINDOW_RETENTION_MS } from "../../domain/limits.js";
import type {
  CooldownKey,
  CooldownLock,
  AcquireOptions,
  DistributedSemaphore,
  WindowCounter,
  QuotaWindow,
  QuotaResult,
  TokenBudget,
} from "../../ports/driven/store/coordination.js";

interface LockEntry {
  readonly holder: string;
  /** In milliseconds since 1970. */
  readonly expiresAtMs: number;
}

export class InMemoryCooldownLock implements CooldownLock {
  readonly #locks = new Map<string, LockEntry>();

  async tryAcquire({ userId, appId }: CooldownKey, holder: string, now: Date, durationMs: number): Promise<boolean> {
    const nowMs = now.getTime();
    for (const [lockKey, { expiresAtMs }] of this.#locks) if (expiresAtMs <= nowMs) this.#locks.delete(lockKey);
    const lockKey = JSON.stringify([userId, appId]);
    const current = this.#locks.get(lockKey);
    if (current && current.holder !== holder) return false;
    this.#locks.set(lockKey, { holder, expiresAtMs: Math.max(current?.expiresAtMs ?? 0, nowMs + durationMs) });
    return true;
  }
}

export class InMemoryDistributedSemaphore implements DistributedSemaphore {
  /** By semaphore: when the position of each holder expires (milliseconds since 1970), in order of arrival. */
  readonly #queues = new Map<string, Map<string, number>>();

  async acquire(name: string, holder: string, { limit, now, leaseMs }: AcquireOptions): Promise<boolean> {
    const queue = this.#queues.get(name) ?? new Map<string, number>();
    for (const [queuedHolder, expiresAtMs] of queue) if (expiresAtMs <= now.getTime()) queue.delete(queuedHolder);
    queue.set(holder, now.getTime() + leaseMs);
    this.#queues.set(name, queue);
    return this.isHeld(name, holder, { limit, now });
  }

  async isHeld(name: string, holder: string, { limit, now }: Pick<AcquireOptions, "limit" | "now">): Promise<boolean> {
    const activeEntries = [...(this.#queues.get(name) ?? [])].filter(([, expiresAtMs]) => expiresAtMs > now.getTime());
    return activeEntries.slice(0, limit).some(([activeHolder]) => activeHolder === holder);
  }

  async release(name: string, holder: string): Promise<void> {
    this.#queues.get(name)?.delete(holder);
  }
}

export class InMemoryWindowCounter implements WindowCounter {
  /** By key and start: the count, and when the window ends (milliseconds since 1970). */
  readonly #windows = new Map<string, { readonly usedCount: number; readonly endsAtMs: number }>();

  async tryConsume(key: string, limit: number, { from, until }: QuotaWindow, now: Date): Promise<QuotaResult> {
    const windowKey = JSON.stringify([key, from.getTime()]);
    const usedCount = this.#windows.get(windowKey)?.usedCount ?? 0;
    if (usedCount >= limit) return { isConsumed: false, remaining: 0 };
    if (usedCount === 0) this.#removeEndedWindows(now);
    this.#windows.set(windowKey, { usedCount: usedCount + 1, endsAtMs: until.getTime() });
    return { isConsumed: true, remaining: limit - usedCount - 1 };
  }

  #removeEndedWindows(now: Date): void {
    for (const [windowKey, { endsAtMs }] of this.#windows) {
      if (endsAtMs + QUOTA_WINDOW_RETENTION_MS <= now.getTime()) this.#windows.delete(windowKey);
    }
  }
}

interface DailyUsage {
  readonly day: string;
  readonly consumedTokens: number;
}

export class InMemoryTokenBudget implements TokenBudget {
  /** The usage of each user on the latest day. */
  readonly #usageByUser = new Map<string, DailyUsage>();

  async tryConsume(userId: string, day: string, tokens: number, budget: number): Promise<boolean> {
    const usage = this.#usageByUser.get(userId);
    const current = usage && usage.day >= day ? usage : { day, consumedTokens: 0 };
    const consumedTokens = current.consumedTokens + tokens;
    if (consumedTokens > budget) return false;
    this.#usageByUser.set(userId, { day: current.day, consumedTokens });
    return true;
  }

  async adjust(userId: string, day: string, tokens: number): Promise<void> {
    const usage = this.#usageByUser.get(userId);
    if (usage?.day === day)
      this.#usageByUser.set(userId, { day, consumedTokens: Math.max(0, usage.consumedTokens + tokens) });
  }
}
