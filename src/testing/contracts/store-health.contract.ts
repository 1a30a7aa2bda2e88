import assert from "node:assert/strict";
import type { StoreHealth } from "../../ports/driven/store-health.js";
import { withSubject, type Open, type Registrar } from "../registrar.js";

/** What every StoreHealth keeps, whatever stores it. */
export function storeHealthContract({ it }: Registrar, open: Open<StoreHealth>): void {
  it(
    "finds a store that was just opened in good health",
    withSubject(open, async (health) => {
      assert.notEqual(health.id, "");
      await health.check();
      await Promise.all([health.check(), health.check()]);
    }),
  );
}
