import assert from "node:assert/strict";
import type {
  CooldownLock,
  DistributedSemaphore,
  WindowCounter,
  QuotaWindow,
  TokenBudget,
} from "../../ports/driven/store/coordination.js";
import { withSubject, type Open, type TestFramework } from "../test-framework.js";

const COOLDOWN_MS = 30_000;
const timeAt = (milliseconds: number): Date => new Date(Date.UTC(2026, 2, 2) + milliseconds);
const key = { userId: "ada", appId: "garden" };

/** Guarantees of every CooldownLock. */
export function cooldownLockContract({ it }: TestFramework, open: Open<CooldownLock>): void {
  const test = (title: string, body: (lock: CooldownLock) => Promise<void>) => it(title, withSubject(open, body));

  test("grants the lock to exactly one of many concurrent callers", async (lock) => {
    const acquired = await Promise.all(
      Array.from({ length: 100 }, (_, index) => lock.tryAcquire(key, `h${index}`, timeAt(0), COOLDOWN_MS)),
    );
    assert.equal(acquired.filter(Boolean).length, 1);
  });

  test("rejects other holders until the cooldown ends, exact to the millisecond", async (lock) => {
    assert.equal(await lock.tryAcquire(key, "one", timeAt(0), COOLDOWN_MS), true);
    assert.equal(await lock.tryAcquire(key, "two", timeAt(1), COOLDOWN_MS), false);
    assert.equal(await lock.tryAcquire(key, "two", timeAt(COOLDOWN_MS - 1), COOLDOWN_MS), false);
    assert.equal(await lock.tryAcquire(key, "two", timeAt(COOLDOWN_MS), COOLDOWN_MS), true);
    assert.equal(await lock.tryAcquire(key, "one", timeAt(COOLDOWN_MS), COOLDOWN_MS), false);
  });

  test("lets its holder acquire it again, which restarts the cooldown", async (lock) => {
    await lock.tryAcquire(key, "one", timeAt(0), COOLDOWN_MS);
    assert.equal(await lock.tryAcquire(key, "one", timeAt(20_000), COOLDOWN_MS), true);
    assert.equal(await lock.tryAcquire(key, "two", timeAt(COOLDOWN_MS), COOLDOWN_MS), false);
    assert.equal(await lock.tryAcquire(key, "two", timeAt(20_000 + COOLDOWN_MS), COOLDOWN_MS), true);
  });

  test("lets a holder acquire it again after the cooldown unless another holder has", async (lock) => {
    await lock.tryAcquire(key, "one", timeAt(0), COOLDOWN_MS);
    assert.equal(await lock.tryAcquire(key, "one", timeAt(2 * COOLDOWN_MS), COOLDOWN_MS), true);
    assert.equal(await lock.tryAcquire(key, "two", timeAt(3 * COOLDOWN_MS), COOLDOWN_MS), true);
    assert.equal(await lock.tryAcquire(key, "one", timeAt(3 * COOLDOWN_MS), COOLDOWN_MS), false);
  });

  test("is not shortened by a slow clock or by a shorter cooldown", async (lock) => {
    await lock.tryAcquire(key, "one", timeAt(5_000), COOLDOWN_MS);
    assert.equal(await lock.tryAcquire(key, "one", timeAt(0), COOLDOWN_MS), true);
    assert.equal(await lock.tryAcquire(key, "one", timeAt(6_000), 1), true);
    assert.equal(await lock.tryAcquire(key, "two", timeAt(4_999 + COOLDOWN_MS), COOLDOWN_MS), false);
    assert.equal(await lock.tryAcquire(key, "two", timeAt(5_000 + COOLDOWN_MS), COOLDOWN_MS), true);
  });

  test("keeps a separate cooldown for each user and app", async (lock) => {
    const keys = [key, { userId: "bob", appId: "garden" }, { userId: "ada", appId: "kitchen" }];
    for (const otherKey of keys) assert.equal(await lock.tryAcquire(otherKey, "one", timeAt(0), COOLDOWN_MS), true);
    for (const otherKey of keys) assert.equal(await lock.tryAcquire(otherKey, "two", timeAt(0), COOLDOWN_MS), false);
  });

  test("tells keys apart when IDs contain quotes, commas or null characters", async (lock) => {
    const keys = [
      { userId: 'a","b', appId: "c" },
      { userId: "a", appId: 'b","c' },
      { userId: "a\u0000b", appId: "c" },
      { userId: "a", appId: "b\u0000c" },
    ];
    for (const otherKey of keys)
      assert.equal(await lock.tryAcquire(otherKey, JSON.stringify(otherKey), timeAt(0), COOLDOWN_MS), true);
  });

  test("lets one of many holders acquire it in each cooldown period", async (lock) => {
    const acquiredAtMs: number[] = [];
    for (let timeMs = 0; timeMs < 10 * COOLDOWN_MS; timeMs += 7_000) {
      if (await lock.tryAcquire(key, `h${timeMs}`, timeAt(timeMs), COOLDOWN_MS)) acquiredAtMs.push(timeMs);
    }
    const gapsMs = acquiredAtMs.slice(1).map((timeMs, index) => timeMs - (acquiredAtMs[index] ?? 0));
    assert.ok(gapsMs.every((gapMs) => gapMs >= COOLDOWN_MS));
    assert.equal(acquiredAtMs.length, 9);
  });
}

