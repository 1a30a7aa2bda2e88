import { expect } from "chai";
import { runWebhookCrashRounds } from "../../webhook-crash-rounds.js";
import { ROUNDS, ROUNDS_TIMEOUT_MS, SEED } from "../../crash-round-settings.js";
import type { UseBackend } from "../../service-stores.js";

/** Kills servers while they send segments of live sessions to apps: every segment must arrive. */
export function webhookCrashSuite(useBackend: UseBackend): void {
  describe("a server that is killed while it sends webhooks", () => {
    const backend = useBackend();
    const rounds = ROUNDS / backend.loadDivisor;
    it("delivers every acknowledged segment with stable IDs and notifies each user once", async function () {
      this.timeout(ROUNDS_TIMEOUT_MS);
      const report = await runWebhookCrashRounds(backend, rounds, SEED, () => undefined);
      const { acknowledged, droppedCount, parts, repeats, notified, deathsWithPendingWork } = report;
      console.log(
        `      SEED=${SEED}: ${acknowledged} segments acknowledged, ${droppedCount} of them too old to be told; ${parts} parts heard, ` +
          `${repeats} calls told one again; ${notified} notifications`,
      );
      expect(deathsWithPendingWork).to.be.greaterThan(0);
      expect(repeats).to.be.greaterThan(0);
      expect(acknowledged).to.be.greaterThan(5 * rounds);
      expect(parts).to.be.greaterThan(rounds);
      expect(notified).to.be.greaterThan(rounds);
    });
  });
}
