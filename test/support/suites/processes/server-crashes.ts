import { expect } from "chai";
import { runCrashRounds } from "../../crash-rounds.js";
import { ROUNDS, ROUNDS_TIMEOUT_MS, SEED } from "../../crash-round-settings.js";
import type { UseBackend } from "../../service-stores.js";

/** Kills servers under load: every acknowledged write must be stored. */
export function serverCrashSuite(useBackend: UseBackend): void {
  describe("a server that is killed under load", () => {
    const backend = useBackend();
    const rounds = ROUNDS / backend.loadDivisor;
    it("loses no acknowledged write, leaves no partial write and resumes processing", async function () {
      this.timeout(ROUNDS_TIMEOUT_MS);
      const report = await runCrashRounds(backend, rounds, SEED, () => undefined);
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
