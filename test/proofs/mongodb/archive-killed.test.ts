import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { openMongoStore } from "../../../src/adapters/mongodb/index.js";
import { openSqliteStore } from "../../../src/adapters/sqlite/index.js";
import { SystemClock } from "../../../src/adapters/system/index.js";
import { storeUserData, listSortedEntries } from "../../../src/testing/index.js";
import { storeConversations, runCommand } from "../../support/archive-commands.js";
import { readPositiveInteger } from "../../support/crash-round-settings.js";
import { useTestDatabase } from "../../support/mongodb-server.js";
import { withTemporaryDirectory } from "../../support/temporary-directory.js";
import { DEFAULT_TIMEOUT_MS } from "../../support/eventually.js";

/** In all; 10,000 take a stand-in most of an hour. */
const CONVERSATIONS = readPositiveInteger("CONVERSATIONS", 300);
const IMPORT_KILLS = readPositiveInteger("KILLS", 2);
/** An import commits what one user has at once, so that it can be killed between two users. */
const CONVERSATIONS_PER_USER = 100;
const USERS = Array.from({ length: CONVERSATIONS / CONVERSATIONS_PER_USER }, (_, index) => `user-${index}`);
const secret = { MNEME_SECRET: "0123456789abcdef0123456789abcdef" };

describe("a MongoDB import and export that are killed repeatedly", function () {
  this.timeout((4 * DEFAULT_TIMEOUT_MS + 900_000) * (CONVERSATIONS / 300));
  const database = useTestDatabase();

  it("transfer everything from one SQLite store to another", async () => {
    await withTemporaryDirectory(async (folder) => {
      const [there, back] = [join(folder, "there.jsonl.gz"), join(folder, "back.jsonl.gz")];
      const sqlite = (name: string) => ({ ...secret, MNEME_DATA_DIR: join(folder, name) });
      const mongodb = { ...sqlite("mongodb"), MNEME_STORE: "mongodb", MONGODB_URL: database().url };
      await runCommand(sqlite("source"), ["users", "list"]);
      const source = await openSqliteStore({ directory: join(folder, "source") });
      for (const user of USERS) {
        await storeUserData(source, user);
        await storeConversations(source, user, CONVERSATIONS_PER_USER);
      }
      const expected = await listSortedEntries(source);
      await source.close();
      expect((await runCommand(sqlite("source"), ["export", there])).code).to.equal(0);

      const conversations = database().client.db().collection("conversations");
      for (let kill = 0; kill < IMPORT_KILLS; kill += 1) {
        const goal = 1 + Math.floor((kill / IMPORT_KILLS) * CONVERSATIONS);
        const isDue = async () => (await conversations.countDocuments({}, { readConcern: "majority" })) >= goal;
        expect((await runCommand(mongodb, ["import", there], isDue)).code).to.equal(null);
      }
      expect(await conversations.countDocuments()).to.be.lessThan(CONVERSATIONS);
      expect((await runCommand(mongodb, ["import", there])).code).to.equal(0);
      const store = await openMongoStore({ url: database().url, clock: new SystemClock() });
      expect(await listSortedEntries(store)).to.deep.equal(expected);
      await store.close();

      expect((await runCommand(mongodb, ["export", back], () => existsSync(`${back}.partial`))).code).to.equal(null);
      expect(existsSync(back)).to.equal(false);
      expect((await runCommand(mongodb, ["export", back])).code).to.equal(0);
      expect((await runCommand(sqlite("target"), ["import", back])).code).to.equal(0);
      const target = await openSqliteStore({ directory: join(folder, "target") });
      expect(await listSortedEntries(target)).to.deep.equal(expected);
      await target.close();
    });
  });
});