const LEASE_MS = 1_000;
const acquireOptions = (limit: number, milliseconds = 0) => ({ limit, now: timeAt(milliseconds), leaseMs: LEASE_MS });

/** Guarantees of every DistributedSemaphore. */
export function distributedSemaphoreContract({ it }: TestFramework, open: Open<DistributedSemaphore>): void {
  const test = (title: string, body: (semaphore: DistributedSemaphore) => Promise<void>) =>
    it(title, withSubject(open, body));

  test("grants exactly the limit of permits to concurrent callers", async (semaphore) => {
    const holders = Array.from({ length: 40 }, (_, index) => `h${index}`);
    const acquired = await Promise.all(holders.map((holder) => semaphore.acquire("a", holder, acquireOptions(3))));
    assert.equal(acquired.filter(Boolean).length, 3);
    const held = await Promise.all(holders.map((holder) => semaphore.isHeld("a", holder, acquireOptions(3))));
    assert.deepEqual(held, acquired);
  });

  test("grants released permits to waiters in first-come order", async (semaphore) => {
    for (const holder of ["one", "two", "three", "four"]) await semaphore.acquire("a", holder, acquireOptions(1));
    for (const [holder, waiter] of [
      ["one", "two"],
      ["two", "three"],
      ["three", "four"],
    ] as const) {
      assert.equal(await semaphore.isHeld("a", waiter, acquireOptions(1)), false);
      await semaphore.release("a", holder);
      assert.equal(await semaphore.isHeld("a", waiter, acquireOptions(1)), true);
    }
  });

  test("keeps a permit with a holder that renews it before its lease expires", async (semaphore) => {
    assert.equal(await semaphore.acquire("a", "one", acquireOptions(1)), true);
    assert.equal(await semaphore.acquire("a", "two", acquireOptions(1)), false);
    for (let timeMs = 900; timeMs < 5_000; timeMs += 900) {
      assert.equal(await semaphore.acquire("a", "one", acquireOptions(1, timeMs)), true);
      assert.equal(await semaphore.acquire("a", "two", acquireOptions(1, timeMs)), false);
    }
  });

  test("grants a crashed holder's permit to the next waiter once its lease expires", async (semaphore) => {
    await semaphore.acquire("a", "dead", acquireOptions(1));
    assert.equal(await semaphore.acquire("a", "next", acquireOptions(1, 500)), false);
    assert.equal(await semaphore.isHeld("a", "next", acquireOptions(1, LEASE_MS - 1)), false);
    assert.equal(await semaphore.isHeld("a", "next", acquireOptions(1, LEASE_MS)), true);
    assert.equal(await semaphore.acquire("a", "third", acquireOptions(1, LEASE_MS)), false);
  });

  test("skips a crashed waiter whose lease has expired", async (semaphore) => {
    await semaphore.acquire("a", "one", acquireOptions(1));
    await semaphore.acquire("a", "dead", acquireOptions(1));
    await semaphore.acquire("a", "one", acquireOptions(1, 900));
    await semaphore.acquire("a", "third", acquireOptions(1, 900));
    await semaphore.release("a", "one");
    assert.equal(await semaphore.isHeld("a", "third", acquireOptions(1, 1_100)), true);
  });

  test("puts a holder that renews after its lease expired behind the other waiters", async (semaphore) => {
    await semaphore.acquire("a", "late", acquireOptions(1));
    await semaphore.acquire("a", "next", acquireOptions(1, 900));
    assert.equal(await semaphore.isHeld("a", "next", acquireOptions(1, 1_100)), true);
    assert.equal(await semaphore.isHeld("a", "late", acquireOptions(1, 1_100)), false);
    assert.equal(await semaphore.acquire("a", "late", acquireOptions(1, 1_100)), false);
    await semaphore.release("a", "next");
    assert.equal(await semaphore.isHeld("a", "late", acquireOptions(1, 1_200)), true);
  });

  test("keeps resources separate and ignores a repeated release", async (semaphore) => {
    assert.equal(await semaphore.acquire("a", "one", acquireOptions(1)), true);
    assert.equal(await semaphore.acquire("b", "one", acquireOptions(1)), true);
    await semaphore.release("a", "one");
    await semaphore.release("a", "one");
    assert.equal(await semaphore.isHeld("a", "one", acquireOptions(1)), false);
    assert.equal(await semaphore.isHeld("b", "one", acquireOptions(1)), true);
  });
}

