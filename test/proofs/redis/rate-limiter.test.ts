import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import type { Quota, RateLimiter } from "../../../src/ports/driven/rate-limiter.js";
import { skipWhen } from "../../support/backends.js";
import type { LocalServer } from "../../support/local-server.js";
import { connectLimiter, PATIENT_TIMEOUT_MS, takeMany, untilAvailable } from "../../support/redis-limiters.js";
import type { WorkerReport, WorkerTask } from "../../support/redis-limiter-worker.js";
import { redisServerAbsence, redisTimeMs, startRedisServer, withRedis } from "../../support/redis-server.js";

const worker = new URL("../../support/redis-limiter-worker.js", import.meta.url);

const HOUR = 3_600_000;
const REPLICAS = 4;
const hourly = { limit: 100, windowMs: HOUR };
/** The client's own timeout: whoever waits for so long was not helped by ours. */
const CLIENT_TIMEOUT_MS = 1_000;

const PROCESSES = 4;
const CALLS = 5_000;
const ROUNDS = 20;
const ROUNDS_TIMEOUT_MS = 1_200_000;
const shared = { limit: 100, windowMs: 6_000 };
const WAITS = 1_000;
/** One call in 10 ms, so that a thousand waits are over soon. */
const refilledSoon = { limit: 10, windowMs: 100 };

describe("the rate limiter over Redis", () => {
  let server: LocalServer | undefined;

  before(function () {
    skipWhen(redisServerAbsence(), this);
  });

  beforeEach(async () => {
    server = await startRedisServer();
  });

  afterEach(async () => {
    await server?.close();
  });

  for (const [failure, fail, mend] of [
    ["stands still", (redis: LocalServer) => redis.pause(), (redis: LocalServer) => redis.resume()],
    ["was killed", (redis: LocalServer) => redis.kill(), (redis: LocalServer) => redis.restart()],
  ] as const) {
    it(`answers every call at its part of the limit while Redis ${failure}, and shares it again afterwards`, async () => {
      if (!server) throw new Error("A server was started");
      const { limiter, log } = await connectLimiter({ url: server.url, replicas: REPLICAS });
      try {
        await untilAvailable(limiter);
        await fail(server);
        const { allowed, longestMs } = await takeMany(limiter, { key: failure, ...hourly }, 300);
        expect(allowed).to.equal(hourly.limit / REPLICAS);
        expect(longestMs).to.be.below(CLIENT_TIMEOUT_MS);
        expect(log.events).to.include("rate_limiter.redis_failed");
        await mend(server);
        await untilAvailable(limiter);
        expect(log.events.at(-1)).to.equal("rate_limiter.redis_recovered");
      } finally {
        limiter.close();
      }
    });
  }

  it(`lets exactly the burst and what is paid back through ${PROCESSES} processes, in ${ROUNDS} rounds`, async function () {
    this.timeout(ROUNDS_TIMEOUT_MS);
    const { url } = server ?? { url: "" };
    const children = Array.from({ length: PROCESSES }, () => fork(worker, [url]));
    const { limiter } = await connectLimiter({ url, timeoutMs: PATIENT_TIMEOUT_MS });
    try {
      await Promise.all(children.map((child) => once(child, "message")));
      for (let round = 0; round < ROUNDS; round += 1) {
        const quota = { key: `round ${round}`, ...shared };
        const reports = await Promise.all(children.map((child) => runWorker(child, { quota, calls: CALLS })));
        expect(reports.flatMap(({ events }) => events)).to.deep.equal([]);

        // Takes what is left, so that the last call is one that was refused: then the sum is exact at that moment.
        let [allowed, lastBegunMs, lastAnsweredMs] = [reports.reduce((sum, report) => sum + report.allowed, 0), 0, 0];
        await withRedis(url, async (redis) => {
          for (let isRefused = false; !isRefused;) {
            lastBegunMs = await redisTimeMs(redis);
            isRefused = !(await limiter.take([quota])).allowed;
            lastAnsweredMs = await redisTimeMs(redis);
            if (!isRefused) allowed += 1;
          }
        });

        const firstBegunMs = Math.min(...reports.map(({ begunMs }) => begunMs));
        const firstAnsweredMs = Math.min(...reports.map((report) => report.firstAnsweredMs));
        const paidBack = (elapsedMs: number): number => Math.floor((elapsedMs * quota.limit) / quota.windowMs);
        expect(allowed).to.be.at.most(quota.limit + paidBack(lastAnsweredMs - firstBegunMs));
        expect(allowed).to.be.at.least(quota.limit + paidBack(lastBegunMs - firstAnsweredMs));
      }
    } finally {
      limiter.close();
      for (const child of children) child.disconnect();
    }
  });

  it(`allows each call of a client that waits for as long as it is told, in ${WAITS} waits`, async () => {
    const { limiter, log } = await connectLimiter({ url: server?.url ?? "", timeoutMs: PATIENT_TIMEOUT_MS });
    const quota = { key: "patient", ...refilledSoon };
    try {
      let succeeded = 0;
      for (let wait = 0; wait < WAITS; wait += 1) {
        await sleepAtLeast(await takeUntilRefused(limiter, quota));
        if ((await limiter.take([quota])).allowed) succeeded += 1;
      }
      expect(succeeded).to.equal(WAITS);
      expect(log.events).to.deep.equal([]);
    } finally {
      limiter.close();
    }
  });
});

/** @returns for how long the refused client is to wait. */
async function takeUntilRefused(limiter: RateLimiter, quota: Quota): Promise<number> {
  for (;;) {
    const { allowed, quotas } = await limiter.take([quota]);
    if (!allowed) return Math.max(...quotas.map(({ retryAfterMs }) => retryAfterMs));
  }
}

/** A timer may fire a millisecond early. */
async function sleepAtLeast(milliseconds: number): Promise<void> {
  const end = performance.now() + milliseconds;
  for (let remaining = milliseconds; remaining > 0; remaining = end - performance.now()) await sleep(remaining);
}

async function runWorker(child: ChildProcess, task: WorkerTask): Promise<WorkerReport> {
  const reported = once(child, "message") as Promise<[WorkerReport]>;
  child.send(task);
  const [report] = await reported;
  return report;
}
