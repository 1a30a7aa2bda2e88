import { expect } from "chai";
import { MongoServerError, type MongoClient, type ClientSession, type Collection } from "mongodb";
import { skip } from "../../support/backends.js";
import { useTestDatabase } from "../../support/mongodb-server.js";

interface Item {
  readonly _id: string;
  readonly group?: string;
  readonly value?: number;
  readonly version?: number;
}

const DUPLICATE_KEY = 11000;
/** As the store writes: a commit that was acknowledged survives the loss of power and of the primary. */
const durable = { readConcern: { level: "snapshot" }, writeConcern: { w: "majority", j: true } } as const;

/** @returns the error that the server answers with. @throws Error if it answers without one. */
async function catchServerError(work: Promise<unknown>): Promise<MongoServerError> {
  const outcome: unknown = await work.then(
    () => new Error("The server answered without an error"),
    (error: unknown) => error,
  );
  if (outcome instanceof MongoServerError) return outcome;
  throw outcome;
}

describe("the MongoDB server features that the store relies on", () => {
  const database = useTestDatabase();
  let client: MongoClient;
  let items: Collection<Item>;
  let collections = 0;

  before(() => {
    ({ client } = database());
  });

  beforeEach(async () => {
    collections += 1;
    items = await client.db().createCollection<Item>(`items_${collections}`);
  });

  /** Runs the work in a transaction that it must end, and aborts one that it left open. */
  const withTransaction = (work: (session: ClientSession) => Promise<void>): Promise<void> =>
    client.withSession(async (session) => {
      session.startTransaction(durable);
      await work(session);
    });

  it("reports a replica set and a writable primary", async () => {
    const hello = await client.db().command({ hello: 1 });
    expect(hello["setName"]).to.be.a("string").and.not.equal("");
    expect(hello["isWritablePrimary"]).to.equal(true);
    expect(hello["localTime"]).to.be.instanceOf(Date);
    expect(client.db().databaseName).to.equal(database().name);
  });

  it("makes the writes of a transaction visible atomically on commit", async () => {
    const others = await client.db().createCollection<Item>("others");
    await withTransaction(async (session) => {
      await items.insertOne({ _id: "one" }, { session });
      await others.insertOne({ _id: "other" }, { session });
      expect(await items.countDocuments({}, { session })).to.equal(1);
      expect([await items.countDocuments(), await others.countDocuments()]).to.deep.equal([0, 0]);
      await session.commitTransaction();
    });
    expect([await items.countDocuments(), await others.countDocuments()]).to.deep.equal([1, 1]);
  });

  it("rolls back the writes of an aborted transaction", async () => {
    await items.insertOne({ _id: "counter", value: 1 });
    await withTransaction(async (session) => {
      await items.insertOne({ _id: "new" }, { session });
      await items.updateOne({ _id: "counter" }, { $inc: { value: 1 } }, { session });
      await session.abortTransaction();
    });
    expect(await items.find().toArray()).to.deep.equal([{ _id: "counter", value: 1 }]);
  });

  it("reads a consistent snapshot within a transaction", async () => {
    await items.insertOne({ _id: "counter", value: 1 });
    await withTransaction(async (session) => {
      expect((await items.findOne({ _id: "counter" }, { session }))?.value).to.equal(1);
      await items.updateOne({ _id: "counter" }, { $inc: { value: 1 } });
      expect((await items.findOne({ _id: "counter" }, { session }))?.value).to.equal(1);
      await session.commitTransaction();
    });
    expect((await items.findOne({ _id: "counter" }))?.value).to.equal(2);
  });

  it("rejects the second of two conflicting transactions with a transient error", async () => {
    await items.insertOne({ _id: "counter", value: 0 });
    const increment = (session: ClientSession): Promise<unknown> =>
      items.updateOne({ _id: "counter" }, { $inc: { value: 1 } }, { session });
    await withTransaction(async (first) => {
      await increment(first);
      await withTransaction(async (second) => {
        const error = await catchServerError(increment(second));
        expect(error.hasErrorLabel("TransientTransactionError")).to.equal(true);
      });
      await first.commitTransaction();
    });
    await withTransaction(async (again) => {
      await increment(again);
      await again.commitTransaction();
    });
    expect(await items.findOne({ _id: "counter" })).to.deep.equal({ _id: "counter", value: 2 });
  });

  it("loses no increment of concurrent transactions that are retried", async () => {
    const writers = 8;
    await items.insertOne({ _id: "counter", value: 0 });
    const increment = (): Promise<unknown> =>
      client.withSession((session) =>
        session.withTransaction(async () => {
          await items.updateOne({ _id: "counter" }, { $inc: { value: 1 } }, { session });
          await items.insertOne({ _id: `of ${session.id?.id.toString("hex")}` }, { session });
        }, durable),
      );
    await Promise.all(Array.from({ length: writers }, increment));
    expect((await items.findOne({ _id: "counter" }))?.value).to.equal(writers);
    expect(await items.countDocuments()).to.equal(writers + 1);
  });

  it("enforces unique indexes inside and outside of transactions", async () => {
    await items.createIndex({ group: 1, value: 1 }, { unique: true }, {});
    await items.insertOne({ _id: "first", group: "a", value: 1 });
    await withTransaction(async (session) => {
      await items.insertOne({ _id: "second", group: "a", value: 2 }, { session });
      const error = await catchServerError(items.insertOne({ _id: "third", group: "a", value: 1 }, { session }));
      expect(error.code).to.equal(DUPLICATE_KEY);
      // The server has aborted the transaction by then.
      expect(error.hasErrorLabel("TransientTransactionError")).to.equal(false);
    });
    const error = await catchServerError(items.insertOne({ _id: "third", group: "a", value: 1 }));
    expect(error.code).to.equal(DUPLICATE_KEY);
    expect(await items.distinct("_id")).to.deep.equal(["first"]);
  });

  it("lets one of many concurrent updates replace a document of an expected version", async () => {
    await items.insertOne({ _id: "claimed", version: 1, value: 0 });
    const claim = async (value: number): Promise<number> => {
      const { matchedCount } = await items.replaceOne({ _id: "claimed", version: 1 }, { version: 2, value });
      return matchedCount;
    };
    const matched = await Promise.all(Array.from({ length: 20 }, (_, index) => claim(index + 1)));
    expect(matched.filter((count) => count === 1)).to.have.length(1);
    expect(await items.findOne({ _id: "claimed" })).to.deep.equal({
      _id: "claimed",
      version: 2,
      value: matched.indexOf(1) + 1,
    });
  });

  it("finds and sorts documents by an index without a sort stage", async function () {
    if (database().isStandIn) skip("the plans of the stand-in sort where MongoDB does not", this);
    await items.createIndex({ group: 1, value: 1 });
    const plan = JSON.stringify(await items.find({ group: "a" }).sort({ value: 1 }).explain("queryPlanner"));
    expect(plan)
      .to.include("IXSCAN")
      .and.not.match(/"stage":"(COLLSCAN|SORT)"/);
  });
});
