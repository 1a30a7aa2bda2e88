import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect } from "chai";
import { isUsingStore } from "../../support/sqlite-file.js";
import { withTemporaryDirectory } from "../../support/temporary-directory.js";

describe("isUsingStore", () => {
  for (const [work, begin] of [
    ["reads", "BEGIN; SELECT * FROM things"],
    ["writes", "BEGIN IMMEDIATE"],
  ] as const) {
    it(`returns true only while the process ${work}`, () =>
      withTemporaryDirectory((directory) => {
        const store = join(directory, "store.db");
        const db = new DatabaseSync(store);
        try {
          db.exec("PRAGMA journal_mode = WAL; CREATE TABLE things (name TEXT)");
          const seen = [isUsingStore(store, process.pid)];
          db.exec(begin);
          seen.push(isUsingStore(store, process.pid));
          db.exec("COMMIT");
          seen.push(isUsingStore(store, process.pid));
          expect(seen).to.deep.equal([false, true, false]);
        } finally {
          db.close();
        }
        return Promise.resolve();
      }));
  }
});
