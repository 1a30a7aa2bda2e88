import { transferContract } from "../../../src/testing/index.js";
import { useMongoStore } from "../../support/mongodb-store.js";
import { openInMemory, openSqlite } from "../../support/stores.js";
import { archiveCircle } from "../../support/suites/archive-circle.js";

describe("archives by way of MongoDB", () => {
  const openMongo = useMongoStore();

  for (const [name, open] of [
    ["SQLite", openSqlite],
    ["memory", openInMemory],
  ] as const) {
    describe(`from ${name}`, () => {
      transferContract({ describe, it }, open, openMongo);
      archiveCircle(open, openMongo);
    });
  }
});
