import { expect } from "chai";
import { pushCrashRounds } from "../../support/push-crash-rounds.js";

const ROUNDS = 20;

describe("a killed server that was pushing", () => {
  it("has left nothing behind: all is delivered everywhere, and a repeat has the same id", async function () {
    this.timeout(300_000);
    const { notified, repeats } = await pushCrashRounds(ROUNDS, Date.now() >>> 0);
    console.log(`      ${notified} notifications by three channels; repeats: ${JSON.stringify(repeats)}`);
    expect(notified).to.be.greaterThan(5 * ROUNDS);
  });
});
