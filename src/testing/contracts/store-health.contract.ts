import type { StoreHealth } from "../../ports/driven/store-health.js";
import { using, type Open, type Runner } from "../runner.js";

/** What every StoreHealth keeps, whatever stores it. */
export function storeHealthContract({ describe, it }: Runner, open: Open<StoreHealth>): void {
  describe("StoreHealth", () => {
    it(
      "finds a store that was just opened in good health",
      using(open, async (health) => {
        await health.check();
        await Promise.all([health.check(), health.check()]);
      }),
    );
  });
}
