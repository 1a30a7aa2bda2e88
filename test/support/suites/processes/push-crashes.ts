import { expect } from "chai";
import { pushCrashRounds } from "../../push-crash-rounds.js";
import { ROUNDS, ROUNDS_TIMEOUT_MS, SEED } from "../../rounds.js";
import type { UseBackend } from "../../service-stores.js";

/** Servers are killed while they push notifications: each comes to each target. */
export function pushCrashes(useBackend: UseBackend): void {
  describe("a killed server that was pushing", () => {
    const backend = useBackend();
    const rounds = ROUNDS / backend.loadDivisor;
    it("has left nothing behind: all is delivered everywhere, and a repeat has the same id", async function () {
      this.timeout(ROUNDS_TIMEOUT_MS);
      const { notified, repeats } = await pushCrashRounds(backend, rounds, SEED);
      console.log(
        `      SEED=${SEED}: ${notified} notifications by three channels; repeats: ${JSON.stringify(repeats)}`,
      );
      expect(notified).to.be.greaterThan(5 * rounds);
    });
  });
}
