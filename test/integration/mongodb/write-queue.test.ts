import { setImmediate as nextTurn } from "node:timers/promises";
import { expect } from "chai";
import { MongoClient, type Collection } from "mongodb";
import { WriteQueue, type Job } from "../../../src/adapters/mongodb/write-queue.js";
import { DomainError } from "../../../src/domain/index.js";
import { skipWhen } from "../../support/backends.js";
import type { LocalServer } from "../../support/local-server.js";
import { selectDatabase, standInAbsence, startStandIn, useTestDatabase } from "../../support/mongodb-server.js";
import { TcpProxy } from "../../support/tcp-proxy.js";
import { eventually, until } from "../../support/waiting.js";

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
  let queue: WriteQueue;
  let collectionCount = 0;

  before(async () => {
    client = await new MongoClient(database().url, { monitorCommands: true }).connect();
  });

  after(() => client.close());

  beforeEach(async () => {
    collectionCount += 1;
    items = await client.db().createCollection<Item>(`items_${collectionCount}`);
    queue = new WriteQueue(client, PATIENT_TIMEOUT_MS);
  });

  afterEach(() => queue.close());

  const insert =
    (_id: string): Job<void> =>
    async (transaction) => {
      transaction.noteWrite();
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

  it("commits at most eight writes of one key together, and those of other keys by themselves", async () => {
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
    it(`stores nothing of a job that fails ${when}, and all of those that share its transaction`, async () => {
      const failure = new Error("of the job");
      const failing: Job<void> = async (transaction) => {
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

  it("runs a job again whose document was changed by somebody else after it was read", async () => {
    await items.insertOne({ _id: "counter", count: 0 });
    let runs = 0;
    const result = await queue.write(KEY, async (transaction) => {
      runs += 1;
      const { session } = transaction;
      const count = (await items.findOne({ _id: "counter" }, { session }))?.count ?? NaN;
      if (runs === 1) await items.updateOne({ _id: "counter" }, { $inc: { count: 10 } });
      transaction.noteWrite();
      await items.replaceOne({ _id: "counter" }, { count: count + 1 }, { session });
      return count + 1;
    });
    expect(runs).to.equal(2);
    expect(result).to.equal(11);
    expect(await items.findOne()).to.deep.equal({ _id: "counter", count: 11 });
  });

  it("runs jobs again that insert the same document at the same time, so that one finds it", async () => {
    const insertOrFind: Job<string> = async (transaction) => {
      const { session } = transaction;
      if (await items.findOne({ _id: "shared" }, { session })) return "found";
      await insert("shared")(transaction);
      return "inserted";
    };
    const results = await Promise.all(Array.from({ length: 4 }, (_, key) => queue.write(`user ${key}`, insertOrFind)));
    expect(results.sort()).to.deep.equal(["found", "found", "found", "inserted"]);
  });

  it("rejects writes at their deadline, and never stores them later", async () => {
    const impatient = new WriteQueue(client, SHORT_TIMEOUT_MS);
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
    await eventually(() => impatient.write(KEY, insert("later")));
    await impatient.close();
    expect(hasWaitingRun).to.equal(false);
    expect(await storedIds()).to.deep.equal(["later"]);
  });

  it("does not run a job after its deadline that shared a transaction with one that failed", async () => {
    const impatient = new WriteQueue(client, SHORT_TIMEOUT_MS);
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

  it("waits when it closes for the writes under way, and refuses later ones", async () => {
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

describe("MongoDB: the write queue, when the answer to a commit is lost", () => {
  let server: LocalServer | undefined;
  let proxy: TcpProxy | undefined;
  let client: MongoClient;
  let witness: MongoClient;
  let queue: WriteQueue;
  let increments = 0;

  before(async function () {
    skipWhen(standInAbsence(), this);
    server = await startStandIn();
    witness = await new MongoClient(selectDatabase(server.url, "test")).connect();
  });

  beforeEach(async () => {
    increments = 0;
    await counters(witness).deleteMany({});
    await counters(witness).insertOne({ _id: "counter", count: 0 });
    proxy = await TcpProxy.start(server?.port ?? 0);
    const url = `mongodb://127.0.0.1:${proxy.port}/test?directConnection=true`;
    client = await new MongoClient(url, { serverSelectionTimeoutMS: SHORT_TIMEOUT_MS }).connect();
    queue = new WriteQueue(client, PATIENT_TIMEOUT_MS);
  });

  afterEach(async () => {
    proxy?.releaseResponses();
    await queue.close();
    await client.close();
    await proxy?.close();
  });

  after(async () => {
    await witness.close();
    await server?.close();
  });

  const counters = (of: MongoClient): Collection<Item> => of.db().collection<Item>("counters");
  const increment = (): Promise<void> => {
    increments += 1;
    return queue.write(KEY, async (transaction) => {
      transaction.noteWrite();
      const { session } = transaction;
      await counters(client).updateOne({ _id: "counter" }, { $inc: { count: 1 } }, { session });
    });
  };
  const storedCount = async (): Promise<number | undefined> => (await counters(witness).findOne())?.count;
  const loseAnswer = async (): Promise<void> => {
    proxy?.holdResponses("commitTransaction");
    await until(() => (proxy?.heldBytes ?? 0) > 0);
  };

  it("acknowledges the write, once it is told, and has applied it once", async () => {
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
      await until(() => {
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