const HOUR_MS = 3_600_000;
const firstWindowStartMs = Date.UTC(2026, 2, 2, 9);
const windowTimeAt = (milliseconds: number) => new Date(firstWindowStartMs + milliseconds);
const hourWindow = (index: number): QuotaWindow => ({
  from: windowTimeAt(index * HOUR_MS),
  until: windowTimeAt((index + 1) * HOUR_MS),
});

/** Guarantees of every WindowCounter. */
export function windowCounterContract({ it }: TestFramework, open: Open<WindowCounter>): void {
  const test = (title: string, body: (windowCounter: WindowCounter) => Promise<void>) =>
    it(title, withSubject(open, body));

  test("allows calls up to the limit and reports how many remain", async (windowCounter) => {
    for (const remaining of [2, 1, 0]) {
      assert.deepEqual(await windowCounter.tryConsume("a", 3, hourWindow(0), windowTimeAt(0)), {
        isConsumed: true,
        remaining,
      });
    }
    assert.deepEqual(await windowCounter.tryConsume("a", 3, hourWindow(0), windowTimeAt(HOUR_MS - 1)), {
      isConsumed: false,
      remaining: 0,
    });
  });

  test("allows exactly the limit of concurrent calls", async (windowCounter) => {
    const results = await Promise.all(
      Array.from({ length: 200 }, () => windowCounter.tryConsume("a", 10, hourWindow(0), windowTimeAt(0))),
    );
    assert.equal(results.filter(({ isConsumed }) => isConsumed).length, 10);
  });

  test("counts each window and each key separately", async (windowCounter) => {
    await windowCounter.tryConsume("a", 1, hourWindow(0), windowTimeAt(0));
    assert.equal((await windowCounter.tryConsume("a", 1, hourWindow(1), windowTimeAt(HOUR_MS))).isConsumed, true);
    assert.equal((await windowCounter.tryConsume("b", 1, hourWindow(0), windowTimeAt(0))).isConsumed, true);
    assert.equal((await windowCounter.tryConsume("a", 1, hourWindow(0), windowTimeAt(0))).isConsumed, false);
  });

  test("keeps counting in a window that has just ended, for callers whose clock is late", async (windowCounter) => {
    await windowCounter.tryConsume("a", 1, hourWindow(0), windowTimeAt(HOUR_MS - 1));
    await windowCounter.tryConsume("b", 1, hourWindow(1), windowTimeAt(HOUR_MS));
    assert.equal((await windowCounter.tryConsume("a", 1, hourWindow(0), windowTimeAt(HOUR_MS - 1))).isConsumed, false);
  });

  test("discards windows that ended long ago", async (windowCounter) => {
    await windowCounter.tryConsume("a", 1, hourWindow(0), windowTimeAt(0));
    await windowCounter.tryConsume("b", 1, hourWindow(2), windowTimeAt(2 * HOUR_MS));
    assert.equal((await windowCounter.tryConsume("a", 1, hourWindow(0), windowTimeAt(2 * HOUR_MS))).isConsumed, true);
  });

  test("applies a limit that was changed within the window", async (windowCounter) => {
    await windowCounter.tryConsume("a", 1, hourWindow(0), windowTimeAt(0));
    assert.deepEqual(await windowCounter.tryConsume("a", 3, hourWindow(0), windowTimeAt(0)), {
      isConsumed: true,
      remaining: 1,
    });
    assert.deepEqual(await windowCounter.tryConsume("a", 1, hourWindow(0), windowTimeAt(0)), {
      isConsumed: false,
      remaining: 0,
    });
  });
}

