import { setImmediate as nextTurn } from "node:timers/promises";
import { expect } from "chai";
import type { Redis } from "ioredis";
import type { RedisRateLimiter } from "../../../src/adapters/redis/index.js";
import { FixedClock } from "../../../src/testing/fakes.js";
import { skipWhen } from "../../support/backends.js";
import { findFreePort, type LocalServer } from "../../support/local-server.js";
import {
  connectLimiter,
  PATIENT_TIMEOUT_MS,
  takeConcurrently,
  waitUntilAvailable,
} from "../../support/redis-limiters.js";
import { findRedisServerAbsence, readRedisTimeMs, startRedisServer, withRedis } from "../../support/redis-server.js";
import { retryUntilPassing } from "../../support/eventually.js";

const HOUR = 3_600_000;
const quota = { key: "key", limit: 12, windowMs: HOUR };
const stored = (key: string): string => `mneme:rate-limit:${key}`;

/** Longer than a call waits for Redis, and shorter than the client does. */
const HOLD_UP_MS = 500;

/** Keeps the event loop of this process from going on. */
function holdUp(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

describe("RedisRateLimiter during Redis failures", () => {
  const servers: LocalServer[] = [];
  const limiters: RedisRateLimiter[] = [];

  const startServer = async (...words: string[]): Promise<LocalServer> => {
    const server = await startRedisServer(words);
    servers.push(server);
    return server;
  };
  const connect = async (options: Parameters<typeof connectLimiter>[0]): ReturnType<typeof connectLimiter> => {
    const opened = await connectLimiter(options);
    limiters.push(opened.limiter);
    return opened;
  };

  before(function () {
    skipWhen(findRedisServerAbsence(), this);
  });

  afterEach(async () => {
    for (const limiter of limiters.splice(0)) limiter.close();
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });

  it("applies its share of the limit until Redis is available", async () => {
    const port = await findFreePort();
    const url = `redis://127.0.0.1:${port}`;
    const { limiter, log } = await connect({ url, replicas: 5, timeoutMs: PATIENT_TIMEOUT_MS });
    expect(await limiter.status()).to.deep.equal({ id: "redis", available: false });
    expect((await takeConcurrently(limiter, quota, 20)).allowed).to.equal(2);
    const { quotas } = await limiter.consume([quota]);
    expect(quotas[0]?.quota).to.deep.equal({ ...quota, limit: 2 });
    expect(log.entries).to.deep.equal([
      {
        level: "warn",
        event: "rate_limiter.redis_failed",
        fields: { host: `127.0.0.1:${port}`, reason: "ECONNREFUSED" },
      },
    ]);
    servers.push(await startRedisServer([], port));
    await waitUntilAvailable(limiter);
    expect((await takeConcurrently(limiter, quota, 20)).allowed).to.equal(12);
    expect(log.events).to.deep.equal(["rate_limiter.redis_failed", "rate_limiter.redis_recovered"]);
  });

  it("applies its share of the limit while Redis hangs at startup", async () => {
    const server = await startServer();
    await server.pause();
    const { limiter, log } = await connect({ url: server.url, replicas: 5 });
    expect((await takeConcurrently(limiter, quota, 20)).allowed).to.equal(2);
    expect(log.events).to.deep.equal(["rate_limiter.redis_failed"]);
    server.resume();
    await waitUntilAvailable(limiter);
  });

  it("allows at least one call per process for any number of replicas", async () => {
    const { limiter } = await connect({ url: `redis://127.0.0.1:${await findFreePort()}`, replicas: 100 });
    expect((await takeConcurrently(limiter, quota, 20)).allowed).to.equal(1);
  });

  it("reloads its script after SCRIPT FLUSH and resets counts after FLUSHALL", async () => {
    const { url } = await startServer();
    const { limiter, log } = await connect({ url, timeoutMs: PATIENT_TIMEOUT_MS });
    expect((await takeConcurrently(limiter, quota, 20)).allowed).to.equal(12);
    await withRedis(url, (redis) => redis.script("FLUSH"));
    expect((await takeConcurrently(limiter, quota, 20)).allowed).to.equal(0);
    await withRedis(url, async (redis) => {
      await redis.flushall();
      await redis.script("FLUSH");
    });
    expect((await takeConcurrently(limiter, quota, 20)).allowed).to.equal(12);
    expect(log.events).to.deep.equal([]);
  });

  it("falls back to local limits while Redis is a read-only replica", async () => {
    const { url } = await startServer();
    const { limiter, log } = await connect({ url, replicas: 3, timeoutMs: PATIENT_TIMEOUT_MS });
    expect((await takeConcurrently(limiter, quota, 5)).allowed).to.equal(5);
    const nowhere = await findFreePort();
    await withRedis(url, (redis) => redis.replicaof("127.0.0.1", nowhere));
    expect((await takeConcurrently(limiter, quota, 20)).allowed).to.equal(4);
    expect(log.entries.at(0)).to.deep.include({ event: "rate_limiter.redis_failed" });
    expect(log.entries.at(0)?.fields["reason"]).to.equal("READONLY");
    expect((await limiter.status()).available).to.equal(false);
    await withRedis(url, (redis) => redis.replicaof("NO", "ONE"));
    await waitUntilAvailable(limiter);
    expect((await takeConcurrently(limiter, quota, 20)).allowed).to.equal(7);
  });

  it("retries Redis with a single call 250 ms after a failure", async () => {
    const { url } = await startServer();
    const clock = new FixedClock();
    const { limiter } = await connect({ url, clock, timeoutMs: PATIENT_TIMEOUT_MS });
    await limiter.consume([quota]);
    await withRedis(url, async (redis) => {
      await redis.del(stored(quota.key));
      // Any call on it fails, and is counted all the same.
      await redis.lpush(stored(quota.key), "no debt");
      const asked = async (): Promise<number> => {
        await redis.config("RESETSTAT");
        await takeConcurrently(limiter, quota, 20);
        return Number(/cmdstat_evalsha:calls=(\d+)/.exec(await redis.info("commandstats"))?.[1] ?? 0);
      };
      await limiter.consume([quota]);
      expect(await asked()).to.equal(0);
      clock.advance(249);
      expect(await asked()).to.equal(0);
      clock.advance(1);
      expect(await asked()).to.equal(1);
    });
  });

  it("reads a response that arrived while the event loop was blocked", async () => {
    const { url } = await startServer();
    const { limiter } = await connect({ url, replicas: 2 });
    await waitUntilAvailable(limiter);
    // Where Redis gets no time to answer meanwhile, another try.
    await retryUntilPassing(async () => {
      // From here on the event loop looks at its timers first, and at what was received after them.
      await nextTurn();
      const taken = limiter.consume([quota]);
      holdUp(HOLD_UP_MS);
      expect((await taken).quotas[0]?.quota.limit).to.equal(quota.limit);
    });
  });

  for (const [name, words] of [
    ["refuses the password", ["--requirepass", "another"]],
    ["does not know how to check one", ["--rename-command", "AUTH", "", "--rename-command", "HELLO", ""]],
  ] as const) {
    it(`falls back to local limits without logging the password when Redis ${name}`, async () => {
      const { port } = await startServer(...words);
      const { limiter, log } = await connect({ url: `redis://ada:hunter2@127.0.0.1:${port}`, replicas: 3 });
      await limiter.status();
      expect((await takeConcurrently(limiter, quota, 20)).allowed).to.equal(4);
      expect(JSON.stringify(log.entries)).not.to.match(/hunter2|another/);
      expect(log.events[0]).to.equal("rate_limiter.redis_failed");
    });
  }

  describe("with a running server", () => {
    const withState = async (
      state: (nowMs: number) => string,
      work: (redis: Redis) => Promise<void>,
    ): Promise<void> => {
      const { url } = await startServer();
      await withRedis(url, async (redis) => {
        await redis.set(stored(quota.key), state(await readRedisTimeMs(redis)));
        await work(redis);
      });
    };

    it("does not lock out keys when the server clock is set back", async () => {
      const full = quota.limit * quota.windowMs;
      await withState(
        (nowMs) => `${full} ${nowMs + 24 * HOUR}`,
        async (redis) => {
          const { limiter } = await connect({ url: servers[0]?.url ?? "", timeoutMs: PATIENT_TIMEOUT_MS });
          const { isAllowed: allowed, quotas } = await limiter.consume([quota]);
          expect(allowed).to.equal(false);
          expect(quotas[0]?.retryAfterMs).to.equal(HOUR / quota.limit);
          const [debt, at] = (await redis.get(stored(quota.key)))?.split(" ") ?? [];
          expect(Number(debt)).to.equal(full);
          expect(Number(at)).to.be.at.most(await readRedisTimeMs(redis));
        },
      );
    });

    it("counts the largest limits exactly", async () => {
      const greatest = { key: quota.key, limit: 10_000_000, windowMs: 24 * HOUR };
      await withState(
        // A time to come is read as the present, so that nothing is paid back meanwhile.
        (nowMs) => `123456789012345 ${nowMs + HOUR}`,
        async (redis) => {
          const { limiter } = await connect({ url: servers[0]?.url ?? "", timeoutMs: PATIENT_TIMEOUT_MS });
          expect((await limiter.consume([greatest])).isAllowed).to.equal(true);
          const [debt] = (await redis.get(stored(quota.key)))?.split(" ") ?? [];
          expect(debt).to.equal(String(123_456_789_012_345 + 24 * HOUR));
        },
      );
    });

    it("rejects for at most one window after a limit is lowered", async () => {
      await withState(
        (nowMs) => `${1000 * quota.limit * quota.windowMs} ${nowMs}`,
        async () => {
          const { limiter } = await connect({ url: servers[0]?.url ?? "", timeoutMs: PATIENT_TIMEOUT_MS });
          const { isAllowed: allowed, quotas } = await limiter.consume([quota]);
          expect(allowed).to.equal(false);
          expect(quotas[0]?.retryAfterMs).to.be.at.most(HOUR / quota.limit);
        },
      );
    });

    it("expires a key once it is fully refilled", async () => {
      const { url } = await startServer();
      const { limiter } = await connect({ url, timeoutMs: PATIENT_TIMEOUT_MS });
      await limiter.consume([quota]);
      const expiryMs = await withRedis(url, (redis) => redis.pttl(stored(quota.key)));
      expect(expiryMs).to.be.within(1, HOUR / quota.limit + 1000);
    });
  });
});
