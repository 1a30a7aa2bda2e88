import { expect } from "chai";
import { webhookCrashRounds } from "../../support/webhook-crash-rounds.js";
import { ROUNDS, ROUNDS_TIMEOUT_MS, SEED } from "../../support/rounds.js";

describe("a killed server that tells apps", () => {
  it("has told them all that it acknowledged, each part under one id, and notified each person once", async function () {
    this.timeout(ROUNDS_TIMEOUT_MS);
    const report = await webhookCrashRounds(ROUNDS, SEED, () => undefined);
    const { acknowledged, late, parts, repeats, notified, caught } = report;
    console.log(
      `      SEED=${SEED}: ${acknowledged} segments acknowledged, ${late} of them too old to be told; ${parts} parts heard, ` +
        `${repeats} calls told one again; ${notified} notifications`,
    );
    expect(caught).to.be.greaterThan(0);
    expect(repeats).to.be.greaterThan(0);
    expect(acknowledged).to.be.greaterThan(5 * ROUNDS);
    expect(parts).to.be.greaterThan(ROUNDS);
    expect(notified).to.be.greaterThan(ROUNDS);
  });
});
