import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect } from "chai";
import { isIn } from "../../support/store-file.js";
import { withTemporaryDirectory } from "../../support/temporary-directory.js";

describe("a process that has a store open", () => {
  for (const [work, begin] of [
    ["reads", "BEGIN; SELECT * FROM things"],
    ["writes", "BEGIN IMMEDIATE"],
  ] as const) {
    it(`is seen to be in it while it ${work}, and not before and after`, () =>
      withTemporaryDirectory((directory) => {
        const store = join(directory, "store.db");
        const db = new DatabaseSync(store);
        try {
          db.exec("PRAGMA journal_mode = WAL; CREATE TABLE things (name TEXT)");
          const seen = [isIn(store, process.pid)];
          db.exec(begin);
          seen.push(isIn(store, process.pid));
          db.exec("COMMIT");
          seen.push(isIn(store, process.pid));
          expect(seen).to.deep.equal([false, true, false]);
        } finally {
          db.close();
        }
        return Promise.resolve();
      }));
  }
});
