import { expect } from "chai";
import { skipWhen } from "../../support/backends.js";
import type { LocalServer } from "../../support/local-server.js";
import { findStandInAbsence, startStandIn } from "../../support/mongodb-server.js";
import { runCommandWith, ServerProcess } from "../../support/server-process.js";
import { TcpProxy } from "../../support/tcp-proxy.js";
import { createTemporaryDirectory } from "../../support/temporary-directory.js";
import { waitUntil } from "../../support/eventually.js";
import { WriteLoad } from "../../support/write-load.js";

const OUTAGE_MS = 10_000;
const CUTS = 5;
const CLOCK_SHIFTS_MS = [-30_000, 30_000];
/** Of a request: it writes to the store up to three times, each within 15 s (docs/operations.md). */
const MAX_WAIT_MS = 3 * 15_000;

const shiftedClock = new URL("../../support/shifted-clock.js", import.meta.url);

describe("servers on MongoDB under load", () => {
  let database: LocalServer;
  let proxy: TcpProxy;
  let servers: ServerProcess[] = [];
  let directory: Awaited<ReturnType<typeof createTemporaryDirectory>>;
  let environment: Record<string, string> = {};
  let key = "";

  before(function () {
    skipWhen(findStandInAbsence(), this);
  });

  beforeEach(async () => {
    database = await startStandIn();
    proxy = await TcpProxy.start(database.port);
    directory = await createTemporaryDirectory();
    environment = {
      MNEME_STORE: "mongodb",
      MONGODB_URL: `mongodb://127.0.0.1:${proxy.port}/mneme?directConnection=true`,
      MNEME_SECRET: "0123456789abcdef0123456789abcdef",
    };
    const words = ["keys", "create", "--user", "ada", "--name", "test", "--scopes", "all"];
    key = (await runCommandWith(directory.path, words, { environment })).split("\n").at(-1) ?? "";
  });

  afterEach(async () => {
    await ServerProcess.killAll();
    await proxy.close();
    await database.close();
    await directory.remove();
  });

  const start = (): Promise<ServerProcess> => ServerProcess.start(directory.path, { environment });
  const beginLoad = (): WriteLoad => new WriteLoad(() => servers.map((server) => server.clientFor(key)));
  const finish = async (load: WriteLoad): Promise<void> => {
    await load.verify();
    const { acknowledged, unavailableCount: refused, brokenCount: broken, maxWaitMs: longestWaitMs } = load;
    console.log(
      `      ${acknowledged} writes acknowledged, ${refused} answered 503, ${broken} without an answer; ` +
        `the longest wait was ${Math.round(longestWaitMs)} ms`,
    );
    expect(longestWaitMs).to.be.below(MAX_WAIT_MS);
  };

  it("lose no acknowledged write when one server is killed", async () => {
    const [first, second] = [await start(), await start()];
    servers = [first, second];
    const load = beginLoad();
    await load.waitForWrites(20);
    await first.kill();
    servers = [second];
    await load.waitForWrites(20);
    servers = [second, await start()];
    await load.waitForWrites(20);
    await finish(load);
  });

  it("return 503 during a MongoDB outage of ten seconds and lose no write", async () => {
    servers = [await start(), await start()];
    const load = beginLoad();
    await load.waitForWrites(20);
    await database.kill();
    const killedMs = performance.now();
    await waitUntil(() => performance.now() - killedMs >= OUTAGE_MS);
    await database.restart();
    await load.waitForWrites(20);
    await finish(load);
    expect(load.unavailableCount).to.be.above(0);
    expect(load.brokenCount).to.equal(0);
  });

  it("apply each write once when connections drop after a commit is sent", async () => {
    servers = [await start(), await start()];
    const load = beginLoad();
    for (let cut = 0; cut < CUTS; cut += 1) {
      await load.waitForWrites(5);
      proxy.holdResponses("commitTransaction");
      await waitUntil(() => proxy.heldBytes > 0);
      proxy.cutConnections();
      proxy.releaseResponses();
    }
    await load.waitForWrites(20);
    await finish(load);
    expect(load.brokenCount).to.equal(0);
  });

  it("apply each write once when their clocks differ by one minute", async () => {
    const startShifted = (shiftMs: number): Promise<ServerProcess> =>
      ServerProcess.start(directory.path, {
        environment: { ...environment, CLOCK_SHIFT_MS: String(shiftMs) },
        preloadModule: shiftedClock,
      });
    servers = await Promise.all(CLOCK_SHIFTS_MS.map(startShifted));
    const load = beginLoad();
    await load.waitForWrites(60);
    await finish(load);
    expect([load.unavailableCount, load.brokenCount]).to.deep.equal([0, 0]);
  });
});
