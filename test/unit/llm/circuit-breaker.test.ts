import { expect } from "chai";
import { CircuitBreaker } from "../../../src/adapters/llm/circuit-breaker.js";
import { FixedClock } from "../../../src/testing/index.js";

const HOUR_MS = 3_600_000;

describe("the circuit breaker of a model", () => {
  for (const [direction, jumpMs] of [
    ["back", -HOUR_MS],
    ["forward", HOUR_MS],
  ] as const) {
    it(`pauses as long as it should when the wall clock is set ${direction}`, async () => {
      const clock = new FixedClock();
      const breaker = new CircuitBreaker(clock, { failures: 1, pauseMs: 5_000 });
      const fails = () => Promise.reject(new Error("unreachable"));
      await breaker.run(fails, () => true).catch(() => undefined);
      clock.jump(jumpMs);
      clock.advance(4_999);
      expect(() => breaker.check()).to.throw();
      clock.advance(1);
      expect(() => breaker.check()).not.to.throw();
    });
  }
});
