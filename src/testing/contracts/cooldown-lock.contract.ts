import assert from "node:assert/strict";
import type { CooldownLock } from "../../ports/driven/cooldown-lock.js";
import { withSubject, type Open, type Registrar } from "../registrar.js";

const SPAN = 30_000;
const at = (milliseconds: number): Date => new Date(Date.UTC(2026, 2, 2) + milliseconds);
const key = { userId: "ada", appId: "garden" };

/** Guarantees of every CooldownLock. */
export function cooldownLockContract({ it }: Registrar, open: Open<CooldownLock>): void {
  const test = (title: string, body: (lock: CooldownLock) => Promise<void>) => it(title, withSubject(open, body));

  test("lets one of many at once through", async (lock) => {
    const taken = await Promise.all(Array.from({ length: 100 }, (_, n) => lock.tryAcquire(key, `h${n}`, at(0), SPAN)));
    assert.equal(taken.filter(Boolean).length, 1);
  });

  test("lets nobody else through until the span is over, to the millisecond", async (lock) => {
    assert.equal(await lock.tryAcquire(key, "one", at(0), SPAN), true);
    assert.equal(await lock.tryAcquire(key, "two", at(1), SPAN), false);
    assert.equal(await lock.tryAcquire(key, "two", at(SPAN - 1), SPAN), false);
    assert.equal(await lock.tryAcquire(key, "two", at(SPAN), SPAN), true);
    assert.equal(await lock.tryAcquire(key, "one", at(SPAN), SPAN), false);
  });

  test("lets its holder through again, and holds from that time on", async (lock) => {
    await lock.tryAcquire(key, "one", at(0), SPAN);
    assert.equal(await lock.tryAcquire(key, "one", at(20_000), SPAN), true);
    assert.equal(await lock.tryAcquire(key, "two", at(SPAN), SPAN), false);
    assert.equal(await lock.tryAcquire(key, "two", at(20_000 + SPAN), SPAN), true);
  });

  test("lets a holder through again whose span is over, unless another has come", async (lock) => {
    await lock.tryAcquire(key, "one", at(0), SPAN);
    assert.equal(await lock.tryAcquire(key, "one", at(2 * SPAN), SPAN), true);
    assert.equal(await lock.tryAcquire(key, "two", at(3 * SPAN), SPAN), true);
    assert.equal(await lock.tryAcquire(key, "one", at(3 * SPAN), SPAN), false);
  });

  test("is held no shorter for a clock that is late, nor for a shorter claim", async (lock) => {
    await lock.tryAcquire(key, "one", at(5_000), SPAN);
    assert.equal(await lock.tryAcquire(key, "one", at(0), SPAN), true);
    assert.equal(await lock.tryAcquire(key, "one", at(6_000), 1), true);
    assert.equal(await lock.tryAcquire(key, "two", at(4_999 + SPAN), SPAN), false);
    assert.equal(await lock.tryAcquire(key, "two", at(5_000 + SPAN), SPAN), true);
  });

  test("counts every user and every app alone", async (lock) => {
    const keys = [key, { userId: "bob", appId: "garden" }, { userId: "ada", appId: "kitchen" }];
    for (const each of keys) assert.equal(await lock.tryAcquire(each, "one", at(0), SPAN), true);
    for (const each of keys) assert.equal(await lock.tryAcquire(each, "two", at(0), SPAN), false);
  });

  test("takes no two keys for one, whatever stands in their names", async (lock) => {
    const keys = [
      { userId: 'a","b', appId: "c" },
      { userId: "a", appId: 'b","c' },
      { userId: "a\u0000b", appId: "c" },
      { userId: "a", appId: "b\u0000c" },
    ];
    for (const each of keys) assert.equal(await lock.tryAcquire(each, JSON.stringify(each), at(0), SPAN), true);
  });

  test("lets one through in every span, of as many as come", async (lock) => {
    const passed: number[] = [];
    for (let time = 0; time < 10 * SPAN; time += 7_000) {
      if (await lock.tryAcquire(key, `h${time}`, at(time), SPAN)) passed.push(time);
    }
    const gaps = passed.slice(1).map((time, n) => time - (passed[n] ?? 0));
    assert.ok(gaps.every((gap) => gap >= SPAN));
    assert.equal(passed.length, 9);
  });
}
