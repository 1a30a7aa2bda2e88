import { expect } from "chai";
import { skipWhen } from "../../support/backends.js";
import type { LocalServer } from "../../support/local-server.js";
import { standInAbsence, startStandIn } from "../../support/mongodb-server.js";
import { command, ServerProcess } from "../../support/server-process.js";
import { TcpProxy } from "../../support/tcp-proxy.js";
import { temporaryFolder } from "../../support/temporary-directory.js";
import { until } from "../../support/waiting.js";
import { WriteLoad } from "../../support/write-load.js";

const OUTAGE_MS = 10_000;
const CUTS = 5;
const CLOCK_SHIFTS_MS = [-30_000, 30_000];
/** Of a request: it writes to the store up to three times, each within 15 s (docs/operations.md). */
const MAX_WAIT_MS = 3 * 15_000;

const shiftedClock = new URL("../../support/shifted-clock.js", import.meta.url);

describe("servers over MongoDB, under load", () => {
  let database: LocalServer;
  let proxy: TcpProxy;
  let servers: ServerProcess[] = [];
  let directory: Awaited<ReturnType<typeof temporaryFolder>>;
  let environment: Record<string, string> = {};
  let key = "";

  before(function () {
    skipWhen(standInAbsence(), this);
  });

  beforeEach(async () => {
    database = await startStandIn();
    proxy = await TcpProxy.start(database.port);
    directory = await temporaryFolder();
    environment = {
      MNEME_STORE: "mongodb",
      MONGODB_URL: `mongodb://127.0.0.1:${proxy.port}/mneme?directConnection=true`,
      MNEME_SECRET: "0123456789abcdef0123456789abcdef",
    };
    const words = ["keys", "create", "--user", "ada", "--name", "test", "--scopes", "all"];
    key = (await command(directory.path, words, { environment })).split("\n").at(-1) ?? "";
  });

  afterEach(async () => {
    await ServerProcess.killAll();
    await proxy.close();
    await database.close();
    await directory.remove();
  });

  const start = (): Promise<ServerProcess> => ServerProcess.start(directory.path, { environment });
  const beginLoad = (): WriteLoad => new WriteLoad(() => servers.map((server) => server.as(key)));
  const finish = async (load: WriteLoad): Promise<void> => {
    await load.verify();
    const { acknowledged, refused, broken, longestWaitMs } = load;
    console.log(
      `      ${acknowledged} writes acknowledged, ${refused} answered 503, ${broken} without an answer; ` +
        `the longest wait was ${Math.round(longestWaitMs)} ms`,
    );
    expect(longestWaitMs).to.be.below(MAX_WAIT_MS);
  };

  it("lose no acknowledged write when one of them is killed", async () => {
    const [first, second] = [await start(), await start()];
    servers = [first, second];
    const load = beginLoad();
    await load.progress(20);
    await first.kill();
    servers = [second];
    await load.progress(20);
    servers = [second, await start()];
    await load.progress(20);
    await finish(load);
  });

  it("answer 503 while MongoDB is killed for ten seconds, and lose nothing", async () => {
    servers = [await start(), await start()];
    const load = beginLoad();
    await load.progress(20);
    await database.kill();
    const killedMs = performance.now();
    await until(() => performance.now() - killedMs >= OUTAGE_MS);
    await database.restart();
    await load.progress(20);
    await finish(load);
    expect(load.refused).to.be.above(0);
    expect(load.broken).to.equal(0);
  });

  it("apply each write once when connections are cut after commits were sent", async () => {
    servers = [await start(), await start()];
    const load = beginLoad();
    for (let cut = 0; cut < CUTS; cut += 1) {
      await load.progress(5);
      proxy.holdResponses("commitTransaction");
      await until(() => proxy.heldBytes > 0);
      proxy.cutConnections();
      proxy.releaseResponses();
    }
    await load.progress(20);
    await finish(load);
    expect(load.broken).to.equal(0);
  });

  it("apply each write once although their clocks are a minute apart", async () => {
    const startShifted = (shiftMs: number): Promise<ServerProcess> =>
      ServerProcess.start(directory.path, {
        environment: { ...environment, CLOCK_SHIFT_MS: String(shiftMs) },
        inside: shiftedClock,
      });
    servers = await Promise.all(CLOCK_SHIFTS_MS.map(startShifted));
    const load = beginLoad();
    await load.progress(60);
    await finish(load);
    expect([load.refused, load.broken]).to.deep.equal([0, 0]);
  });
});
