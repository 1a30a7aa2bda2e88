import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { openSqliteStore } from "../../../src/adapters/sqlite/index.js";
import type { ArchiveEntry } from "../../../src/ports/index.js";
import { aConversation, aTranscript, aUser, sortedEntries } from "../../../src/testing/index.js";
import { skipWhen } from "../../support/backends.js";
import { rowsOf } from "../../support/store-file.js";
import { withTemporaryDirectory } from "../../support/temporary-directory.js";
import { PATIENCE_MS, until } from "../../support/waiting.js";

const CONVERSATIONS = Number(process.env["CONVERSATIONS"] ?? 10_000);
const BATCH = 200;
const EXPORT_KILLS = 4;
const IMPORT_KILLS = 6;
const MAX_GROWTH_BYTES = 100 * 1024 * 1024;
const main = new URL("../../../src/main.js", import.meta.url).pathname;

/** Runs a command, and kills it when `isDue` says so. @returns its exit code and its greatest resident set in bytes. */
async function run(directory: string, words: readonly string[], isDue = () => false) {
  const child = spawn(process.execPath, [main, ...words], {
    env: { ...process.env, MNEME_DATA_DIR: directory },
    stdio: "ignore",
  });
  const exit = once(child, "exit") as Promise<[code: number | null]>;
  let peakBytes = 0;
  await until(() => {
    peakBytes = Math.max(peakBytes, residentBytes(child.pid ?? 0));
    if (child.exitCode === null && isDue()) child.kill("SIGKILL");
    return child.exitCode !== null || child.signalCode !== null;
  }, 3 * PATIENCE_MS);
  const [code] = await exit;
  return { code, peakBytes };
}

/** The greatest resident set of a process so far; 0 when it has ended. */
function residentBytes(pid: number): number {
  const file = `/proc/${pid}/status`;
  const status = existsSync(file) ? readFileSync(file, "utf8") : "";
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
}

describe("an export and import that are killed ten times", function () {
  this.timeout(3 * PATIENCE_MS + 900_000);

  it("bring all conversations into another store, exactly, in little memory", async function () {
    skipWhen(existsSync("/proc/self/status") ? undefined : "there is no /proc to measure memory by", this);
    await withTemporaryDirectory(async (folder) => {
      const [source, target, file] = [join(folder, "source"), join(folder, "target"), join(folder, "all.jsonl.gz")];
      const idle = await run(source, ["users", "add", "ada"]);
      await run(target, ["users", "list"]);
      const from = await openSqliteStore({ directory: source });
      for (let first = 0; first < CONVERSATIONS; first += BATCH) {
        const entries = Array.from({ length: BATCH }, (_, index): ArchiveEntry => {
          const { state } = aConversation({ id: `talk-${first + index}`, userId: "ada" });
          const texts = Array.from({ length: 20 }, (_each, line) => `Line ${line} of talk ${first + index}.`);
          return { kind: "conversation", state, segments: aTranscript(state.id, ...texts).segments };
        });
        await from.archive.put(entries, aUser().state.createdAt);
      }

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
