import { expect } from "chai";
import { ConsecutiveFailureBreakers } from "../../../src/adapters/runtime/circuit-breakers.js";
import type { CallOutcome } from "../../../src/ports/driven/index.js";
import { FixedClock } from "../../../src/testing/index.js";

const HOUR_MS = 3_600_000;

describe("The circuit breakers", () => {
  let clock: FixedClock;
  let breakers: ConsecutiveFailureBreakers;

  beforeEach(() => {
    clock = new FixedClock();
    breakers = new ConsecutiveFailureBreakers(clock, { maxConsecutiveFailures: 3, openMs: 5_000 });
  });

  const call = (outcome: CallOutcome, key = "app"): void => breakers.tryBeginCall(key)?.(outcome);
  const openCircuit = (): void => {
    for (let failure = 0; failure < 3; failure += 1) call("failure");
  };

  it("open one circuit after consecutive failures", () => {
    call("failure");
    call("failure");
    call("success");
    call("failure");
    call("failure");
    expect(breakers.isOpen("app")).to.equal(false);
    call("failure");
    expect([breakers.isOpen("app"), breakers.isOpen("other")]).to.deep.equal([true, false]);
    expect(breakers.tryBeginCall("app")).to.equal(undefined);
  });

  it("allow one probe at a time after the pause, until one succeeds", () => {
    openCircuit();
    clock.advance(5_000);
    const endProbe = breakers.tryBeginCall("app");
    expect([breakers.isOpen("app"), breakers.tryBeginCall("app")]).to.deep.equal([true, undefined]);
    clock.advance(5_000);
    expect(breakers.isOpen("app")).to.equal(true);
    endProbe?.("failure");
    clock.advance(4_999);
    expect(breakers.isOpen("app")).to.equal(true);
    clock.advance(1);
    call("success");
    call("failure");
    expect(breakers.isOpen("app")).to.equal(false);
  });

  it("ignore the outcome of a call that shows nothing", () => {
    openCircuit();
    clock.advance(5_000);
    call("unknown");
    expect(breakers.isOpen("app")).to.equal(false);
    call("failure");
    expect(breakers.isOpen("app")).to.equal(true);
  });

  it("do not prolong the pause for a call that began before it", () => {
    const endLateCall = breakers.tryBeginCall("app");
    openCircuit();
    clock.advance(4_000);
    endLateCall?.("failure");
    clock.advance(1_000);
    expect(breakers.isOpen("app")).to.equal(false);
  });

  for (const [direction, jumpMs] of [
    ["back", -HOUR_MS],
    ["forward", HOUR_MS],
  ] as const) {
    it(`stay open for the configured time when the wall clock is set ${direction}`, () => {
      openCircuit();
      clock.jump(jumpMs);
      clock.advance(4_999);
      expect(breakers.isOpen("app")).to.equal(true);
      clock.advance(1);
      expect(breakers.isOpen("app")).to.equal(false);
    });
  }
});
