import { expect } from "chai";
import { webhookCrashRounds } from "../../webhook-crash-rounds.js";
import { ROUNDS, ROUNDS_TIMEOUT_MS, SEED } from "../../rounds.js";
import type { UseBackend } from "../../service-stores.js";

/** Servers are killed while they tell apps of live sessions: each part is told. */
export function webhookCrashes(useBackend: UseBackend): void {
  describe("a killed server that tells apps", () => {
    const backend = useBackend();
    const rounds = ROUNDS / backend.loadDivisor;
    it("has told them all that it acknowledged, each part under one id, and notified each person once", async function () {
      this.timeout(ROUNDS_TIMEOUT_MS);
      const report = await webhookCrashRounds(backend, rounds, SEED, () => undefined);
      const { acknowledged, late, parts, repeats, notified, caught } = report;
      console.log(
        `      SEED=${SEED}: ${acknowledged} segments acknowledged, ${late} of them too old to be told; ${parts} parts heard, ` +
          `${repeats} calls told one again; ${notified} notifications`,
      );
      expect(caught).to.be.greaterThan(0);
      expect(repeats).to.be.greaterThan(0);
      expect(acknowledged).to.be.greaterThan(5 * rounds);
      expect(parts).to.be.greaterThan(rounds);
      expect(notified).to.be.greaterThan(rounds);
    });
  });
}
