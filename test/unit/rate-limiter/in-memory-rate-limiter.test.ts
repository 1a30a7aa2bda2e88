import { expect } from "chai";
import { InMemoryRateLimiter } from "../../../src/adapters/in-memory/gcra-rate-limiter.js";
import { rateLimiterContract } from "../../../src/testing/contracts/runtime.contract.js";
import { FixedClock } from "../../../src/testing/fakes.js";

rateLimiterContract({ describe, it }, () => {
  const clock = new FixedClock();
  return Promise.resolve({
    subject: new InMemoryRateLimiter(clock),
    close: () => Promise.resolve(),
    advance: (milliseconds) => clock.advance(milliseconds),
  });
});

describe("The in-memory rate limiter", () => {
  const quota = { key: "key", limit: 5, windowMs: 60_000 };

  it("removes the buckets of inactive callers", async () => {
    const clock = new FixedClock();
    const limiter = new InMemoryRateLimiter(clock);
    let most = 0;
    for (let caller = 0; caller < 20_000; caller += 1) {
      await limiter.consume([{ ...quota, key: `caller ${caller}` }]);
      clock.advance(12);
      most = Math.max(most, limiter.bucketCount);
    }
    // A call is paid back after 12 s, so that 1,000 callers owe something at any time.
    expect(most).to.be.below(2_000);
  });

  it("neither blocks callers nor allows more calls when the clock is set back", async () => {
    const clock = new FixedClock();
    const limiter = new InMemoryRateLimiter(clock);
    for (let call = 0; call < 5; call += 1) await limiter.consume([quota]);
    clock.jump(-3_600_000);
    const { isAllowed: allowed, quotas } = await limiter.consume([quota]);
    expect(allowed).to.equal(false);
    expect(quotas[0]).to.include({ retryAfterMs: 12_000, fullAtMs: clock.now().getTime() + 60_000 });
    clock.advance(12_000);
    expect((await limiter.consume([quota])).isAllowed).to.equal(true);
  });

  it("allows no additional calls when the clock is set forward", async () => {
    const clock = new FixedClock();
    const limiter = new InMemoryRateLimiter(clock);
    for (let call = 0; call < 5; call += 1) await limiter.consume([quota]);
    clock.jump(3_600_000);
    expect((await limiter.consume([quota])).isAllowed).to.equal(false);
  });
});
