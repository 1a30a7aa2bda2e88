import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { expect } from "chai";
import { MongoClient } from "mongodb";
import { skipWhen } from "../../support/backends.js";
import type { LocalServer } from "../../support/local-server.js";
import { findStandInAbsence, startStandIn, withMongo } from "../../support/mongodb-server.js";
import { TcpProxy } from "../../support/tcp-proxy.js";
import { waitUntil } from "../../support/eventually.js";

const worker = new URL("../../support/stand-in-worker.js", import.meta.url);
const patient = "serverSelectionTimeoutMS=120000";

function isRunning(pid: number): boolean {
  return existsSync(`/proc/${pid}`);
}

describe("the MongoDB stand-in", () => {
  let server: LocalServer | undefined;

  before(function () {
    skipWhen(findStandInAbsence(), this);
  });

  afterEach(async () => {
    await server?.close();
    server = undefined;
  });

  const start = async (): Promise<LocalServer> => {
    server = await startStandIn();
    return server;
  };

  it("keeps acknowledged writes after it is killed and restarts on the same port", async () => {
    const { url, pid } = await start();
    await withMongo(`${url}/?${patient}`, async (client) => {
      const items = client.db("test").collection<{ _id: number }>("items");
      await items.insertOne({ _id: 1 });
      await server?.kill();
      expect(isRunning(pid)).to.equal(false);
      await server?.restart();
      expect(server).to.deep.include({ url });
      await items.insertOne({ _id: 2 });
      expect(await items.distinct("_id")).to.deep.equal([1, 2]);
    });
  });

  it("commits a transaction whose response a proxy withholds and then drops", async () => {
    const { url, port } = await start();
    const proxy = await TcpProxy.start(port);
    const client = new MongoClient(`mongodb://127.0.0.1:${proxy.port}/?directConnection=true&retryWrites=false`);
    try {
      await withMongo(url, async (witness) => {
        const committed = witness.db("test").collection<{ _id: number }>("items");
        await committed.insertOne({ _id: 1 });
        await client.withSession(async (session) => {
          session.startTransaction();
          await client.db("test").collection<{ _id: number }>("items").insertOne({ _id: 2 }, { session });
          proxy.holdResponses("commitTransaction");
          const outcome = session.commitTransaction().catch((error: unknown) => error);
          await waitUntil(() => proxy.heldBytes > 0);
          expect(await committed.distinct("_id")).to.deep.equal([1, 2]);
          let isAnswered = false;
          void outcome.then(() => (isAnswered = true));
          // The driver sends the commit once more, by itself.
          await waitUntil(() => {
            proxy.cutConnections();
            return isAnswered;
          });
          // The driver (7.9) throws a MongoNetworkError, and for some socket errors a TypeError.
          expect(await outcome).to.be.instanceOf(Error);
        });
      });
    } finally {
      await client.close();
      await proxy.close();
    }
  });

  it("stops when the test process ends and removes its data", async () => {
    const child = fork(worker, { silent: true });
    const [{ pid, directory }] = (await once(child, "message")) as [{ pid: number; directory: string }];
    expect([isRunning(pid), existsSync(directory)]).to.deep.equal([true, true]);
    const ended = once(child, "exit");
    child.send("fail");
    expect(await ended).to.deep.equal([1, null]);
    await waitUntil(() => !isRunning(pid));
    expect(existsSync(directory)).to.equal(false);
  });
});
