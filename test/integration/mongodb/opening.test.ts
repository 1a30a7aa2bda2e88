import { expect } from "chai";
import { connectToMongo } from "../../../src/adapters/mongodb/database/connection.js";
import { openMongoStore } from "../../../src/adapters/mongodb/index.js";
import { SystemClock } from "../../../src/adapters/system/index.js";
import type { DomainError } from "../../../src/domain/errors.js";
import type { Store } from "../../../src/ports/index.js";
import { aUser } from "../../../src/testing/index.js";
import { useTestDatabase } from "../../support/mongodb-server.js";
import { findFreePort } from "../../support/local-server.js";

const open = (url: string): Promise<Store> => openMongoStore({ url, clock: new SystemClock() });

async function catchRefusal(work: Promise<unknown>): Promise<DomainError> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).to.include({ name: "DomainError", kind: "unavailable" });
  return error as DomainError;
}

describe("opening a MongoDB store", () => {
  describe("without a usable server", () => {
    it("fails with a one-line error without credentials", async () => {
      const host = `127.0.0.1:${await findFreePort()}`;
      const { message } = await catchRefusal(open(`mongodb://ada:secret@${host}/mneme`));
      expect(message).to.equal(`MONGODB_URL: MongoDB at ${host} does not answer (ECONNREFUSED)`);
    });

    it("fails for an invalid connection string without repeating it", async () => {
      for (const url of ["ada:secret@database", "mongodb://ada:secret@", "mongodb://ada:secret@host:port/"]) {
        const { message } = await catchRefusal(open(url));
        expect(message).to.equal("MONGODB_URL: not a MongoDB connection string");
      }
    });
  });

  describe("on a running server", () => {
    const database = useTestDatabase();

    it("creates collections and indexes once when several stores open concurrently", async () => {
      const stores = await Promise.all(Array.from({ length: 3 }, () => open(database().url)));
      const db = database().client.db();
      const names = (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
      expect(names).to.include.members(["conversations", "heads", "users"]);
      expect(await db.collection("apps").indexes()).to.have.length(3);
      await Promise.all(stores.map((store) => store.close()));
    });

    it("applies the timeouts of the connection string and defaults for the rest", async () => {
      const [server = ""] = database().url.split("?");
      const { client } = await connectToMongo(`${server}?serverselectiontimeoutms=7000&socketTimeoutMS=20000`);
      const { serverSelectionTimeoutMS, socketTimeoutMS, waitQueueTimeoutMS } = client.options;
      await client.close();
      expect([serverSelectionTimeoutMS, socketTimeoutMS, waitQueueTimeoutMS]).to.deep.equal([7_000, 20_000, 10_000]);
    });

    it("fails when a newer version has written the database", async () => {
      await (await open(database().url)).close();
      const metadata = database().client.db().collection<{ _id: string; value: string }>("metadata");
      await metadata.updateOne({ _id: "schema_version" }, { $set: { value: "2" } });
      const { message } = await catchRefusal(open(database().url));
      expect(message).to.equal(
        "The store cannot be used now: a newer version of mneme has written its database (schema 2)",
      );
      await metadata.deleteOne({ _id: "schema_version" });
    });

    it("persists data and rejects calls after it is closed", async () => {
      const first = await open(database().url);
      const user = await first.users.insertOrGet(aUser({ id: "ada" }));
      await first.close();
      expect(await catchRefusal(first.users.insertOrGet(aUser({ id: "bob" })))).to.include({ code: "store_closed" });
      await catchRefusal(first.users.get("ada"));
      await catchRefusal(first.health.check());
      const second = await open(database().url);
      expect((await second.users.get("ada"))?.state).to.deep.equal(user.state);
      expect(await second.users.get("bob")).to.equal(undefined);
      await second.close();
    });
  });
});
