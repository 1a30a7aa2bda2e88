import { expect } from "chai";
import { collection } from "../../support/conversations.js";
import { mneme, ServerProcess } from "../../support/server-process.js";
import { withTemporaryDirectory } from "../../support/temporary-directory.js";

describe("the mneme command", () => {
  afterEach(() => ServerProcess.killAll());

  it("makes, lists and revokes keys beside a running server", async function () {
    this.timeout(60_000);
    await withTemporaryDirectory(async (directory) => {
      const server = await ServerProcess.start(directory);
      const create = await mneme(directory, "keys", "create", "--user", "ada", "--name", "laptop", "--scopes", "all");
      const key = create.split("\n").at(-1) ?? "";
      expect(key).to.match(/^mneme_dev_[0-9a-f]{32}$/);
      const status = async (credential: string): Promise<number> =>
        (await fetch(server.url + collection, { headers: { Authorization: `Bearer ${credential}` } })).status;
      expect(await status(key)).to.equal(200);
      const [listed] = JSON.parse(await mneme(directory, "keys", "list", "--user", "ada", "--json")) as {
        id: string;
        name: string;
      }[];
      expect(listed?.name).to.equal("laptop");
      await mneme(directory, "keys", "revoke", listed?.id ?? "", "--user", "ada");
      expect(await status(key)).to.equal(401);
      expect(await status(await mneme(directory, "token", "--user", "ada"))).to.equal(200);
      expect(await mneme(directory, "users", "list")).to.match(/^id +name/);
      expect(await server.stop()).to.equal(0);
    });
  });

  it("says in one line what is wrong, and fails", async () => {
    await withTemporaryDirectory(async (directory) => {
      const failure = await mneme(directory, "keys", "revoke", "nothing").catch((error: unknown) => error);
      expect(failure).to.include({ code: 1, stderr: "mneme: Key not found\n" });
    });
  });

  it("shows in its demo what became of a conversation", async function () {
    this.timeout(60_000);
    await withTemporaryDirectory(async (directory) => {
      const shown = await mneme(directory, "demo", "--once");
      expect(shown).to.match(/To do\n( {3}☐ .+\n)/);
      expect(shown).to.match(/Coming up\n( {3}◷ .+\n)/);
      expect(shown).to.match(/curl -s -H "Authorization: Bearer mneme_dev_[0-9a-f]{32}" http:\/\/127\.0\.0\.1:\d+\/v1/);
    });
  });
});
