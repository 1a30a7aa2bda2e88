import { expect } from "chai";
import { InMemoryRateLimiter } from "../../../src/adapters/in-memory/gcra-rate-limiter.js";
import { rateLimiterContract } from "../../../src/testing/contracts/rate-limiter.contract.js";
import { FixedClock } from "../../../src/testing/fixed-clock.js";

rateLimiterContract({ describe, it }, () => {
  const clock = new FixedClock();
  return Promise.resolve({
    subject: new InMemoryRateLimiter(clock),
    close: () => Promise.resolve(),
    advance: (milliseconds) => clock.advance(milliseconds),
  });
});

describe("the rate limiter of one process", () => {
  const quota = { key: "key", limit: 5, windowMs: 60_000 };

  it("forgets whoever has not called for long", async () => {
    const clock = new FixedClock();
    const limiter = new InMemoryRateLimiter(clock);
    let most = 0;
    for (let caller = 0; caller < 20_000; caller += 1) {
      await limiter.take([{ ...quota, key: `caller ${caller}` }]);
      clock.advance(12);
      most = Math.max(most, limiter.size);
    }
    // A call is paid back after 12 s, so that 1,000 callers owe something at any time.
    expect(most).to.be.below(2_000);
  });

  it("locks nobody out, and lets nothing more through, when the clock is set back", async () => {
    const clock = new FixedClock();
    const limiter = new InMemoryRateLimiter(clock);
    for (let call = 0; call < 5; call += 1) await limiter.take([quota]);
    clock.jump(-3_600_000);
    const { allowed, quotas } = await limiter.take([quota]);
    expect(allowed).to.equal(false);
    expect(quotas[0]).to.include({ retryAfterMs: 12_000, fullAt: clock.now().getTime() + 60_000 });
    clock.advance(12_000);
    expect((await limiter.take([quota])).allowed).to.equal(true);
  });

  it("admits no additional calls when the clock is set forward", async () => {
    const clock = new FixedClock();
    const limiter = new InMemoryRateLimiter(clock);
    for (let call = 0; call < 5; call += 1) await limiter.take([quota]);
    clock.jump(3_600_000);
    expect((await limiter.take([quota])).allowed).to.equal(false);
  });
});
