import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { openMongoStore } from "../../../src/adapters/mongodb/index.js";
import { openSqliteStore } from "../../../src/adapters/sqlite/index.js";
import { SystemClock } from "../../../src/adapters/system/index.js";
import { fillUser, sortedEntries } from "../../../src/testing/index.js";
import { putConversations, runCommand } from "../../support/archive-commands.js";
import { useTestDatabase } from "../../support/mongodb-server.js";
import { withTemporaryDirectory } from "../../support/temporary-directory.js";
import { PATIENCE_MS } from "../../support/waiting.js";

const USERS = ["ada", "bob", "carl"];
/** An import commits what one user has at once, so that it can be killed between two users. */
const CONVERSATIONS_PER_USER = 100;
const secret = { MNEME_SECRET: "0123456789abcdef0123456789abcdef" };

describe("an import into MongoDB that is killed twice, and an export that is killed once", function () {
  this.timeout(3 * PATIENCE_MS + 900_000);
  const database = useTestDatabase();

  it("bring everything from one SQLite store into another", async () => {
    await withTemporaryDirectory(async (folder) => {
      const [there, back] = [join(folder, "there.jsonl.gz"), join(folder, "back.jsonl.gz")];
      const sqlite = (name: string) => ({ ...secret, MNEME_DATA_DIR: join(folder, name) });
      const mongodb = { ...sqlite("mongodb"), MNEME_STORE: "mongodb", MONGODB_URL: database().url };
      await runCommand(sqlite("source"), ["users", "list"]);
      const source = await openSqliteStore({ directory: join(folder, "source") });
      for (const user of USERS) {
        await fillUser(source, user);
        await putConversations(source, user, CONVERSATIONS_PER_USER);
      }
      const expected = await sortedEntries(source);
      await source.close();
      expect((await runCommand(sqlite("source"), ["export", there])).code).to.equal(0);

      const conversations = database().client.db().collection("conversations");
      for (const goal of [1, CONVERSATIONS_PER_USER + 50]) {
        const isDue = async () => (await conversations.countDocuments({}, { readConcern: "majority" })) >= goal;
        expect((await runCommand(mongodb, ["import", there], isDue)).code).to.equal(null);
      }
      expect(await conversations.countDocuments()).to.be.lessThan(USERS.length * CONVERSATIONS_PER_USER);
      expect((await runCommand(mongodb, ["import", there])).code).to.equal(0);
      const store = await openMongoStore({ url: database().url, clock: new SystemClock() });
      expect(await sortedEntries(store)).to.deep.equal(expected);
      await store.close();

      expect((await runCommand(mongodb, ["export", back], () => existsSync(`${back}.partial`))).code).to.equal(null);
      expect(existsSync(back)).to.equal(false);
      expect((await runCommand(mongodb, ["export", back])).code).to.equal(0);
      expect((await runCommand(sqlite("target"), ["import", back])).code).to.equal(0);
      const target = await openSqliteStore({ directory: join(folder, "target") });
      expect(await sortedEntries(target)).to.deep.equal(expected);
      await target.close();
    });
  });
});
