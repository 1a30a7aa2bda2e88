import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { outcomeOf, mneme } from "../../support/server-process.js";
import { withTemporaryDirectory } from "../../support/temporary-directory.js";

const MOST_CHANGES = 100;
const death = new URL("../../support/death-at-file-change.js", import.meta.url);

/** Runs a command that dies just before its n-th change of a file. @returns whether it lived to its end. */
async function survives(folder: string, directory: string, words: readonly string[], n: number): Promise<boolean> {
  const environment = { NODE_OPTIONS: `--import=${death.href}`, DIE_AT_FILE_CHANGE: String(n), DIE_IN_FOLDER: folder };
  try {
    await outcomeOf(directory, words, { environment });
    return true;
  } catch (error) {
    if ((error as { signal?: unknown }).signal !== "SIGKILL") throw error;
    return false;
  }
}

const contentsIn = async (directory: string): Promise<readonly string[]> => {
  const listed = JSON.parse(await mneme(directory, "memories", "list", "--user", "ada", "--json")) as {
    content: string;
  }[];
  return listed.map(({ content }) => content);
};

describe("a backup or restore that is killed before any of its changes of a file", function () {
  this.timeout(900_000);

  it("leaves no backup or a whole one, and the next one cleans up", async () => {
    await withTemporaryDirectory(async (folder) => {
      const data = join(folder, "data");
      const file = join(folder, "backup");
      await mneme(data, "memories", "add", "I row", "--user", "ada");
      let deaths = 0;
      while (!(await survives(folder, data, ["backup", file, "--force"], deaths + 1))) {
        deaths += 1;
        expect(deaths).to.be.lessThan(MOST_CHANGES);
        if (!(await readdir(folder)).includes("backup")) continue;
        const target = join(folder, `target-${deaths}`);
        await mneme(target, "restore", file);
        expect(await contentsIn(target)).to.deep.equal(["I row"]);
      }
      expect(deaths).to.be.greaterThan(3);
      expect((await readdir(folder)).filter((name) => !/^(data|target-\d+)$/.test(name))).to.deep.equal(["backup"]);
    });
  });

  it("leaves the earlier store or the restored one, or one that says that the restore must be repeated", async () => {
    await withTemporaryDirectory(async (folder) => {
      const data = join(folder, "data");
      const file = join(folder, "backup");
      const other = join(folder, "other");
      await mneme(other, "memories", "add", "I row", "--user", "ada");
      await mneme(other, "backup", file);
      await mneme(data, "memories", "add", "I swim", "--user", "ada");
      const [swimmers, rowers] = [
        await readFile(join(data, "secret"), "utf8"),
        await readFile(join(other, "secret"), "utf8"),
      ];
      const seen = new Set<string>();
      let deaths = 0;
      while (!(await survives(folder, data, ["restore", file, "--force"], deaths + 1))) {
        deaths += 1;
        expect(deaths).to.be.lessThan(MOST_CHANGES);
        const outcome = await contentsIn(data).catch((error: unknown) => {
          const { stderr } = error as { stderr: string };
          expect(stderr).to.match(/^mneme: [^\n]*run `mneme restore` again with --force [^\n]*\n$/);
          return ["interrupted"];
        });
        seen.add(outcome.join());
        expect(["I swim", "I row", "interrupted"]).to.include(outcome.join());
        if (outcome.join() === "interrupted") await mneme(data, "restore", file, "--force");
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
});
