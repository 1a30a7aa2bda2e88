import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { openSqliteStore } from "../../../src/adapters/sqlite/index.js";
import { listSortedEntries } from "../../../src/testing/index.js";
import { storeConversations, runCommand } from "../../support/archive-commands.js";
import { readPositiveInteger } from "../../support/crash-round-settings.js";
import { skipWhen } from "../../support/backends.js";
import { queryRows } from "../../support/sqlite-file.js";
import { withTemporaryDirectory } from "../../support/temporary-directory.js";
import { DEFAULT_TIMEOUT_MS } from "../../support/eventually.js";

const CONVERSATIONS = readPositiveInteger("CONVERSATIONS", 10_000);
const EXPORT_KILLS = 4;
const IMPORT_KILLS = 6;
const MAX_GROWTH_BYTES = 100 * 1024 * 1024;

/** V8 leaves garbage as long as the machine has memory. Beyond this limit it collects, or ends a process that holds more. */
const HEAP_LIMIT = "--max-old-space-size=64";

const run = (directory: string, words: readonly string[], isDue?: () => boolean) =>
  runCommand({ MNEME_DATA_DIR: directory, NODE_OPTIONS: HEAP_LIMIT }, words, isDue);

describe("an export and import that are killed repeatedly", function () {
  this.timeout(3 * DEFAULT_TIMEOUT_MS + 900_000);

  it("transfer all conversations exactly, with bounded memory", async function () {
    skipWhen(existsSync("/proc/self/status") ? undefined : "there is no /proc to measure memory by", this);
    await withTemporaryDirectory(async (folder) => {
      const [source, target, file] = [join(folder, "source"), join(folder, "target"), join(folder, "all.jsonl.gz")];
      const idle = await run(source, ["users", "add", "ada"]);
      await run(target, ["users", "list"]);
      const from = await openSqliteStore({ directory: source });
      await storeConversations(from, "ada", CONVERSATIONS);

      let kills = 0;
      const partialBytes = (): number => statSync(`${file}.partial`, { throwIfNoEntry: false })?.size ?? 0;
      for (let kill = 1; kill <= EXPORT_KILLS; kill += 1) {
        await run(source, ["export", file], () => partialBytes() > 0);
        if (!existsSync(file)) kills += 1;
      }
      const exported = await run(source, ["export", file, "--force"]);
      expect(exported.code).to.equal(0);
      const imported = (): number =>
        Number(queryRows(target, "SELECT count(*) AS count FROM conversations")[0]?.["count"]);
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
        expect(await listSortedEntries(to)).to.deep.equal(await listSortedEntries(from));
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
