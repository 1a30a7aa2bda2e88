import { expect } from "chai";
import { crashRounds } from "../../crash-rounds.js";
import { ROUNDS, ROUNDS_TIMEOUT_MS, SEED } from "../../rounds.js";
import type { UseBackend } from "../../service-stores.js";

/** Servers are killed under load: what they acknowledged is there. */
export function serverCrashes(useBackend: UseBackend): void {
  describe("a killed server", () => {
    const backend = useBackend();
    const rounds = ROUNDS / backend.loadDivisor;
    it("has lost nothing that it acknowledged, half-written nothing, and finishes what it was processing", async function () {
      this.timeout(ROUNDS_TIMEOUT_MS);
      const report = await crashRounds(backend, rounds, SEED, () => undefined);
      const { acknowledged, repeated, overtaken, tookEffect, tookNone, caught } = report;
      console.log(
        `      SEED=${SEED}: a killed server: ${acknowledged} writes acknowledged, ${repeated} of them when repeated, ` +
          `after ${overtaken} newer ones; ` +
          `${tookEffect} unanswered ones done, ${tookNone} not`,
      );
      expect(caught).to.be.greaterThan(0);
      expect(acknowledged).to.be.greaterThan(5 * rounds);
      expect(tookEffect + tookNone).to.be.greaterThan(0);
      expect(repeated).to.be.greaterThan(0);
    });
  });
}
