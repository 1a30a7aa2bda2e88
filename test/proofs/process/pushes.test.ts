import { expect } from "chai";
import { pushCrashRounds } from "../../support/push-crash-rounds.js";
import { ROUNDS, ROUNDS_TIMEOUT_MS, SEED } from "../../support/rounds.js";

describe("a killed server that was pushing", () => {
  it("has left nothing behind: all is delivered everywhere, and a repeat has the same id", async function () {
    this.timeout(ROUNDS_TIMEOUT_MS);
    const { notified, repeats } = await pushCrashRounds(ROUNDS, SEED);
    console.log(`      SEED=${SEED}: ${notified} notifications by three channels; repeats: ${JSON.stringify(repeats)}`);
    expect(notified).to.be.greaterThan(5 * ROUNDS);
  });
});
