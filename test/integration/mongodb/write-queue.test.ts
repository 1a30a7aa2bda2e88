import { setImmediate as nextTurn } from "node:timers/promises";
import { expect } from "chai";
import { MongoClient, type Collection } from "mongodb";
import { MongoWriteQueue, type TransactionJob } from "../../../src/adapters/mongodb/database/write-queue.js";
import { DomainError } from "../../../src/domain/index.js";
import { skipWhen } from "../../support/backends.js";
import { closeAfterTests } from "../../support/close-after-tests.js";
import type { LocalServer } from "../../support/local-server.js";
import { selectDatabase, findStandInAbsence, startStandIn, useTestDatabase } from "../../support/mongodb-server.js";
import { TcpProxy } from "../../support/tcp-proxy.js";
import { retryUntilPassing, waitUntil } from "../../support/eventually.js";

interface Item {
  readonly _id: string;
  readonly count?: number;
}

const KEY = "user ada";
const PATIENT_TIMEOUT_MS = 120_000;
const SHORT_TIMEOUT_MS = 1_000;

/** @returns the code of the DomainError that the write is rejected with; undefined when it succeeds. */
const codeOf = (write: Promise<unknown>): Promise<string | undefined> =>
  write.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof DomainError) return error.code;
      throw error;
    },
  );

describe("MongoDB: the write queue", () => {
  const database = useTestDatabase();
  let client: MongoClient;
  let items: Collection<Item>;
  let queue: MongoWriteQueue;
  let collectionCount = 0;
  const closeLater = closeAfterTests();

  before(async () => {
    client = closeLater(await new MongoClient(database().url, { monitorCommands: true }).connect());
  });

  beforeEach(async () => {
    collectionCount += 1;
    items = await client.db().createCollection<Item>(`items_${collectionCount}`);
    queue = new MongoWriteQueue(client, PATIENT_TIMEOUT_MS);
  });

  afterEach(() => queue.close());

  const insert =
    (_id: string): TransactionJob<void> =>
    async (transaction) => {
      transaction.markWritten();
      await items.insertOne({ _id }, { session: transaction.session });
    };
  const storedIds = async (): Promise<string[]> => (await items.distinct("_id")).sort();
  const countCommits = async (work: () => Promise<unknown>): Promise<number> => {
    let commits = 0;
    const count = ({ commandName }: { readonly commandName: string }): void => {
      if (commandName === "commitTransaction") commits += 1;
    };
    client.on("commandStarted", count);
    await work().finally(() => client.off("commandStarted", count));
    return commits;
  };

  it("commits up to eight writes of one key together, and those of different keys separately", async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `of one key ${index}`);
    const ofOneKey = (): Promise<unknown> => Promise.all(ids.map((id) => queue.write(KEY, insert(id))));
    expect(await countCommits(ofOneKey)).to.equal(3);
    const others = Array.from({ length: 5 }, (_, index) => `of key ${index}`);
    const ofOtherKeys = (): Promise<unknown> => Promise.all(others.map((id) => queue.write(id, insert(id))));
    expect(await countCommits(ofOtherKeys)).to.equal(5);
    expect(await storedIds()).to.deep.equal([...ids, ...others].sort());
  });

  for (const [when, writesBefore] of [
    ["before its first write", false],
    ["after its first write", true],
  ] as const) {
    it(`rolls back only the failing job when it fails ${when}`, async () => {
      const failure = new Error("of the job");
      const failing: TransactionJob<void> = async (transaction) => {
        if (writesBefore) await insert("half")(transaction);
        throw failure;
      };
      const outcomes = await Promise.allSettled([
        queue.write(KEY, insert("before")),
        queue.write(KEY, failing),
        queue.write(KEY, insert("after")),
      ]);
      expect(outcomes.map(({ status }) => status)).to.deep.equal(["fulfilled", "rejected", "fulfilled"]);
      expect((outcomes[1] as PromiseRejectedResult).reason).to.equal(failure);
      expect(await storedIds()).to.deep.equal(["after", "before"]);
    });
  }

  it("reruns a job after a write conflict", async () => {
    await items.insertOne({ _id: "counter", count: 0 });
    let runs = 0;
    const result = await queue.write(KEY, async (transaction) => {
      runs += 1;
      const { session } = transaction;
      const count = (await items.findOne({ _id: "counter" }, { session }))?.count ?? NaN;
      if (runs === 1) await items.updateOne({ _id: "counter" }, { $inc: { count: 10 } });
      transaction.markWritten();
      await items.replaceOne({ _id: "counter" }, { count: count + 1 }, { session });
      return count + 1;
    });
    expect(runs).to.equal(2);
    expect(result).to.equal(11);
    expect(await items.findOne()).to.deep.equal({ _id: "counter", count: 11 });
  });

  it("reruns jobs that insert the same document concurrently, so that one finds it", async () => {
    const insertOrFind: TransactionJob<string> = async (transaction) => {
      const { session } = transaction;
      if (await items.findOne({ _id: "shared" }, { session })) return "found";
      await insert("shared")(transaction);
      return "inserted";
    };
    const results = await Promise.all(Array.from({ length: 4 }, (_, key) => queue.write(`user ${key}`, insertOrFind)));
    expect(results.sort()).to.deep.equal(["found", "found", "found", "inserted"]);
  });

  it("rejects writes at their deadline and does not store them later", async () => {
    const impatient = new MongoWriteQueue(client, SHORT_TIMEOUT_MS);
    const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
    let hasWaitingRun = false;
    const running = codeOf(
      impatient.write(KEY, async (transaction) => {
        await insert("running")(transaction);
        await released;
      }),
    );
    await nextTurn();
    const waiting = codeOf(
      impatient.write(KEY, async (transaction) => {
        hasWaitingRun = true;
        await insert("waiting")(transaction);
      }),
    );
    expect(await Promise.all([running, waiting])).to.deep.equal(["store_write_timeout", "store_write_timeout"]);
    release(undefined);
    await retryUntilPassing(() => impatient.write(KEY, insert("later")));
    await impatient.close();
    expect(hasWaitingRun).to.equal(false);
    expect(await storedIds()).to.deep.equal(["later"]);
  });

  it("does not rerun a job after its deadline when another job of its transaction failed", async () => {
    const impatient = new MongoWriteQueue(client, SHORT_TIMEOUT_MS);
    const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
    let runs = 0;
    const failing = impatient
      .write(KEY, async (transaction) => {
        await insert("failing")(transaction);
        runs += 1;
        if (runs > 1) await released;
        throw new Error("of the job");
      })
      .catch((error: unknown) => error);
    const sharing = codeOf(impatient.write(KEY, insert("sharing")));
    expect(await failing).to.be.instanceOf(Error);
    const code = await sharing;
    release(undefined);
    await impatient.close();
    expect(code).to.equal("store_write_timeout");
    expect(await storedIds()).to.deep.equal([]);
  });

  it("waits on close for running writes and rejects later ones", async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
    const write = queue.write(KEY, async (transaction) => {
      await released;
      await insert("under way")(transaction);
    });
    let isClosed = false;
    const closed = queue.close().then(() => (isClosed = true));
    expect(await codeOf(queue.write(KEY, insert("later")))).to.equal("store_closed");
    await client.db().command({ ping: 1 });
    expect(isClosed).to.equal(false);
    release(undefined);
    await Promise.all([write, closed]);
    expect(await storedIds()).to.deep.equal(["under way"]);
  });
});

