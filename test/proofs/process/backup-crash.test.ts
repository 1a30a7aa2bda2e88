import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { openSqliteStore, restoreStore } from "../../../src/adapters/sqlite/index.js";
import { runCommandWithOutput, runMneme } from "../../support/server-process.js";
import { withTemporaryDirectory } from "../../support/temporary-directory.js";

const MAX_CHANGES = 100;
const death = new URL("../../support/crash-at-file-change.js", import.meta.url);

/** Runs a command that dies just before its n-th change of a file. @returns whether it lived to its end. */
async function survives(folder: string, directory: string, words: readonly string[], n: number): Promise<boolean> {
  const environment = { NODE_OPTIONS: `--import=${death.href}`, DIE_AT_FILE_CHANGE: String(n), DIE_IN_FOLDER: folder };
  try {
    await runCommandWithOutput(directory, words, { environment });
    return true;
  } catch (error) {
    if ((error as { signal?: unknown }).signal !== "SIGKILL") throw error;
    return false;
  }
}

const contentsIn = async (directory: string): Promise<readonly string[]> => {
  const listed = JSON.parse(await runMneme(directory, "memories", "list", "--user", "ada", "--json")) as {
    content: string;
  }[];
  return listed.map(({ content }) => content);
};

describe("a backup or restore that is killed before any of its file changes", function () {
  this.timeout(900_000);

  it("leaves no backup or a complete one, and the next backup removes its leftovers", async () => {
    await withTemporaryDirectory(async (folder) => {
      const data = join(folder, "data");
      const file = join(folder, "backup");
      await runMneme(data, "memories", "add", "I row", "--user", "ada");
      let deaths = 0;
      while (!(await survives(folder, data, ["backup", file, "--force"], deaths + 1))) {
        deaths += 1;
        expect(deaths).to.be.lessThan(MAX_CHANGES);
        if (!(await readdir(folder)).includes("backup")) continue;
        const target = join(folder, `target-${deaths}`);
        await runMneme(target, "restore", file);
        expect(await contentsIn(target)).to.deep.equal(["I row"]);
      }
      expect(deaths).to.be.greaterThan(3);
      expect((await readdir(folder)).filter((name) => !/^(data|target-\d+)$/.test(name))).to.deep.equal(["backup"]);
    });
  });

  it("leaves the earlier store, the restored one, or one that requires the restore to be repeated", async () => {
    await withTemporaryDirectory(async (folder) => {
      const data = join(folder, "data");
      const file = join(folder, "backup");
      const other = join(folder, "other");
      await runMneme(other, "memories", "add", "I row", "--user", "ada");
      await runMneme(other, "backup", file);
      await runMneme(data, "memories", "add", "I swim", "--user", "ada");
      const [swimmers, rowers] = [
        await readFile(join(data, "secret"), "utf8"),
        await readFile(join(other, "secret"), "utf8"),
      ];
      const seen = new Set<string>();
      let deaths = 0;
      while (!(await survives(folder, data, ["restore", file, "--force"], deaths + 1))) {
        deaths += 1;
        expect(deaths).to.be.lessThan(MAX_CHANGES);
        const outcome = await contentsIn(data).catch((error: unknown) => {
          const { stderr } = error as { stderr: string };
          expect(stderr).to.match(/^mneme: [^\n]*run `mneme restore` again [^\n]*\n$/);
          return ["interrupted"];
        });
        seen.add(outcome.join());
        expect(["I swim", "I row", "interrupted"]).to.include(outcome.join());
        if (outcome.join() === "interrupted") await runMneme(data, "restore", file, "--force");
        const [content] = await contentsIn(data);
        expect(await readFile(join(data, "secret"), "utf8")).to.equal(content === "I swim" ? swimmers : rowers);
      }
      expect([...seen].toSorted()).to.include.members(["I swim", "interrupted"]);
      expect(await contentsIn(data)).to.deep.equal(["I row"]);
      const left = (await readdir(data)).filter(
        (name) => !/^(before-restore-.*|mneme\.db(-wal|-shm)?|secret)$/.test(name),
      );
      expect(left).to.deep.equal([]);
      const kept = (await readdir(data)).filter((name) => name.startsWith("before-restore-"));
      const all = await Promise.all(kept.map(async (name) => (await readdir(join(data, name))).includes("mneme.db")));
      expect(all).to.include(true);
    });
  });

  it("succeeds when it is repeated, also in a directory that did not exist", async () => {
    await withTemporaryDirectory(async (folder) => {
      const file = join(folder, "backup");
      const other = join(folder, "other");
      await runMneme(other, "memories", "add", "I row", "--user", "ada");
      await runMneme(other, "backup", file);
      let interrupted = 0;
      for (let n = 1; ; n += 1) {
        expect(n).to.be.lessThan(MAX_CHANGES);
        const target = join(folder, `target-${n}`, "data");
        if (await survives(folder, target, ["restore", file], n)) break;
        const isInterrupted = existsSync(join(target, "restoring"));
        if (isInterrupted) interrupted += 1;
        // Killed at its very end, it has put everything in place.
        if (isInterrupted || !existsSync(join(target, "mneme.db")))
          restoreStore({ directory: target, file, extraFiles: ["secret"], force: false, now: new Date() });
        const store = await openSqliteStore({ directory: target });
        const memories = await store.memories.list("ada", {}, { limit: 10 });
        await store.close();
        expect(memories.map(({ state }) => state.content)).to.deep.equal(["I row"]);
        expect(await readFile(join(target, "secret"), "utf8")).to.equal(await readFile(join(other, "secret"), "utf8"));
      }
      expect(interrupted).to.be.greaterThan(2);
    });
  });
});
