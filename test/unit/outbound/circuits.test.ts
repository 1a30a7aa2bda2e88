import { expect } from "chai";
import { Circuits } from "../../../src/adapters/outbound/circuits.js";
import { FixedClock } from "../../../src/testing/index.js";

const HOUR_MS = 3_600_000;

describe("circuits of outbound calls", () => {
  for (const [direction, jumpMs] of [
    ["back", -HOUR_MS],
    ["forward", HOUR_MS],
  ] as const) {
    it(`stay open for 30 s when the wall clock is set ${direction}`, () => {
      const clock = new FixedClock();
      const circuits = new Circuits(clock);
      for (let failure = 0; failure < 5; failure += 1) circuits.settle("app", false);
      clock.jump(jumpMs);
      expect(circuits.admits("app")).to.equal(false);
      clock.advance(29_999);
      expect(circuits.admits("app")).to.equal(false);
      clock.advance(1);
      expect(circuits.admits("app")).to.equal(true);
    });
  }
});
