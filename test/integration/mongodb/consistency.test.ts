import { expect } from "chai";
import type { Document } from "mongodb";
import { findMongoFaults, MONGO_FAULT_NAMES } from "../../support/mongodb-consistency.js";
import { useTestDatabase } from "../../support/mongodb-server.js";

const idOf = (id: string): string => JSON.stringify(["ada", id]);
const documentOf = (id: string, fields: Document): Document => ({ _id: idOf(id), user: "ada", id, v: 1, ...fields });

/** By collection: together they show every fault. */
const faulty: Readonly<Record<string, Document>> = {
  conversations: documentOf("bare", {
    listed: true,
    due: new Date(0),
    state: { summary: null, live: { segments: 3 } },
  }),
  transcripts: { _id: JSON.stringify(["ada", "gone", 0]), user: "ada", conversation: "gone", first: 0, segments: [] },
  actionItems: documentOf("item", { conversation: "gone", state: {} }),
  memories: documentOf("memory", { conversations: [], state: { sources: [{ conversationId: "gone" }] } }),
  idempotencyRecords: documentOf("request", { shows: ["deleted"], begunAfter: 0, state: { answer: "{}" } }),
  deletions: { _id: idOf("deleted"), user: "ada", number: 1 },
};

describe("the consistency check of a MongoDB store", () => {
  const database = useTestDatabase();

  it("detects each kind of fault and reports none for an empty store", async () => {
    const db = database().client.db();
    // Transactions of a sharded cluster need the collections.
    for (const name of Object.keys(faulty)) await db.createCollection(name);
    expect(await findMongoFaults(db)).to.deep.equal([]);
    for (const [name, document] of Object.entries(faulty)) await db.collection(name).insertOne(document);
    const found = await findMongoFaults(db);
    for (const fault of MONGO_FAULT_NAMES)
      expect(found.filter((line) => line.startsWith(`${fault}: `))).to.have.length(1);
  });
});
