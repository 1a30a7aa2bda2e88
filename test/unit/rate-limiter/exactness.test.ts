import { expect } from "chai";
import fc from "fast-check";
import { InMemoryRateLimiter } from "../../../src/adapters/in-memory/gcra-rate-limiter.js";
import type { RateLimitQuota } from "../../../src/ports/driven/runtime/rate-limiter.js";
import { FixedClock } from "../../../src/testing/fakes.js";

/** The promise itself, word for word: remembers every call, and looks at every span that ends now. */
class ReferenceModel {
  private readonly calls = new Map<string, number[]>();

  wouldAllow({ key, limit, windowMs }: RateLimitQuota, at: number, more = 1): boolean {
    const earlier = this.calls.get(key) ?? [];
    if (more > limit) return false;
    return earlier.every((start, index) => {
      const within = earlier.length - index + more;
      return within <= limit + Math.floor(((at - start) * limit) / windowMs);
    });
  }

  remaining(quota: RateLimitQuota, at: number): number {
    let more = 0;
    while (this.wouldAllow(quota, at, more + 1)) more += 1;
    return more;
  }

  take(quotas: readonly RateLimitQuota[], at: number): boolean {
    const allowed = quotas.every((quota) => this.wouldAllow(quota, at));
    if (allowed) for (const { key } of quotas) this.calls.set(key, [...(this.calls.get(key) ?? []), at]);
    return allowed;
  }
}

const quotas = fc
  .array(fc.record({ limit: fc.integer({ min: 1, max: 8 }), windowMs: fc.integer({ min: 1, max: 100 }) }), {
    minLength: 1,
    maxLength: 3,
  })
  .map((sizes) => sizes.map((size, index): RateLimitQuota => ({ key: `key ${index}`, ...size })));
const steps = fc.array(
  fc.record({ wait: fc.oneof(fc.constant(0), fc.nat(30), fc.nat(300)), which: fc.integer({ min: 1, max: 7 }) }),
  { maxLength: 60 },
);

describe("The in-memory rate limiter (compared with a model that stores every call)", () => {
  it("allows the same calls and reports the same quotas", async () => {
    await fc.assert(
      fc.asyncProperty(quotas, steps, async (all, plan) => {
        const clock = new FixedClock();
        const limiter = new InMemoryRateLimiter(clock);
        const model = new ReferenceModel();
        for (const { wait, which } of plan) {
          clock.advance(wait);
          const at = clock.now().getTime();
          const asked = all.filter((_, index) => which & (1 << index));
          const admission = await limiter.consume(asked);
          expect(admission.isAllowed).to.equal(model.take(asked, at));
          for (const { quota, remaining, retryAfterMs, fullAtMs: fullAt } of admission.quotas) {
            expect(remaining).to.equal(model.remaining(quota, at));
            expect(model.wouldAllow(quota, at + retryAfterMs)).to.equal(true);
            if (retryAfterMs > 0) expect(model.wouldAllow(quota, at + retryAfterMs - 1)).to.equal(false);
            expect(model.remaining(quota, fullAt)).to.equal(quota.limit);
          }
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("does not drift at a steady rate of three calls per second over a day", async () => {
    const clock = new FixedClock();
    const limiter = new InMemoryRateLimiter(clock);
    const quota: RateLimitQuota = { key: "key", limit: 3, windowMs: 1000 };
    for (let call = 0; call < 3; call += 1) await limiter.consume([quota]);
    let refused = 0;
    for (let call = 0; call < 86_400 * 3; call += 1) {
      clock.advance(call % 3 === 0 ? 334 : 333);
      if (!(await limiter.consume([quota])).isAllowed) refused += 1;
    }
    expect(refused).to.equal(0);
    expect((await limiter.consume([quota])).isAllowed).to.equal(false);
  });
});
