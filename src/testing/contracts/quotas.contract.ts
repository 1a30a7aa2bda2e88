import assert from "node:assert/strict";
import type { Quotas, QuotaWindow } from "../../ports/driven/quotas.js";
import { using, type Open, type Runner } from "../runner.js";

const HOUR = 3_600_000;
const nine = Date.UTC(2026, 2, 2, 9);
const at = (milliseconds: number) => new Date(nine + milliseconds);
const hour = (n: number): QuotaWindow => ({ from: at(n * HOUR), until: at((n + 1) * HOUR) });

/** What every Quotas keeps, whatever counts it. */
export function quotasContract({ describe, it }: Runner, open: Open<Quotas>): void {
  const test = (title: string, body: (quotas: Quotas) => Promise<void>) => it(title, using(open, body));

  describe("Quotas", () => {
    test("give as many as there are, say how many are left, and give no more", async (quotas) => {
      for (const left of [2, 1, 0]) {
        assert.deepEqual(await quotas.take("a", 3, hour(0), at(0)), { taken: true, left });
      }
      assert.deepEqual(await quotas.take("a", 3, hour(0), at(HOUR - 1)), { taken: false, left: 0 });
    });

    test("give exactly so many to many at once", async (quotas) => {
      const all = await Promise.all(Array.from({ length: 200 }, () => quotas.take("a", 10, hour(0), at(0))));
      assert.equal(all.filter(({ taken }) => taken).length, 10);
    });

    test("count each window and each key alone", async (quotas) => {
      await quotas.take("a", 1, hour(0), at(0));
      assert.equal((await quotas.take("a", 1, hour(1), at(HOUR))).taken, true);
      assert.equal((await quotas.take("b", 1, hour(0), at(0))).taken, true);
      assert.equal((await quotas.take("a", 1, hour(0), at(0))).taken, false);
    });

    test("go on in a window that has just ended, for whoever's clock is late", async (quotas) => {
      await quotas.take("a", 1, hour(0), at(HOUR - 1));
      await quotas.take("b", 1, hour(1), at(HOUR));
      assert.equal((await quotas.take("a", 1, hour(0), at(HOUR - 1))).taken, false);
    });

    test("forget windows that are long over", async (quotas) => {
      await quotas.take("a", 1, hour(0), at(0));
      await quotas.take("b", 1, hour(2), at(2 * HOUR));
      assert.equal((await quotas.take("a", 1, hour(0), at(2 * HOUR))).taken, true);
    });

    test("heed a limit that has been changed meanwhile", async (quotas) => {
      await quotas.take("a", 1, hour(0), at(0));
      assert.deepEqual(await quotas.take("a", 3, hour(0), at(0)), { taken: true, left: 1 });
      assert.deepEqual(await quotas.take("a", 1, hour(0), at(0)), { taken: false, left: 0 });
    });
  });
}
