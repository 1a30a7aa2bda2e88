import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect } from "chai";
import { WalIndex } from "../../../src/adapters/sqlite/database/write-ahead-log.js";
import { withTemporaryDirectory } from "../../support/temporary-directory.js";

describe("SQLite: WalIndex", () => {
  it("changes with every commit of any connection, also after a checkpoint, and with nothing else", async () => {
    await withTemporaryDirectory((directory) => {
      const file = join(directory, "some.db");
      const [ours, theirs] = [new DatabaseSync(file), new DatabaseSync(file)];
      ours.exec("PRAGMA journal_mode = WAL; CREATE TABLE said (word TEXT)");
      const index = WalIndex.open(file);
      const changesWith = (act: () => void): boolean => {
        index.hasChanged();
        index.acceptChanges();
        act();
        return index.hasChanged();
      };
      try {
        for (let turn = 0; turn < 50; turn += 1) {
          expect(changesWith(() => theirs.exec(`INSERT INTO said VALUES ('theirs ${turn}')`))).to.equal(true);
          expect(changesWith(() => ours.exec("UPDATE said SET word = 'ours'"))).to.equal(true);
          expect(changesWith(() => theirs.prepare("SELECT count(*) FROM said").get())).to.equal(false);
          expect(changesWith(() => theirs.exec("BEGIN; DELETE FROM said; ROLLBACK"))).to.equal(false);
          if (turn % 10 === 0) ours.exec("PRAGMA wal_checkpoint(TRUNCATE)");
        }
      } finally {
        ours.close();
        theirs.close();
        index.close();
      }
      return Promise.resolve();
    });
  });
});
