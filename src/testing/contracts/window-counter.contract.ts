import assert from "node:assert/strict";
import type { WindowCounter, QuotaWindow } from "../../ports/driven/window-counter.js";
import { withSubject, type Open, type Registrar } from "../registrar.js";

const HOUR = 3_600_000;
const nine = Date.UTC(2026, 2, 2, 9);
const at = (milliseconds: number) => new Date(nine + milliseconds);
const hour = (n: number): QuotaWindow => ({ from: at(n * HOUR), until: at((n + 1) * HOUR) });

/** Guarantees of every WindowCounter. */
export function windowCounterContract({ it }: Registrar, open: Open<WindowCounter>): void {
  const test = (title: string, body: (windowCounter: WindowCounter) => Promise<void>) =>
    it(title, withSubject(open, body));

  test("give as many as there are, say how many are left, and give no more", async (windowCounter) => {
    for (const remaining of [2, 1, 0]) {
      assert.deepEqual(await windowCounter.tryConsume("a", 3, hour(0), at(0)), { isConsumed: true, remaining });
    }
    assert.deepEqual(await windowCounter.tryConsume("a", 3, hour(0), at(HOUR - 1)), {
      isConsumed: false,
      remaining: 0,
    });
  });

  test("give exactly so many to many at once", async (windowCounter) => {
    const all = await Promise.all(Array.from({ length: 200 }, () => windowCounter.tryConsume("a", 10, hour(0), at(0))));
    assert.equal(all.filter(({ isConsumed }) => isConsumed).length, 10);
  });

  test("count each window and each key alone", async (windowCounter) => {
    await windowCounter.tryConsume("a", 1, hour(0), at(0));
    assert.equal((await windowCounter.tryConsume("a", 1, hour(1), at(HOUR))).isConsumed, true);
    assert.equal((await windowCounter.tryConsume("b", 1, hour(0), at(0))).isConsumed, true);
    assert.equal((await windowCounter.tryConsume("a", 1, hour(0), at(0))).isConsumed, false);
  });

  test("go on in a window that has just ended, for whoever's clock is late", async (windowCounter) => {
    await windowCounter.tryConsume("a", 1, hour(0), at(HOUR - 1));
    await windowCounter.tryConsume("b", 1, hour(1), at(HOUR));
    assert.equal((await windowCounter.tryConsume("a", 1, hour(0), at(HOUR - 1))).isConsumed, false);
  });

  test("forget windows that are long over", async (windowCounter) => {
    await windowCounter.tryConsume("a", 1, hour(0), at(0));
    await windowCounter.tryConsume("b", 1, hour(2), at(2 * HOUR));
    assert.equal((await windowCounter.tryConsume("a", 1, hour(0), at(2 * HOUR))).isConsumed, true);
  });

  test("heed a limit that has been changed meanwhile", async (windowCounter) => {
    await windowCounter.tryConsume("a", 1, hour(0), at(0));
    assert.deepEqual(await windowCounter.tryConsume("a", 3, hour(0), at(0)), { isConsumed: true, remaining: 1 });
    assert.deepEqual(await windowCounter.tryConsume("a", 1, hour(0), at(0)), { isConsumed: false, remaining: 0 });
  });
}
