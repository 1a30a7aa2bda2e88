import { expect } from "chai";
import { crashRounds } from "../../support/crash-rounds.js";
import { pushCrashRounds } from "../../support/push-crash-rounds.js";
import { SEED } from "../../support/rounds.js";

/** `npm run test:proofs` has more of them, and kills servers that tell apps of live sessions. */
const ROUNDS = 3;

describe("a server that is killed a few times", () => {
  it("has lost nothing that it acknowledged", async () => {
    const { acknowledged } = await crashRounds(ROUNDS, SEED, () => undefined);
    expect(acknowledged).to.be.greaterThan(ROUNDS);
  });

  it("has delivered all that it was pushing, under one ID each", async () => {
    const { notified } = await pushCrashRounds(ROUNDS, SEED);
    expect(notified).to.be.greaterThan(ROUNDS);
  });
});