describe("MongoDB: the write queue after a lost commit response", () => {
  let server: LocalServer | undefined;
  let proxy: TcpProxy | undefined;
  let client: MongoClient;
  let witness: MongoClient;
  let queue: MongoWriteQueue;
  let increments = 0;
  const closeLater = closeAfterTests();

  before(async function () {
    skipWhen(findStandInAbsence(), this);
    server = closeLater(await startStandIn());
    witness = closeLater(await new MongoClient(selectDatabase(server.url, "test")).connect());
  });

  beforeEach(async () => {
    increments = 0;
    await counters(witness).deleteMany({});
    await counters(witness).insertOne({ _id: "counter", count: 0 });
    proxy = await TcpProxy.start(server?.port ?? 0);
    const url = `mongodb://127.0.0.1:${proxy.port}/test?directConnection=true`;
    client = await new MongoClient(url, { serverSelectionTimeoutMS: SHORT_TIMEOUT_MS }).connect();
    queue = new MongoWriteQueue(client, PATIENT_TIMEOUT_MS);
  });

  afterEach(async () => {
    proxy?.releaseResponses();
    await queue.close();
    await client.close();
    await proxy?.close();
  });

  const counters = (of: MongoClient): Collection<Item> => of.db().collection<Item>("counters");
  const increment = (): Promise<void> => {
    increments += 1;
    return queue.write(KEY, async (transaction) => {
      transaction.markWritten();
      const { session } = transaction;
      await counters(client).updateOne({ _id: "counter" }, { $inc: { count: 1 } }, { session });
    });
  };
  const storedCount = async (): Promise<number | undefined> => (await counters(witness).findOne())?.count;
  const loseAnswer = async (): Promise<void> => {
    proxy?.holdResponses("commitTransaction");
    await waitUntil(() => (proxy?.heldBytes ?? 0) > 0);
  };

  it("acknowledges the write after reconnecting, and applies it once", async () => {
    const write = increment();
    await loseAnswer();
    proxy?.cutConnections();
    proxy?.releaseResponses();
    await write;
    expect(await storedCount()).to.equal(increments);
  });

  for (const [name, fail] of [
    ["is cut off again and again", () => proxy?.cutConnections()],
    ["never answers", () => undefined],
  ] as const) {
    it(`rejects the write as unknown when the server ${name}, and does not apply it again`, async () => {
      const write = codeOf(increment());
      await loseAnswer();
      let isSettled = false;
      const settle = (): boolean => (isSettled = true);
      void write.then(settle, settle);
      await waitUntil(() => {
        fail();
        return isSettled;
      });
      expect(await write).to.equal("store_commit_unknown");
      expect(await storedCount()).to.equal(1);
      // What holds the answers back is gone: the next write of the same key is done.
      proxy?.cutConnections();
      proxy?.releaseResponses();
      await increment();
      expect(await storedCount()).to.equal(increments);
    });
  }
});
