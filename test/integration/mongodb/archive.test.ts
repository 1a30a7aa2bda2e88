import { archiveTransferContract } from "../../../src/testing/index.js";
import { useMongoStore } from "../../support/mongodb-store.js";
import { openNewInMemoryStore, openNewSqliteStore } from "../../support/stores.js";
import { archiveRoundTripSuite } from "../../support/suites/archive-round-trip.js";

describe("MongoDB: archive transfers", () => {
  const openMongo = useMongoStore();

  for (const [name, open] of [
    ["SQLite", openNewSqliteStore],
    ["memory", openNewInMemoryStore],
  ] as const) {
    describe(`from ${name} and back`, () => {
      archiveTransferContract({ describe, it }, open, openMongo);
      archiveRoundTripSuite(open, openMongo);
    });
  }
});
