import { expect } from "chai";
import { skipWhen } from "../../support/backends.js";
import { CONVERSATIONS_PATH } from "../../support/conversation-requests.js";
import type { LocalServer } from "../../support/local-server.js";
import { findRedisServerAbsence, startRedisServer } from "../../support/redis-server.js";
import { runCommandWith } from "../../support/server-process.js";
import { startService, type TestService } from "../../support/service.js";
import { retryUntilPassing } from "../../support/eventually.js";

const PASSWORD = "correct-horse";

/** As `/readyz` tells it. */
const store = { id: "sqlite", available: true };

describe("a service with REDIS_URL", () => {
  let redis: LocalServer | undefined;
  let services: TestService[] = [];
  let environment: Record<string, string> = {};

  before(async function () {
    skipWhen(findRedisServerAbsence(), this);
    redis = await startRedisServer(["--requirepass", PASSWORD]);
    environment = {
      REDIS_URL: `redis://:${PASSWORD}@127.0.0.1:${redis.port}`,
      MNEME_REPLICAS: "2",
      MNEME_RATE_LIMIT_PER_MINUTE: "7",
    };
    services = await Promise.all([startService(environment), startService(environment)]);
  });

  after(async () => {
    await Promise.all(services.map((service) => service.close()));
    await redis?.close();
  });

  const statusOf = async (directory: string): Promise<unknown> => {
    const text = await runCommandWith(directory, ["status", "--json"], { environment });
    return (JSON.parse(text) as { rate_limiter: unknown }).rate_limiter;
  };

  it("shares limits across processes and reports Redis as available", async () => {
    const [one, other] = services;
    if (!one || !other) throw new Error("Two services were started");
    const host = `127.0.0.1:${redis?.port ?? 0}`;
    await retryUntilPassing(async () => {
      const { body } = await one.clientFor().get("/readyz");
      expect(body).to.deep.equal({ status: "ok", store, rate_limiter: { id: "redis", available: true } });
    });
    await retryUntilPassing(async () => {
      expect(await statusOf(one.directory)).to.deep.equal({ id: "redis", host, available: true });
    });
    // The identity tokens of a user count as one key, at whichever service. A busy machine may miss an answer of Redis,
    // and then a service counts by itself: another user, another try.
    let attempt = 0;
    await retryUntilPassing(async () => {
      attempt += 1;
      const userId = `user-${attempt}`;
      const clients = await Promise.all([one.clientWithToken(userId), other.clientWithToken(userId)]);
      const statuses: number[] = [];
      for (let call = 0; call < 8; call += 1) {
        const client = clients[call % 2];
        if (client) statuses.push((await client.get(CONVERSATIONS_PATH)).status);
      }
      expect(statuses).to.deep.equal([200, 200, 200, 200, 200, 200, 200, 429]);
    });
  });

  it("stays ready without Redis, applies its share of the limits and logs no credentials", async () => {
    const [service] = services;
    if (!service) throw new Error("A service was started");
    const client = await service.clientWithToken("grace");
    await redis?.kill();
    const { status, body } = await service.clientFor().get("/readyz");
    expect(status).to.equal(200);
    expect(body).to.deep.equal({ status: "ok", store, rate_limiter: { id: "redis", available: false } });
    const answers = [];
    for (let call = 0; call < 4; call += 1) answers.push(await client.get(CONVERSATIONS_PATH));
    expect(answers.map((answer) => answer.status)).to.deep.equal([200, 200, 200, 429]);
    expect(answers[0]?.headers.get("x-ratelimit-limit")).to.equal("3");
    expect(service.loggedProblems.join("")).to.include("rate_limiter.redis_failed").and.not.to.include(PASSWORD);
    expect(await statusOf(service.directory)).to.deep.include({ id: "redis", available: false });
    expect(await runCommandWith(service.directory, ["status"], { environment })).to.match(
      /^rate limiter +redis at 127\.0\.0\.1:\d+ \(does not answer: limits hold per process\)$/m,
    );
  });
});

describe("a service without REDIS_URL", () => {
  it("reports the in-memory rate limiter", async () => {
    const service = await startService();
    try {
      const { body } = await service.clientFor().get("/readyz");
      expect(body).to.deep.equal({ status: "ok", store, rate_limiter: { id: "memory", available: true } });
    } finally {
      await service.close();
    }
  });
});
