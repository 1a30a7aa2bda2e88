import { expect } from "chai";
import Koa from "koa";
import { readBody } from "../../../src/adapters/http/kernel/json-body.js";
import { listen, type RunningServer } from "../../../src/adapters/http/index.js";
import { SystemIds } from "../../../src/adapters/system/index.js";
import { RawConnection, requestText } from "../../support/raw-connection.js";
import { retryUntilPassing, waitUntil } from "../../support/eventually.js";

const BODY_BYTES = 2 * 1024 * 1024;

describe("pipelined requests", () => {
  let listening: RunningServer;
  let connections: RawConnection[];
  /** The targets in the order in which they were handled. */
  let handled: string[];
  let open: () => void;

  beforeEach(async () => {
    handled = [];
    connections = [];
    const gate = new Promise<void>((resolve) => (open = resolve));
    const api = new Koa();
    // Clients that go away are what some of these tests are about.
    api.silent = true;
    api.use(async (context) => {
      handled.push(context.url);
      if (context.path === "/held") await gate;
      const body = await readBody(context.req, { maxBytes: BODY_BYTES });
      context.body = `${context.url} ${body.length}\n`;
    });
    listening = await listen(api, { host: "127.0.0.1", port: 0, ids: new SystemIds() });
  });
  afterEach(async () => {
    open();
    for (const connection of connections) connection.destroy();
    await listening.close(100);
  });

  const connected = async (): Promise<RawConnection> => {
    const connection = await RawConnection.open(listening.url);
    connections.push(connection);
    return connection;
  };
  const targets = (count: number): string[] => Array.from({ length: count }, (_, index) => `/${index}`);
  const answered = async (): Promise<void> => {
    expect(await (await fetch(`${listening.url}/other`)).text()).to.equal("/other 0\n");
  };

  it("are answered in order when 100 arrive at once, with and without bodies", async () => {
    const connection = await connected();
    connection.startReading();
    const sizes = targets(100).map((_, index) => (index % 3 === 0 ? 0 : index * 100));
    connection.send(
      sizes
        .map((size, index) => requestText(`/${index}`, size > 0 ? { method: "POST", body: "x".repeat(size) } : {}))
        .join(""),
    );
    await retryUntilPassing(() => expect(connection.responseBodies).to.have.length(100));
    expect(connection.responseBodies).to.deep.equal(sizes.map((size, index) => `/${index} ${size}\n`));
  });

  it("are answered when a large body precedes them in the same data", async () => {
    const connection = await connected();
    connection.startReading();
    connection.send(requestText("/large", { method: "POST", body: "x".repeat(BODY_BYTES) }));
    connection.send(
      targets(100)
        .map((target) => requestText(target))
        .join(""),
    );
    await retryUntilPassing(() => expect(connection.responseBodies).to.have.length(101));
    expect(connection.responseBodies[0]).to.equal(`/large ${BODY_BYTES}\n`);
  });

  it("are not read while too many are queued, and are all answered in the end", async () => {
    const connection = await connected();
    const padding = { "X-Padding": "x".repeat(20_000) };
    connection.send(["/held", ...targets(400)].map((target) => requestText(target, { headers: padding })).join(""));
    await retryUntilPassing(() => expect(handled).to.deep.equal(["/held"]));
    await answered();
    open();
    connection.startReading();
    await retryUntilPassing(() => expect(connection.responseBodies).to.have.length(401));
    expect(handled.filter((target) => target !== "/other")).to.deep.equal(["/held", ...targets(400)]);
    expect(connection.isClosed).to.equal(false);
  });

  it("close the connection when one read brings more requests than the queue limit", async () => {
    const connection = await connected();
    connection.send(requestText("/held") + requestText("/waiting").repeat(20_000));
    await retryUntilPassing(() => expect(connection.isClosed).to.equal(true));
    await answered();
    open();
    await answered();
    expect(handled.filter((target) => target === "/waiting")).to.deep.equal([]);
  });

  it("are limited across all connections and release their memory when clients disconnect", async () => {
    const greedy = await Promise.all(targets(60).map(connected));
    for (const connection of greedy) {
      connection.startReading();
      connection.send(requestText("/held") + requestText("/waiting").repeat(300));
    }
    await retryUntilPassing(() => expect(greedy.some(({ isClosed }) => isClosed)).to.equal(true));
    await answered();
    expect(greedy.every(({ isClosed }) => isClosed)).to.equal(false);
    for (const connection of greedy) connection.destroy();
    open();

    // Half of the room at once, time and again: all of it is given back.
    for (let round = 0; round < 4; round += 1) {
      await retryUntilPassing(async () => {
        const others = await Promise.all(targets(13).map(connected));
        for (const connection of others) {
          connection.startReading();
          connection.send(
            targets(300)
              .map((target) => requestText(target))
              .join(""),
          );
        }
        await waitUntil(() =>
          others.every(({ responseBodies: bodies, isClosed }) => isClosed || bodies.length === 300),
        );
        expect(others.filter(({ isClosed }) => isClosed)).to.have.length(0);
      });
    }
  });

  for (const [how, goAway] of [
    ["hangs up", (connection: RawConnection) => connection.destroy()],
    ["resets the connection", (connection: RawConnection) => connection.reset()],
  ] as const) {
    it(`are not handled when their client ${how} before their turn`, async () => {
      const connection = await connected();
      connection.send(["/held", ...targets(10)].map((target) => requestText(target)).join(""));
      await retryUntilPassing(() => expect(handled).to.deep.equal(["/held"]));
      goAway(connection);
      await answered();
      open();
      await answered();
      expect(handled.filter((target) => /\d/.test(target))).to.deep.equal([]);
    });
  }
});
