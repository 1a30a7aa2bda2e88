import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { openSqliteStore } from "../../../src/adapters/sqlite/index.js";
import { sortedEntries } from "../../../src/testing/index.js";
import { putConversations, runCommand } from "../../support/archive-commands.js";
import { skipWhen } from "../../support/backends.js";
import { rowsOf } from "../../support/store-file.js";
import { withTemporaryDirectory } from "../../support/temporary-directory.js";
import { PATIENCE_MS } from "../../support/waiting.js";

const CONVERSATIONS = Number(process.env["CONVERSATIONS"] ?? 10_000);
const EXPORT_KILLS = 4;
const IMPORT_KILLS = 6;
const MAX_GROWTH_BYTES = 100 * 1024 * 1024;

const run = (directory: string, words: readonly string[], isDue?: () => boolean) =>
  runCommand({ MNEME_DATA_DIR: directory }, words, isDue);

describe("an export and import that are killed ten times", function () {
  this.timeout(3 * PATIENCE_MS + 900_000);

  it("bring all conversations into another store, exactly, in little memory", async function () {
    skipWhen(existsSync("/proc/self/status") ? undefined : "there is no /proc to measure memory by", this);
    await withTemporaryDirectory(async (folder) => {
      const [source, target, file] = [join(folder, "source"), join(folder, "target"), join(folder, "all.jsonl.gz")];
      const idle = await run(source, ["users", "add", "ada"]);
      await run(target, ["users", "list"]);
      const from = await openSqliteStore({ directory: source });
      await putConversations(from, "ada", CONVERSATIONS);

      let kills = 0;
      const partialBytes = (): number => statSync(`${file}.partial`, { throwIfNoEntry: false })?.size ?? 0;
      for (let kill = 1; kill <= EXPORT_KILLS; kill += 1) {
        await run(source, ["export", file], () => partialBytes() > 0);
        if (!existsSync(file)) kills += 1;
      }
      const exported = await run(source, ["export", file, "--force"]);
      expect(exported.code).to.equal(0);
      const imported = (): number =>
        Number(rowsOf(target, "SELECT count(*) AS count FROM conversations")[0]?.["count"]);
      for (let kill = 1; kill <= IMPORT_KILLS; kill += 1) {
        const goal = (kill * CONVERSATIONS) / (IMPORT_KILLS + 2);
        const { code } = await run(target, ["import", file], () => imported() >= goal);
        if (code === null) kills += 1;
      }
      expect(imported()).to.be.lessThan(CONVERSATIONS);
      const finished = await run(target, ["import", file]);
      expect(finished.code).to.equal(0);

      const to = await openSqliteStore({ directory: target });
      try {
        expect(await sortedEntries(to)).to.deep.equal(await sortedEntries(from));
      } finally {
        await Promise.all([from.close(), to.close()]);
      }
      expect(kills).to.equal(EXPORT_KILLS + IMPORT_KILLS);
      for (const { peakBytes } of [exported, finished]) {
        expect(peakBytes - idle.peakBytes).to.be.lessThan(MAX_GROWTH_BYTES);
      }
    });
  });
});
