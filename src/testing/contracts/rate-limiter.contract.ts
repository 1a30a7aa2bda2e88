import assert from "node:assert/strict";
import type { Quota, QuotaState, RateLimiter } from "../../ports/driven/rate-limiter.js";
import type { Open, Registrar } from "../registrar.js";

const MINUTE = 60_000;

/** A real clock goes on between two calls: times are compared to within so many milliseconds. */
const SLACK = 1_000;

const aQuota = (quota: Partial<Quota> = {}): Quota => ({ key: "key", limit: 5, windowMs: MINUTE, ...quota });

interface Bench {
  readonly limiter: RateLimiter;
  readonly advance: (milliseconds: number) => Promise<void>;
  /** Tries so many calls, one after the other, and answers how many were let through. */
  readonly letThrough: (quota: Quota, calls: number) => Promise<number>;
  /** Takes one call. @returns the state of the quota after it. */
  readonly takeOne: (quota: Quota) => Promise<QuotaState>;
}

/** What every RateLimiter keeps, whatever it counts with. `open` must offer `advance`, and give fresh counters. */
export function rateLimiterContract(registrar: Registrar, open: Open<RateLimiter>): void {
  const bench = async (body: (bench: Bench) => Promise<void>): Promise<void> => {
    const opened = await open();
    const { subject: limiter } = opened;
    try {
      await body({
        limiter,
        async advance(milliseconds) {
          assert.ok(opened.advance, "this contract needs a clock that can be moved");
          await opened.advance(milliseconds);
        },
        async letThrough(quota, calls) {
          let allowed = 0;
          for (let call = 0; call < calls; call += 1) if ((await limiter.take([quota])).allowed) allowed += 1;
          return allowed;
        },
        takeOne: async (quota) => only((await limiter.take([quota])).quotas),
      });
    } finally {
      await opened.close();
    }
  };

  registrar.describe("RateLimiter", () => {
    registrar.it("lets the whole limit through at once, and then no more", () =>
      bench(async ({ letThrough }) => {
        assert.equal(await letThrough(aQuota({ limit: 5 }), 8), 5);
      }),
    );

    registrar.it("lets no more than the limit through when many come at the same time", () =>
      bench(async ({ limiter }) => {
        const answers = await Promise.all(Array.from({ length: 40 }, () => limiter.take([aQuota({ limit: 7 })])));
        assert.equal(answers.filter(({ allowed }) => allowed).length, 7);
      }),
    );

    registrar.it("lets one more through for each part of the window that has passed", () =>
      bench(async ({ letThrough, advance }) => {
        const quota = aQuota({ limit: 5 });
        await letThrough(quota, 5);
        await advance(MINUTE / 5);
        assert.equal(await letThrough(quota, 3), 1);
        await advance((MINUTE / 5) * 3);
        assert.equal(await letThrough(quota, 5), 3);
      }),
    );

    registrar.it("does not let more than the limit gather, however long nobody calls", () =>
      bench(async ({ letThrough, advance }) => {
        await letThrough(aQuota(), 2);
        await advance(100 * MINUTE);
        assert.equal(await letThrough(aQuota(), 20), 5);
      }),
    );

    registrar.it("counts each key for itself", () =>
      bench(async ({ letThrough }) => {
        await letThrough(aQuota({ key: "one" }), 5);
        assert.equal(await letThrough(aQuota({ key: "two" }), 6), 5);
      }),
    );

    registrar.it("says how many calls are left", () =>
      bench(async ({ limiter }) => {
        const remaining: number[] = [];
        for (let call = 0; call < 4; call += 1) {
          remaining.push(only((await limiter.take([aQuota({ limit: 3 })])).quotas).remaining);
        }
        assert.deepEqual(remaining, [2, 1, 0, 0]);
      }),
    );

    registrar.it("says when the whole limit is there again", () =>
      bench(async ({ takeOne, advance }) => {
        const quota = aQuota({ limit: 4 });
        const [first, second] = [await takeOne(quota), await takeOne(quota)];
        near(second.fullAt - first.fullAt, MINUTE / 4);
        await advance(MINUTE / 2);
        const { remaining, fullAt } = await takeOne(quota);
        assert.equal(remaining, 3);
        near(fullAt, second.fullAt + MINUTE / 4);
      }),
    );

    registrar.it("says how long to wait, and nothing to wait while another call would be let through", () =>
      bench(async ({ limiter, letThrough }) => {
        const quota = aQuota({ limit: 2 });
        assert.equal(only((await limiter.take([quota])).quotas).retryAfterMs, 0);
        near(only((await limiter.take([quota])).quotas).retryAfterMs, MINUTE / 2);
        await letThrough(quota, 3);
        near(only((await limiter.take([quota])).quotas).retryAfterMs, MINUTE / 2);
      }),
    );

    for (const limit of [1, 3, 7, 59, 100, 10_000]) {
      registrar.it(`lets a client through that waited as it was told, in whole seconds, at ${limit} a minute`, () =>
        bench(async ({ limiter, letThrough, advance }) => {
          const quota = aQuota({ limit });
          assert.equal(await letThrough(quota, limit), limit);
          let admission = await limiter.take([quota]);
          // A real clock goes on: on a busy machine more calls have come back meanwhile, and are taken until one is refused.
          for (let more = 0; admission.allowed && more < limit; more += 1) admission = await limiter.take([quota]);
          if (!admission.allowed) await advance(Math.ceil(only(admission.quotas).retryAfterMs / 1000) * 1000);
          assert.equal(await letThrough(quota, 1), 1);
        }),
      );
    }

    registrar.it("takes from every quota", () =>
      bench(async ({ limiter, takeOne }) => {
        const [minute, day] = [aQuota({ key: "minute" }), aQuota({ key: "day", limit: 100, windowMs: 1440 * MINUTE })];
        const { allowed, quotas } = await limiter.take([minute, day]);
        assert.equal(allowed, true);
        assert.deepEqual(
          quotas.map(({ quota, remaining }) => [quota.key, remaining]),
          [
            ["minute", 4],
            ["day", 99],
          ],
        );
        assert.equal((await takeOne(minute)).remaining, 3);
        assert.equal((await takeOne(day)).remaining, 98);
      }),
    );

    registrar.it("takes from none when one of them is used up, wherever it stands", () =>
      bench(async ({ limiter, letThrough, takeOne }) => {
        const [used, other] = [aQuota({ key: "used" }), aQuota({ key: "other" })];
        await letThrough(used, 5);
        for (const quotas of [
          [used, other],
          [other, used],
        ]) {
          const admission = await limiter.take(quotas);
          assert.equal(admission.allowed, false);
          assert.deepEqual(
            admission.quotas.map(({ quota }) => quota.key),
            quotas.map(({ key }) => key),
          );
        }
        const { remaining, retryAfterMs } = await takeOne(other);
        assert.deepEqual({ remaining, retryAfterMs }, { remaining: 4, retryAfterMs: 0 });
      }),
    );

    registrar.it("lets everything through that no quota limits", () =>
      bench(async ({ limiter }) => {
        assert.deepEqual(await limiter.take([]), { allowed: true, quotas: [] });
      }),
    );
  });
}

function only(states: readonly QuotaState[]): QuotaState {
  const [state, ...others] = states;
  assert.ok(state && others.length === 0, "one state for one quota");
  return state;
}

function near(actual: number, expected: number): void {
  assert.ok(Math.abs(actual - expected) <= SLACK, `${actual} is not about ${expected}`);
}
