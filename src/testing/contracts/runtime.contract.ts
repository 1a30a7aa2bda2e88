import assert from "node:assert/strict";
import type { SecretCipher } from "../../ports/driven/runtime/credentials.js";
import type { RateLimitQuota, RateLimitQuotaState, RateLimiter } from "../../ports/driven/runtime/rate-limiter.js";
import { type Open, type TestFramework, withSubject } from "../test-framework.js";
import { awkwardTexts } from "./awkward-texts.js";

const MINUTE_MS = 60_000;

/** The tolerance for comparing times: a real clock moves on between two calls. */
const CLOCK_TOLERANCE_MS = 1_000;

const aQuota = (quota: Partial<RateLimitQuota> = {}): RateLimitQuota => ({
  key: "key",
  limit: 5,
  windowMs: MINUTE_MS,
  ...quota,
});

interface RateLimiterBench {
  readonly limiter: RateLimiter;
  readonly advance: (milliseconds: number) => Promise<void>;
  /** Makes calls one after the other. @returns how many of them were allowed. */
  readonly countAllowed: (quota: RateLimitQuota, calls: number) => Promise<number>;
  /** Makes one call. @returns the state of the quota after it. */
  readonly takeCall: (quota: RateLimitQuota) => Promise<RateLimitQuotaState>;
}

