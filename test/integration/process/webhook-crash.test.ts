import { expect } from "chai";
import { webhookCrashRounds } from "../../support/webhook-crash-rounds.js";

const ROUNDS = 20;

describe("a killed server that tells apps", () => {
  it("has told them all that it acknowledged, each part under one id, and notified each person once", async function () {
    this.timeout(300_000);
    const report = await webhookCrashRounds(ROUNDS, Date.now() >>> 0, () => undefined);
    const { acknowledged, late, parts, repeats, notified, caught } = report;
    console.log(
      `      ${acknowledged} segments acknowledged, ${late} of them too old to be told; ${parts} parts heard, ` +
        `${repeats} calls told one again; ${notified} notifications`,
    );
    expect(caught).to.be.greaterThan(0);
    expect(repeats).to.be.greaterThan(0);
    expect(acknowledged).to.be.greaterThan(5 * ROUNDS);
    expect(parts).to.be.greaterThan(ROUNDS);
    expect(notified).to.be.greaterThan(ROUNDS);
  });
});
