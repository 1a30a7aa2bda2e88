import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import type { RateLimitQuota, RateLimiter } from "../../../src/ports/driven/runtime/rate-limiter.js";
import { skipWhen } from "../../support/backends.js";
import type { LocalServer } from "../../support/local-server.js";
import {
  connectLimiter,
  PATIENT_TIMEOUT_MS,
  takeConcurrently,
  waitUntilAvailable,
} from "../../support/redis-limiters.js";
import type { WorkerReport, WorkerTask } from "../../support/redis-limiter-worker.js";
import { findRedisServerAbsence, readRedisTimeMs, startRedisServer, withRedis } from "../../support/redis-server.js";

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
/** The counts are exact unless all callers pause for a whole window, as on a machine that stalls. */
const shared = { limit: 1_000, windowMs: 60_000 };
const WAITS = 1_000;
/** One call in 10 ms, so that a thousand waits are over soon. */
const refilledSoon = { limit: 10, windowMs: 100 };

describe("RedisRateLimiter under load", () => {
  let server: LocalServer | undefined;

  before(function () {
    skipWhen(findRedisServerAbsence(), this);
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
    it(`applies its share of the limit while Redis ${failure}, and shares the limit afterwards`, async () => {
      if (!server) throw new Error("A server was started");
      const { limiter, log } = await connectLimiter({ url: server.url, replicas: REPLICAS });
      try {
        await waitUntilAvailable(limiter);
        await fail(server);
        const { allowed, maxDurationMs: longestMs } = await takeConcurrently(limiter, { key: failure, ...hourly }, 300);
        expect(allowed).to.equal(hourly.limit / REPLICAS);
        expect(longestMs).to.be.below(CLIENT_TIMEOUT_MS);
        expect(log.events).to.include("rate_limiter.redis_failed");
        await mend(server);
        await waitUntilAvailable(limiter);
        expect(log.events.at(-1)).to.equal("rate_limiter.redis_recovered");
      } finally {
        limiter.close();
      }
    });
  }

  it(`allows exactly the burst plus refill across ${PROCESSES} processes in ${ROUNDS} rounds`, async function () {
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
            lastBegunMs = await readRedisTimeMs(redis);
            isRefused = !(await limiter.consume([quota])).isAllowed;
            lastAnsweredMs = await readRedisTimeMs(redis);
            if (!isRefused) allowed += 1;
          }
        });

        const firstBegunMs = Math.min(...reports.map(({ startedMs: begunMs }) => begunMs));
        const firstAnsweredMs = Math.min(...reports.map((report) => report.firstResponseMs));
        const paidBack = (elapsedMs: number): number => Math.floor((elapsedMs * quota.limit) / quota.windowMs);
        expect(allowed).to.be.at.most(quota.limit + paidBack(lastAnsweredMs - firstBegunMs));
        expect(allowed).to.be.at.least(quota.limit + paidBack(lastBegunMs - firstAnsweredMs));
      }
    } finally {
      limiter.close();
      for (const child of children) child.disconnect();
    }
  });

  it(`allows the next call after each of ${WAITS} reported delays`, async () => {
    const { limiter, log } = await connectLimiter({ url: server?.url ?? "", timeoutMs: PATIENT_TIMEOUT_MS });
    const quota = { key: "patient", ...refilledSoon };
    try {
      let succeeded = 0;
      for (let wait = 0; wait < WAITS; wait += 1) {
        await sleepAtLeast(await takeUntilRefused(limiter, quota));
        if ((await limiter.consume([quota])).isAllowed) succeeded += 1;
      }
      expect(succeeded).to.equal(WAITS);
      expect(log.events).to.deep.equal([]);
    } finally {
      limiter.close();
    }
  });
});

/** @returns for how long the refused client is to wait. */
async function takeUntilRefused(limiter: RateLimiter, quota: RateLimitQuota): Promise<number> {
  for (;;) {
    const { isAllowed: allowed, quotas } = await limiter.consume([quota]);
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