/** Guarantees of every RateLimiter. `open` must return `advance` and a limiter with fresh counters. */
export function rateLimiterContract(framework: TestFramework, open: Open<RateLimiter>): void {
  const withBench = async (body: (withBench: RateLimiterBench) => Promise<void>): Promise<void> => {
    const opened = await open();
    const { subject: limiter } = opened;
    try {
      await body({
        limiter,
        async advance(milliseconds) {
          assert.ok(opened.advance, "this contract needs a clock that can be moved");
          await opened.advance(milliseconds);
        },
        async countAllowed(quota, calls) {
          let allowed = 0;
          for (let call = 0; call < calls; call += 1) if ((await limiter.consume([quota])).isAllowed) allowed += 1;
          return allowed;
        },
        takeCall: async (quota) => requireSingleState((await limiter.consume([quota])).quotas),
      });
    } finally {
      await opened.close();
    }
  };

  framework.describe("RateLimiter", () => {
    framework.it("allows a burst of the whole limit, and then rejects", () =>
      withBench(async ({ countAllowed: letThrough }) => {
        assert.equal(await letThrough(aQuota({ limit: 5 }), 8), 5);
      }),
    );

    framework.it("allows no more concurrent calls than the limit", () =>
      withBench(async ({ limiter }) => {
        const results = await Promise.all(Array.from({ length: 40 }, () => limiter.consume([aQuota({ limit: 7 })])));
        assert.equal(results.filter(({ isAllowed: allowed }) => allowed).length, 7);
      }),
    );

    framework.it("allows one more call per elapsed fraction of the window", () =>
      withBench(async ({ countAllowed: letThrough, advance }) => {
        const quota = aQuota({ limit: 5 });
        await letThrough(quota, 5);
        await advance(MINUTE_MS / 5);
        assert.equal(await letThrough(quota, 3), 1);
        await advance((MINUTE_MS / 5) * 3);
        assert.equal(await letThrough(quota, 5), 3);
      }),
    );

    framework.it("never accumulates more than the limit, however long there are no calls", () =>
      withBench(async ({ countAllowed: letThrough, advance }) => {
        await letThrough(aQuota(), 2);
        await advance(100 * MINUTE_MS);
        assert.equal(await letThrough(aQuota(), 20), 5);
      }),
    );

    framework.it("counts each key separately", () =>
      withBench(async ({ countAllowed: letThrough }) => {
        await letThrough(aQuota({ key: "one" }), 5);
        assert.equal(await letThrough(aQuota({ key: "two" }), 6), 5);
      }),
    );

    framework.it("reports the number of remaining calls", () =>
      withBench(async ({ limiter }) => {
        const remaining: number[] = [];
        for (let call = 0; call < 4; call += 1) {
          remaining.push(requireSingleState((await limiter.consume([aQuota({ limit: 3 })])).quotas).remaining);
        }
        assert.deepEqual(remaining, [2, 1, 0, 0]);
      }),
    );

    framework.it("reports when the quota is full again", () =>
      withBench(async ({ takeCall: takeOne, advance }) => {
        const quota = aQuota({ limit: 4 });
        const [first, second] = [await takeOne(quota), await takeOne(quota)];
        assertNear(second.fullAtMs - first.fullAtMs, MINUTE_MS / 4);
        await advance(MINUTE_MS / 2);
        const { remaining, fullAtMs: fullAt } = await takeOne(quota);
        assert.equal(remaining, 3);
        assertNear(fullAt, second.fullAtMs + MINUTE_MS / 4);
      }),
    );

    framework.it("reports how long to wait, and zero while another call would be allowed", () =>
      withBench(async ({ limiter, countAllowed: letThrough }) => {
        const quota = aQuota({ limit: 2 });
        assert.equal(requireSingleState((await limiter.consume([quota])).quotas).retryAfterMs, 0);
        assertNear(requireSingleState((await limiter.consume([quota])).quotas).retryAfterMs, MINUTE_MS / 2);
        await letThrough(quota, 3);
        assertNear(requireSingleState((await limiter.consume([quota])).quotas).retryAfterMs, MINUTE_MS / 2);
      }),
    );

    for (const limit of [1, 3, 7, 59, 100, 10_000]) {
      framework.it(`allows a client that has waited as reported, in whole seconds, at ${limit} per minute`, () =>
        withBench(async ({ limiter, countAllowed: letThrough, advance }) => {
          const quota = aQuota({ limit });
          assert.equal(await letThrough(quota, limit), limit);
          let result = await limiter.consume([quota]);
          // On a busy machine a real clock may have refilled the quota: consume until a call is rejected.
          for (let attempt = 0; result.isAllowed && attempt < limit; attempt += 1)
            result = await limiter.consume([quota]);
          if (!result.isAllowed) await advance(Math.ceil(requireSingleState(result.quotas).retryAfterMs / 1000) * 1000);
          assert.equal(await letThrough(quota, 1), 1);
        }),
      );
    }

    framework.it("consumes from every quota", () =>
      withBench(async ({ limiter, takeCall: takeOne }) => {
        const [minute, day] = [
          aQuota({ key: "minute" }),
          aQuota({ key: "day", limit: 100, windowMs: 1440 * MINUTE_MS }),
        ];
        const { isAllowed: allowed, quotas } = await limiter.consume([minute, day]);
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

    framework.it("consumes from no quota when any of them is exhausted", () =>
      withBench(async ({ limiter, countAllowed: letThrough, takeCall: takeOne }) => {
        const [exhaustedQuota, unusedQuota] = [aQuota({ key: "used" }), aQuota({ key: "other" })];
        await letThrough(exhaustedQuota, 5);
        for (const quotas of [
          [exhaustedQuota, unusedQuota],
          [unusedQuota, exhaustedQuota],
        ]) {
          const result = await limiter.consume(quotas);
          assert.equal(result.isAllowed, false);
          assert.deepEqual(
            result.quotas.map(({ quota }) => quota.key),
            quotas.map(({ key }) => key),
          );
        }
        const { remaining, retryAfterMs } = await takeOne(unusedQuota);
        assert.deepEqual({ remaining, retryAfterMs }, { remaining: 4, retryAfterMs: 0 });
      }),
    );

    framework.it("allows every call without quotas", () =>
      withBench(async ({ limiter }) => {
        assert.deepEqual(await limiter.consume([]), { isAllowed: true, quotas: [] });
      }),
    );
  });
}

function requireSingleState(states: readonly RateLimitQuotaState[]): RateLimitQuotaState {
  const [state, ...otherStates] = states;
  assert.ok(state && otherStates.length === 0, "one state for one quota");
  return state;
}

function assertNear(actual: number, expected: number): void {
  assert.ok(Math.abs(actual - expected) <= CLOCK_TOLERANCE_MS, `${actual} is not about ${expected}`);
}

/** Guarantees of every SecretCipher. */
export function secretCipherContract({ describe, it }: TestFramework, open: Open<SecretCipher>): void {
  const test = (title: string, body: (cipher: SecretCipher) => void) =>
    it(
      title,
      withSubject(open, (cipher) => {
        body(cipher);
        return Promise.resolve();
      }),
    );

  describe("SecretCipher", () => {
    test("decrypts a text to exactly what was encrypted", (cipher) => {
      for (const text of ["", "whsec_c2VjcmV0", ...awkwardTexts.filter((each) => each.isWellFormed())]) {
        assert.equal(cipher.decrypt(cipher.encrypt(text, "app"), "app"), text);
      }
    });

    test("reveals no plaintext and encrypts equal texts differently", (cipher) => {
      const ciphertexts = Array.from({ length: 100 }, () => cipher.encrypt("a text that is known", "app"));
      assert.equal(new Set(ciphertexts).size, 100);
      for (const ciphertext of ciphertexts) {
        assert.ok(!ciphertext.includes("known"));
        assert.ok(!Buffer.from(ciphertext, "base64").includes("known"));
      }
    });

    test("refuses to decrypt a text for a different purpose", (cipher) => {
      const ciphertext = cipher.encrypt("text", "app");
      for (const purpose of ["", "App", "app ", "another"]) assert.throws(() => cipher.decrypt(ciphertext, purpose));
    });

    test("refuses to decrypt a modified or truncated ciphertext", (cipher) => {
      const ciphertext = Buffer.from(cipher.encrypt("text", "app"), "base64");
      for (let bit = 0; bit < ciphertext.length * 8; bit += 1) {
        const tampered = Buffer.from(ciphertext);
        tampered.writeUInt8(tampered.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        assert.throws(() => cipher.decrypt(tampered.toString("base64"), "app"), `bit ${bit}`);
      }
      for (const length of [0, 1, 16, 27, ciphertext.length - 1]) {
        assert.throws(
          () => cipher.decrypt(ciphertext.subarray(0, length).toString("base64"), "app"),
          `${length} bytes`,
        );
      }
    });

    test("refuses to decrypt a text that is no ciphertext", (cipher) => {
      for (const text of ["", "whsec_c2VjcmV0", "?", "A".repeat(100)]) assert.throws(() => cipher.decrypt(text, "app"));
    });
  });
}
