import { expect } from "chai";
import { runPushCrashRounds } from "../../push-crash-rounds.js";
import { ROUNDS, ROUNDS_TIMEOUT_MS, SEED } from "../../crash-round-settings.js";
import type { UseBackend } from "../../service-stores.js";

/** Kills servers while they push notifications: each notification must reach each target. */
export function pushCrashSuite(useBackend: UseBackend): void {
  describe("a server that is killed while it sends push notifications", () => {
    const backend = useBackend();
    const rounds = ROUNDS / backend.loadDivisor;
    it("loses no notification and reuses the ID in repeats", async function () {
      this.timeout(ROUNDS_TIMEOUT_MS);
      const { notified, repeats } = await runPushCrashRounds(backend, rounds, SEED);
      console.log(
        `      SEED=${SEED}: ${notified} notifications by three channels; repeats: ${JSON.stringify(repeats)}`,
      );
      expect(notified).to.be.greaterThan(5 * rounds);
    });
  });
}
