import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect } from "chai";
import { exportArchive, importArchive } from "../../../src/adapters/archive/index.js";
import { openInMemoryStore } from "../../../src/adapters/in-memory/index.js";
import { DomainError } from "../../../src/domain/index.js";
import type { Archive } from "../../../src/ports/index.js";
import { storeUserData, FixedClock, listSortedEntries } from "../../../src/testing/index.js";
import { createTemporaryDirectory } from "../../support/temporary-directory.js";

const clock = new FixedClock();
const header = { createdAt: clock.now(), generator: "mneme 0.0.0", secretCheck: "check" };

/** Reads an archive as lines without their ends, changes them, and writes it again. */
type Change = (lines: string[]) => readonly string[];

describe("the archive file", () => {
  const from = openInMemoryStore();
  let folder: Awaited<ReturnType<typeof createTemporaryDirectory>>;
  let lines: readonly string[];

  const pathOf = (name: string): string => join(folder.path, name);
  const write = (file: string, force = false) =>
    exportArchive(from.archive, { header }, { file, force, dataDirectory: pathOf("data") });
  const messageOf = async (work: Promise<unknown>): Promise<string> => {
    try {
      await work;
    } catch (error) {
      return (error as Error).message;
    }
    throw new Error("It did not fail");
  };

  before(async () => {
    folder = await createTemporaryDirectory();
    for (const userId of ["ada", "bob", "the user 🧠"]) await storeUserData(from, userId);
    await write(pathOf("all.jsonl"));
    lines = readFileSync(pathOf("all.jsonl"), "utf8").trimEnd().split("\n");
  });
  after(() => folder.remove());

  for (const name of ["plain.jsonl", "packed.jsonl.gz"]) {
    it(`restores every entry exactly: ${name}`, async () => {
      const { entries, bytes } = await write(pathOf(name));
      expect(bytes).to.equal(statSync(pathOf(name)).size);
      const to = openInMemoryStore();
      const counts = await importArchive(to.archive, pathOf(name), { clock });
      expect(counts).to.deep.equal({ added: entries, existing: 0, skipped: 0 });
      expect(await listSortedEntries(to)).to.deep.equal(await listSortedEntries(from));
      const again = await importArchive(to.archive, pathOf(name), { clock });
      expect(again).to.deep.equal({ added: 0, existing: entries, skipped: 0 });
    });
  }

  it("is compressed according to its extension and readable only by its owner", async () => {
    await write(pathOf("mode.jsonl.gz"));
    expect(
      gunzipSync(readFileSync(pathOf("mode.jsonl.gz")))
        .toString("utf8")
        .split("\n"),
    ).to.have.length(lines.length + 1);
    expect(statSync(pathOf("mode.jsonl.gz")).mode & 0o777).to.equal(0o600);
    expect(existsSync(pathOf("mode.jsonl.gz.partial"))).to.equal(false);
  });

  it("contains one entry per line, with dates and vectors in Extended JSON", () => {
    const [first = "", ...rest] = lines;
    expect(JSON.parse(first)).to.deep.equal({
      mneme_archive: 1,
      created_at: clock.now().toISOString(),
      generator: "mneme 0.0.0",
      secret_check: "check",
    });
    const entries = rest.map(
      (line) => JSON.parse(line) as { kind?: string; end?: number; state?: { createdAt: unknown } },
    );
    expect(entries.at(-1)?.end).to.equal(lines.length - 2);
    expect(entries.find(({ kind }) => kind === "goal")?.state?.createdAt).to.deep.equal({
      $date: "2026-03-02T09:00:00.000Z",
    });
    expect(lines.some((line) => line.includes('"vector":{"$binary":{"base64":"'))).to.equal(true);
  });

  it("overwrites an existing file only with force, and a leftover partial file always", async () => {
    writeFileSync(pathOf("there.jsonl"), "mine");
    expect(await messageOf(write(pathOf("there.jsonl")))).to.match(/there\.jsonl: it exists: .*--force/);
    expect(readFileSync(pathOf("there.jsonl"), "utf8")).to.equal("mine");
    writeFileSync(pathOf("there.jsonl.partial"), "left behind", { mode: 0o644 });
    await write(pathOf("there.jsonl"), true);
    expect(readFileSync(pathOf("there.jsonl"), "utf8").split("\n")).to.have.length(lines.length + 1);
    expect(statSync(pathOf("there.jsonl")).mode & 0o777).to.equal(0o600);
  });

  it("is not written to the data directory or a missing directory", async () => {
    const inData = exportArchive(
      from.archive,
      { header },
      {
        file: pathOf("x.jsonl"),
        force: true,
        dataDirectory: folder.path,
      },
    );
    expect(await messageOf(inData)).to.include("data directory");
    expect(await messageOf(write(join(folder.path, "absent", "x.jsonl")))).to.include("there is no directory");
  });

  const wrong: Readonly<Record<string, readonly [change: Change, message: RegExp]>> = {
    "an empty file": [() => [], /line 1: the archive is cut off/],
    "a file of another format": [() => ["hello", "there"], /line 1: this is not the first line of a mneme archive/],
    "JSON of another format": [() => ['{"version":1}'], /line 1: this is not the first line of a mneme archive/],
    "a later version": [
      (all) => [all[0]?.replace('"mneme_archive":1', '"mneme_archive":2') ?? "", ...all.slice(1)],
      /line 1: the archive has version 2/,
    ],
    "an archive without the last line": [(all) => all.slice(0, -1), /line \d+: the archive is cut off/],
    "an archive with a missing line": [(all) => all.toSpliced(4, 1), /line \d+: the archive has \d+ entries/],
    "a line that is not JSON": [(all) => all.with(4, "{"), /line 5: this is not a line of JSON/],
    "an unknown kind": [
      (all) => all.with(4, '{"kind":"dream","state":{}}'),
      /line 5: the entry has the unknown kind "dream"/,
    ],
    "a missing field": [
      (all) => changed(all, '"displayName"', '"displayName":', '"name":'),
      /line \d+: state\.name is not a known field/,
    ],
    "a text in place of a time": [
      (all) => changed(all, '"kind":"user"', /"createdAt":\{[^}]*\}/, '"createdAt":"2026-03-02T09:00:00.000Z"'),
      /line \d+: state\.createdAt is not a date/,
    ],
    "a time that does not exist": [
      (all) => changed(all, '"kind":"user"', "2026-03-02T09", "2026-02-31T09"),
      /line \d+: state\.createdAt is not a date/,
    ],
    "an invalid user ID": [
      (all) => changed(all, '"kind":"user"', '"id":"ada"', '"id":""'),
      /line \d+: state\.id is not a user ID/,
    ],
    "a fence that is not a number": [
      (all) => changed(all, '"kind":"fence"', /"fence":\d+/, '"fence":"7"'),
      /line \d+: fence is not a whole number/,
    ],
    "an invalid segment": [
      (all) => changed(all, '"segments":[{', '"speakerId":0', '"speakerId":null'),
      /line \d+: segments\.0\.speakerId is not a number/,
    ],
    "an invalid vector": [
      (all) => changed(all, '"$binary"', /"base64":"[^"]*"/, '"base64":"AAA="'),
      /line \d+: embeddings\.0\.vector is not a vector/,
    ],
    "a modified line": [
      (all) => changed(all, '"kind":"user"', "The user", "The User"),
      /line \d+: the checksum does not match/,
    ],
    "a line after the last one": [(all) => [...all, "{}"], /line \d+: there is data after the last line/],
  };

  for (const [what, [change, message]] of Object.entries(wrong)) {
    it(`is rejected with the line number, and nothing is imported, for ${what}`, async () => {
      const text = change([...lines])
        .map((line) => `${line}\n`)
        .join("");
      for (const [name, bytes] of [
        ["wrong.jsonl", Buffer.from(text)],
        ["wrong.jsonl.gz", gzipSync(text)],
      ] as const) {
        writeFileSync(pathOf(name), bytes);
        const to = openInMemoryStore();
        const reason = await messageOf(importArchive(to.archive, pathOf(name), { clock }));
        expect(reason).to.match(message);
        expect(reason).to.include(pathOf(name)).and.not.include("\n");
        expect(await to.archive.countEntries()).to.equal(0);
      }
    });
  }

  it("is imported with retries while the store is temporarily unavailable", async () => {
    const to = openInMemoryStore();
    let failures = 3;
    const archive: Archive = {
      countEntries: (userId) => to.archive.countEntries(userId),
      entries: (userId) => to.archive.entries(userId),
      put: async (entries, now) => {
        failures -= 1;
        if (failures >= 0) throw new DomainError("unavailable", "store_busy", "The store cannot be used");
        return to.archive.put(entries, now);
      },
    };
    const { added } = await importArchive(archive, pathOf("all.jsonl"), { clock, retryDelayMs: 1 });
    expect([added, await listSortedEntries(to)]).to.deep.equal([lines.length - 2, await listSortedEntries(from)]);
    failures = Infinity;
    const reason = await messageOf(importArchive(archive, pathOf("all.jsonl"), { clock, retryDelayMs: 1 }));
    expect(reason).to.include("The store cannot be used");
  });

  it("is rejected when it is truncated at any point", async () => {
    const whole = Buffer.from(`${lines.join("\n")}\n`);
    const packed = gzipSync(whole);
    const to = openInMemoryStore();
    for (const bytes of [whole, packed]) {
      for (let cut = 1; cut < 20; cut += 1) {
        writeFileSync(pathOf("cut.jsonl"), bytes.subarray(0, Math.floor((bytes.length * cut) / 20)));
        const reason = await messageOf(importArchive(to.archive, pathOf("cut.jsonl"), { clock }));
        expect(reason).to.match(/line \d+: (the archive is cut off|the compressed file is damaged)/);
      }
    }
    expect(await to.archive.countEntries()).to.equal(0);
  });

  it("is rejected when it is missing or not a regular file", async () => {
    const to = openInMemoryStore();
    expect(await messageOf(importArchive(to.archive, pathOf("absent"), { clock }))).to.include("ENOENT");
    expect(await messageOf(importArchive(to.archive, folder.path, { clock }))).to.include("not a regular file");
  });
});

/** Changes the first line that includes a text. */
function changed(lines: readonly string[], including: string, from: string | RegExp, to: string): string[] {
  const index = lines.findIndex((line) => line.includes(including));
  const line = lines[index] ?? "";
  const after = line.replace(from, to);
  if (after === line) throw new Error(`Nothing to change: ${including}`);
  return lines.with(index, after);
}
