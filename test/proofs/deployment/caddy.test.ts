import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { findProgramAbsence, skipWhen } from "../../support/backends.js";
import { startCaddy } from "../../support/caddy.js";
import { EventClient } from "../../support/event-client.js";
import type { LocalServer } from "../../support/local-server.js";
import { createKey, runMneme, ServerProcess } from "../../support/server-process.js";
import { createTemporaryDirectory } from "../../support/temporary-directory.js";
import { retryUntilPassing, waitUntil } from "../../support/eventually.js";

const MEMORIES = "/v1/dev/user/memories";

/** How many requests for memories the server has logged. */
const requestsOf = (server: ServerProcess): number =>
  server.readOutput().match(/"route":"\/v1\/dev\/user\/memories"/g)?.length ?? 0;

describe("two servers behind Caddy with deploy/Caddyfile", () => {
  let folder: Awaited<ReturnType<typeof createTemporaryDirectory>>;
  let servers: ServerProcess[];
  let caddy: LocalServer;

  const list = (credential: string): Promise<Response> =>
    fetch(`${caddy.url}${MEMORIES}`, { headers: { Authorization: `Bearer ${credential}` } });
  const add = (credential: string, content: string): Promise<Response> =>
    fetch(`${caddy.url}${MEMORIES}`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${credential}`,
        "Content-Type": "application/json",
        "Idempotency-Key": randomUUID(),
      },
      body: JSON.stringify({ content }),
    });

  before(function () {
    skipWhen(findProgramAbsence("caddy", "version"), this);
  });

  beforeEach(async () => {
    folder = await createTemporaryDirectory();
    servers = await ServerProcess.startAll(folder.path, 2, { environment: { MNEME_LOG_LEVEL: "info" } });
    caddy = await startCaddy(servers.map(({ url }) => url));
  });

  afterEach(async () => {
    await caddy.close();
    await ServerProcess.killAll();
    await folder.remove();
  });

  it("stream events without buffering", async () => {
    const token = await runMneme(folder.path, "token", "--user", "ada");
    const events = await EventClient.open(caddy.url, token);
    // A proxy that buffers would hold the first event back until the stream ends, after five minutes.
    await events.waitForEvents(1);
    expect(events.receivedEvents[0]?.event).to.equal("ready");
    events.close();
  });

  it("receive the requests of one credential on one server, and of many on both", async () => {
    const key = await createKey(folder.path);
    for (let request = 0; request < 10; request += 1) expect((await list(key)).status).to.equal(200);
    await waitUntil(() => servers.map(requestsOf).reduce((sum, count) => sum + count) === 10);
    expect(servers.map(requestsOf)).to.have.members([10, 0]);

    for (let other = 0; other < 40; other += 1) expect((await list(`other-${other}`)).status).to.equal(401);
    await waitUntil(() => servers.every((server) => requestsOf(server) > 0));
  });

  it("lose no request that may be retried while one server stops", async () => {
    const keys = await Promise.all(["ada", "ben", "cleo", "dan"].map((user) => createKey(folder.path, user)));
    const statuses: number[] = [];
    let isOver = false;
    const clients = keys.map(async (key, client) => {
      for (let memory = 0; !isOver; memory += 1) {
        statuses.push((await add(key, `Client ${client} likes number ${memory}`)).status, (await list(key)).status);
      }
    });
    await waitUntil(() => statuses.length > 20);
    const [first] = servers;
    expect(await first?.stop()).to.equal(0);
    const stoppedAt = statuses.length;
    await waitUntil(() => statuses.length > stoppedAt + 100);
    isOver = true;
    await Promise.all(clients);
    expect([...new Set(statuses)]).to.deep.equal([200]);
  });

  it("take over the requests of a killed server", async () => {
    await servers[0]?.kill();
    for (let request = 0; request < 20; request += 1) expect((await list(`other-${request}`)).status).to.equal(401);
  });

  it("are replaced by a 503 response in the API's format when both are down", async () => {
    await Promise.all(servers.map((server) => server.kill()));
    await retryUntilPassing(async () => {
      const response = await list("any");
      expect(response.status).to.equal(503);
      expect(response.headers.get("Content-Type")).to.equal("application/json");
      expect(response.headers.get("Retry-After")).to.equal("1");
      expect(await response.json()).to.deep.equal({ detail: "Service Unavailable" });
    });
  });
});