const MONDAY = "2026-03-02";
const TUESDAY = "2026-03-03";

/** Guarantees of every TokenBudget. */
export function tokenBudgetContract({ it }: TestFramework, open: Open<TokenBudget>): void {
  const test = (title: string, body: (budget: TokenBudget) => Promise<void>) => it(title, withSubject(open, body));

  test("allows consumption up to the whole budget and no more", async (budget) => {
    assert.equal(await budget.tryConsume("ada", MONDAY, 60, 100), true);
    assert.equal(await budget.tryConsume("ada", MONDAY, 41, 100), false);
    assert.equal(await budget.tryConsume("ada", MONDAY, 40, 100), true);
    assert.equal(await budget.tryConsume("ada", MONDAY, 1, 100), false);
  });

  test("consumes nothing when a request exceeds the daily budget", async (budget) => {
    assert.equal(await budget.tryConsume("ada", MONDAY, 101, 100), false);
    assert.equal(await budget.tryConsume("ada", MONDAY, 100, 100), true);
  });

  test("grants concurrent requests no more than the budget", async (budget) => {
    const consumed = await Promise.all(Array.from({ length: 40 }, () => budget.tryConsume("ada", MONDAY, 10, 70)));
    assert.equal(consumed.filter(Boolean).length, 7);
  });

  test("resets the budget every day", async (budget) => {
    assert.equal(await budget.tryConsume("ada", MONDAY, 100, 100), true);
    assert.equal(await budget.tryConsume("ada", TUESDAY, 100, 100), true);
    assert.equal(await budget.tryConsume("ada", TUESDAY, 1, 100), false);
  });

  test("grants nothing for a past day once a later day has begun", async (budget) => {
    assert.equal(await budget.tryConsume("ada", TUESDAY, 100, 100), true);
    assert.equal(await budget.tryConsume("ada", MONDAY, 1, 100), false);
  });

  test("counts each user separately", async (budget) => {
    assert.equal(await budget.tryConsume("ada", MONDAY, 100, 100), true);
    assert.equal(await budget.tryConsume("bob", MONDAY, 100, 100), true);
  });

  test("returns unused tokens to the budget", async (budget) => {
    await budget.tryConsume("ada", MONDAY, 100, 100);
    await budget.adjust("ada", MONDAY, -30);
    assert.equal(await budget.tryConsume("ada", MONDAY, 31, 100), false);
    assert.equal(await budget.tryConsume("ada", MONDAY, 30, 100), true);
  });

  test("counts usage beyond the consumed amount", async (budget) => {
    await budget.tryConsume("ada", MONDAY, 50, 100);
    await budget.adjust("ada", MONDAY, 70);
    assert.equal(await budget.tryConsume("ada", MONDAY, 1, 100), false);
  });

  test("never grants more than the daily budget after a large refund", async (budget) => {
    await budget.tryConsume("ada", MONDAY, 10, 100);
    await budget.adjust("ada", MONDAY, -1_000);
    assert.equal(await budget.tryConsume("ada", MONDAY, 101, 100), false);
    assert.equal(await budget.tryConsume("ada", MONDAY, 100, 100), true);
  });

  test("does not change today's budget when yesterday's usage is adjusted", async (budget) => {
    await budget.tryConsume("ada", MONDAY, 100, 100);
    await budget.tryConsume("ada", TUESDAY, 100, 100);
    await budget.adjust("ada", MONDAY, -100);
    assert.equal(await budget.tryConsume("ada", TUESDAY, 1, 100), false);
  });
}
