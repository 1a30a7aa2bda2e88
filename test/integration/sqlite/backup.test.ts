import { createHash } from "node:crypto";
import fs from "node:fs";
import {
  chmod,
  copyFile,
  mkdir,
  readdir,
  readFile,
  rm,
  rmdir,
  stat,
  truncate,
  utimes,
  writeFile,
} from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect } from "chai";
import { backUpStore, openSqliteStore, restoreStore } from "../../../src/adapters/sqlite/index.js";
import type { Store } from "../../../src/ports/index.js";
import { aConversation, aMemory, withTranscript } from "../../../src/testing/index.js";
import { recordFileOperations } from "../../support/file-operations.js";
import { createTemporaryDirectory } from "../../support/temporary-directory.js";

const extraFiles = ["secret"];
const now = new Date("2026-03-02T10:00:00.123Z");
const KEPT = "before-restore-2026-03-02T10-00-00.123Z";

describe("SQLite: backup and restore", () => {
  let folder: Awaited<ReturnType<typeof createTemporaryDirectory>>;
  let directory: string;
  let file: string;
  let store: Store;

  beforeEach(async () => {
    folder = await createTemporaryDirectory();
    directory = join(folder.path, "data");
    file = join(folder.path, "backup");
    store = await openSqliteStore({ directory });
    await writeFile(join(directory, "secret"), "a secret");
  });
  afterEach(async () => {
    await store.close();
    await folder.remove();
  });

  const backUp = (force = false) => backUpStore({ directory, file, extraFiles, force });
  const restore = (target: string, { force = false, from = file, at = now } = {}) =>
    restoreStore({ directory: target, file: from, extraFiles, force, now: at });
  const remember = (content: string) =>
    store.memories.addOrGet("ada", [aMemory({ id: content, content })], (existing) => existing);
  const contentsIn = async (target: string): Promise<readonly string[]> => {
    const opened = await openSqliteStore({ directory: target });
    try {
      return (await opened.memories.list("ada", {}, { limit: 100 })).map(({ state }) => state.content).toSorted();
    } finally {
      await opened.close();
    }
  };
  const messageOf = async (work: () => unknown): Promise<string> => {
    try {
      await work();
      return "nothing failed";
    } catch (error) {
      return (error as Error).message;
    }
  };
  /** Every file below the folder, with a digest of its content. */
  const everyFile = async (): Promise<readonly string[]> => {
    const names = await readdir(folder.path, { recursive: true, withFileTypes: true });
    const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    const digests = files.map(
      async (name) =>
        `${name} ${createHash("sha256")
          .update(await readFile(name))
          .digest("hex")}`,
    );
    return (await Promise.all(digests)).toSorted();
  };

  it("restores the stored data and extra files, readable only by the owner", async () => {
    await remember("I row");
    expect(await backUp()).to.deep.equal({ bytes: (await stat(file)).size, extraFiles });
    await remember("I swim");
    const target = join(folder.path, "other");
    expect(restore(target)).to.deep.equal({ extraFiles, keptIn: [] });
    expect(await contentsIn(target)).to.deep.equal(["I row"]);
    expect(await readFile(join(target, "secret"), "utf8")).to.equal("a secret");
    expect((await readdir(target)).toSorted()).to.deep.equal(["mneme.db", "secret"]);
    for (const name of [file, target, join(target, "mneme.db"), join(target, "secret")]) {
      expect((await stat(name)).mode & 0o077, name).to.equal(0);
    }
  });

  it("does not back up deleted data that remains in the database file", async () => {
    const title = (canary: string) =>
      withTranscript(aConversation({ id: canary }), ...Array<string>(50).fill(`${canary} was said. `.repeat(50)));
    for (const canary of ["deleted-canary", "kept-canary"]) await store.conversations.insertOrGet(title(canary));
    const db = new DatabaseSync(join(directory, "mneme.db"), { timeout: 5_000 });
    db.exec("PRAGMA secure_delete = OFF");
    const { key } = db.prepare("SELECT key FROM conversations WHERE id = 'deleted-canary'").get() ?? {};
    db.prepare("DELETE FROM transcript_chunks WHERE conversation = ?").run(Number(key));
    db.prepare("DELETE FROM conversations WHERE key = ?").run(Number(key));
    db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    db.close();
    expect(await readFile(join(directory, "mneme.db"), "latin1")).to.include("deleted-canary was said");
    await backUp();
    expect(await readFile(file, "latin1"))
      .to.include("kept-canary was said")
      .and.not.to.include("deleted-canary");
  });

  it("overwrites a backup only with force", async () => {
    await backUp();
    const before = await readFile(file);
    await remember("I row");
    expect(await messageOf(() => backUp())).to.match(/backup: it exists: choose another name, or pass --force$/);
    expect(await readFile(file)).to.deep.equal(before);
    await backUp(true);
    restore(join(folder.path, "target"));
    expect(await contentsIn(join(folder.path, "target"))).to.deep.equal(["I row"]);
  });

  it("refuses to write a backup over the store or into a missing directory, or without a store", async () => {
    for (const name of ["mneme.db", "mneme.db-wal", "secret"]) {
      const over = { directory, file: join(directory, name), extraFiles, force: true };
      expect(await messageOf(() => backUpStore(over)), name).to.include("it is a file of the store");
    }
    const nowhere = { directory, file: join(folder.path, "none", "backup"), extraFiles, force: true };
    expect(await messageOf(() => backUpStore(nowhere))).to.include("there is no directory");
    const unnamed = { directory, file: "", extraFiles, force: true };
    expect(await messageOf(() => backUpStore(unnamed))).to.include("the file name is empty");
    const empty = join(folder.path, "empty");
    await mkdir(empty);
    expect(await messageOf(() => backUpStore({ directory: empty, file, extraFiles, force: false }))).to.include(
      "there is no store",
    );
    expect(await readdir(empty)).to.deep.equal([]);
  });

  it("removes drafts of an interrupted backup and keeps those of a running one", async () => {
    const abandoned = `${file}.draft-999999999`;
    const ofAnother = `${file}.draft-${process.ppid}`;
    for (const name of [abandoned, ofAnother]) await writeFile(name, "part of a backup");
    await backUp();
    expect((await readdir(folder.path)).toSorted()).to.deep.equal(["backup", `backup.draft-${process.ppid}`, "data"]);
  });

  it("moves an existing store aside only with force and keeps all its files", async () => {
    await remember("I row");
    await backUp();
    await remember("I swim");
    await store.close();
    await writeFile(join(directory, "secret"), "another secret");
    expect(await messageOf(() => restore(directory))).to.match(
      /mneme\.db is there already: pass --force to set it aside$/,
    );
    const keptIn = join(directory, KEPT);
    expect(restore(directory, { force: true })).to.deep.equal({ extraFiles, keptIn: [keptIn] });
    expect(await contentsIn(directory)).to.deep.equal(["I row"]);
    expect(await contentsIn(keptIn)).to.deep.equal(["I row", "I swim"]);
    expect(await readFile(join(keptIn, "secret"), "utf8")).to.equal("another secret");
    store = await openSqliteStore({ directory });
  });

  it("refuses to restore while the store is open and changes nothing", async () => {
    await backUp();
    await remember("I row");
    const before = await everyFile();
    expect(await messageOf(() => restore(directory, { force: true }))).to.include(
      "the store is in use: stop the server",
    );
    expect(await everyFile()).to.deep.equal(before);
    await remember("I swim");
    expect(await contentsIn(directory)).to.deep.equal(["I row", "I swim"]);
  });

  for (const name of ["secret", "mneme.db-wal", "mneme.db-shm", "mneme.db-journal"]) {
    it(`sets aside a ${name} without a store only with force`, async () => {
      await remember("I row");
      await backUp();
      const target = join(folder.path, "target");
      await mkdir(target);
      await writeFile(join(target, name), "of an earlier store");
      const before = await everyFile();
      expect(await messageOf(() => restore(target))).to.equal(
        `Cannot restore ${file} to ${target}: ${join(target, name)} is there already: pass --force to set it aside`,
      );
      expect(await everyFile()).to.deep.equal(before);
      expect(restore(target, { force: true })).to.deep.equal({ extraFiles, keptIn: [join(target, KEPT)] });
      expect(await readFile(join(target, "secret"), "utf8")).to.equal("a secret");
      expect(await readFile(join(target, KEPT, name), "utf8")).to.equal("of an earlier store");
      expect(await contentsIn(target)).to.deep.equal(["I row"]);
    });
  }

  it("keeps an identical secret", async () => {
    await backUp();
    const target = join(folder.path, "target");
    await mkdir(target);
    await writeFile(join(target, "secret"), "a secret\n");
    expect(restore(target)).to.deep.equal({ extraFiles, keptIn: [] });
    expect(await readFile(join(target, "secret"), "utf8")).to.equal("a secret\n");
    expect((await readdir(target)).toSorted()).to.deep.equal(["mneme.db", "secret"]);
  });

  it("refuses to restore and changes nothing when the store cannot be locked", async () => {
    await remember("I row");
    await backUp();
    await store.close();
    const log = join(directory, "mneme.db-wal");
    await mkdir(log);
    const before = await everyFile();
    expect(await messageOf(() => restore(directory, { force: true }))).to.equal(
      `Cannot restore ${file} to ${directory}: ` +
        `${join(directory, "mneme.db")} cannot be locked: unable to open database file`,
    );
    expect(await everyFile()).to.deep.equal(before);
    expect((await readdir(directory)).toSorted()).to.deep.equal(["mneme.db", "mneme.db-wal", "secret"]);
    await rmdir(log);
    store = await openSqliteStore({ directory });
  });

  it("creates missing parents of the data directory with permissions for the owner only", async () => {
    await remember("I row");
    await backUp();
    const [outer, inner, target] = ["a", "a/b", "a/b/c"].map((path) => join(folder.path, path)) as [
      string,
      string,
      string,
    ];
    await mkdir(outer);
    restore(target);
    expect(await contentsIn(target)).to.deep.equal(["I row"]);
    for (const path of [inner, target]) expect((await stat(path)).mode & 0o777, path).to.equal(0o700);
  });

  it("reports in one line when the target directory cannot be created", async () => {
    await backUp();
    const notes = join(folder.path, "notes.txt");
    await writeFile(notes, "a text");
    expect(await messageOf(() => restore(notes))).to.equal(
      `Cannot restore ${file} to ${notes}: ${notes} is not a directory`,
    );
    for (const target of [join(notes, "data"), ...(process.platform === "linux" ? ["/proc/mneme/data"] : [])]) {
      expect(await messageOf(() => restore(target))).to.match(/^Cannot restore [^\n]*(ENOTDIR|ENOENT)[^\n]*$/);
    }
  });

  it("syncs every file and directory before a restore succeeds", async () => {
    await backUp();
    const target = join(folder.path, "a", "b");
    const steps = recordFileOperations(() => restore(target), { root: folder.path });
    const before = (first: string, second: string): void => {
      expect(steps).to.include(first);
      expect(steps.slice(steps.lastIndexOf(first)), `${second} after ${first}`).to.include(second);
    };
    before("make a", "sync .");
    before("make a/b", "sync a");
    for (const name of ["mneme.db", "secret"]) {
      const draft = `a/b/${name}.draft-${process.pid}`;
      before(`sync ${draft}`, `rename ${draft}`);
      before(`rename ${draft}`, "sync a/b");
      before(`rename ${draft}`, "remove a/b/restoring");
    }
    before("remove a/b/restoring", "sync a/b");
  });

  it("syncs the files that a restore sets aside", async () => {
    await backUp();
    await store.close();
    const steps = recordFileOperations(() => restore(directory, { force: true }), { root: folder.path });
    const moved = steps.lastIndexOf("rename data/mneme.db");
    expect(moved).to.be.greaterThan(-1);
    expect(steps.slice(moved)).to.include(`sync data/${KEPT}`).and.include("sync data");
    store = await openSqliteStore({ directory });
  });

  it("does not sync directories on Windows", async () => {
    await remember("I row");
    await backUp();
    const target = join(folder.path, "target");
    const steps = recordFileOperations(() => restore(target), { root: folder.path, platform: "win32" });
    expect(steps).to.include(`sync target/mneme.db.draft-${process.pid}`).and.not.include("sync target");
    expect(await contentsIn(target)).to.deep.equal(["I row"]);
  });

  it("replaces a corrupt store with force", async () => {
    await remember("I row");
    await backUp();
    await store.close();
    await writeFile(join(directory, "mneme.db"), "no database at all");
    restore(directory, { force: true });
    expect(await contentsIn(directory)).to.deep.equal(["I row"]);
    expect(await readFile(join(directory, KEPT, "mneme.db"), "utf8")).to.equal("no database at all");
    store = await openSqliteStore({ directory });
  });

  it("accepts a copy of a closed store and keeps the existing secret", async () => {
    await remember("I row");
    await store.close();
    const target = join(folder.path, "target");
    await mkdir(target);
    await writeFile(join(target, "secret"), "the same secret");
    expect(restore(target, { from: join(directory, "mneme.db") })).to.deep.equal({ extraFiles: [], keptIn: [] });
    expect(await contentsIn(target)).to.deep.equal(["I row"]);
    expect(await readFile(join(target, "secret"), "utf8")).to.equal("the same secret");
    store = await openSqliteStore({ directory });
  });

  const faults: Readonly<Record<string, readonly [spoil: (path: string) => Promise<unknown>, says: RegExp]>> = {
    "is missing": [(path) => rm(path), /there is no such file/],
    "is a directory": [(path) => rm(path).then(() => mkdir(path)), /not a regular file/],
    "is empty": [(path) => truncate(path, 0), /not a mneme store/],
    "is cut off": [async (path) => truncate(path, (await stat(path)).size - 4096), /malformed|damaged/],
    "is cut off within its header": [(path) => truncate(path, 50), /not a mneme store/],
    "is a text": [(path) => writeFile(path, "hello ".repeat(10_000)), /not a database/],
    "is another program's": [(path) => changed(path, "PRAGMA application_id = 1"), /not a mneme store/],
    "was made by a newer version": [
      (path) => changed(path, "PRAGMA user_version = 9999"),
      /version 9999, this program knows \d+/,
    ],
    "has a damaged page": [damaged, /malformed|damaged/],
    "holds a file of another name": [
      (path) => changed(path, "INSERT INTO backup_companions VALUES ('../planted', 'x')"),
      /not a mneme store/,
    ],
    "has a write-ahead log beside it": [(path) => writeFile(`${path}-wal`, "x"), /-wal belongs to it/],
  };
  for (const [what, [spoil, says]] of Object.entries(faults)) {
    it(`refuses to restore and changes nothing when the file ${what}`, async () => {
      for (let n = 0; n < 20; n += 1) await remember(`fact ${n} `.repeat(50));
      await backUp();
      await spoil(file);
      await store.close();
      const before = await everyFile();
      for (const target of [directory, join(folder.path, "missing")]) {
        const message = await messageOf(() => restore(target, { force: true }));
        expect(message)
          .to.match(says)
          .and.match(/^Cannot restore [^\n]+$/);
      }
      expect(await everyFile()).to.deep.equal(before);
      expect(await readdir(folder.path)).not.to.include("missing");
      store = await openSqliteStore({ directory });
    });
  }

  it("restores from a read-only backup file", async () => {
    await remember("I row");
    await backUp();
    await chmod(file, 0o400);
    restore(join(folder.path, "target"));
    expect(await contentsIn(join(folder.path, "target"))).to.deep.equal(["I row"]);
    expect((await readdir(folder.path)).toSorted()).to.deep.equal(["backup", "data", "target"]);
  });

  for (const force of [false, true]) {
    it(`requires an interrupted restore to be repeated ${force ? "with" : "without"} force`, async () => {
      await remember("I row");
      await backUp();
      const target = join(folder.path, "target");
      restore(target);
      await copyFile(file, join(target, "mneme.db.draft-999999999"));
      await writeFile(join(target, "secret"), "of an earlier store");
      // As an earlier version marked it. The process with this ID runs, and is no restore.
      await writeFile(join(target, "restoring"), String(process.ppid));
      expect(await messageOf(() => openSqliteStore({ directory: target }))).to.include("run `mneme restore` again");
      restore(target, { force });
      expect(await contentsIn(target)).to.deep.equal(["I row"]);
      expect((await readdir(target)).toSorted()).to.deep.equal([KEPT, "mneme.db", "secret"]);
      expect(await readFile(join(target, "secret"), "utf8")).to.equal("a secret");
      expect(await readFile(join(target, KEPT, "secret"), "utf8")).to.equal("of an earlier store");
    });
  }

  it("names the directories of a restore and of its interrupted attempts, and no earlier ones", async () => {
    await backUp();
    const target = join(folder.path, "target");
    restore(target);
    restore(target, { force: true });
    await utimes(join(target, KEPT), now, now);
    const attempt = (year: number) =>
      restore(target, { force: true, at: new Date(now.toISOString().replace("2026", `${year}`)) });
    for (const year of [2027, 2028]) {
      expect(await messageOf(() => interruptAtEnd(() => attempt(year)))).to.include("interrupted");
    }
    const kept = [2027, 2028, 2029].map((year) => join(target, KEPT.replace("2026", `${year}`)));
    expect(attempt(2029).keptIn).to.deep.equal(kept);
    expect((await readdir(String(kept[0]))).toSorted()).to.deep.equal(["mneme.db", "secret"]);
  });

  it("refuses to restore while another restore runs", async () => {
    await remember("I row");
    await backUp();
    const target = join(folder.path, "target");
    await mkdir(target);
    const lock = new DatabaseSync(join(target, "restoring"));
    lock.exec("PRAGMA journal_mode = MEMORY");
    lock.exec("BEGIN EXCLUSIVE");
    try {
      expect(await messageOf(() => restore(target))).to.match(/another restore is running$/);
      expect(await readdir(target)).to.deep.equal(["restoring"]);
    } finally {
      lock.close();
    }
    restore(target);
    expect(await contentsIn(target)).to.deep.equal(["I row"]);
  });
});

async function changed(path: string, sql: string): Promise<void> {
  const db = new DatabaseSync(path);
  db.exec(sql);
  db.close();
  await Promise.resolve();
}

/** Overwrites the middle of every page but the first. */
async function damaged(path: string): Promise<void> {
  const bytes = await readFile(path);
  for (let page = 4096; page < bytes.length; page += 4096) bytes.fill(0xa5, page, page + 200);
  await writeFile(path, bytes);
}

/** Runs a restore that fails when it removes its marker. */
function interruptAtEnd(work: () => unknown): void {
  const { rmSync } = fs;
  Reflect.set(fs, "rmSync", (path: string, options?: fs.RmOptions) => {
    if (path.endsWith("restoring")) throw new Error("interrupted");
    rmSync(path, options);
  });
  syncBuiltinESMExports();
  try {
    work();
  } finally {
    Reflect.set(fs, "rmSync", rmSync);
    syncBuiltinESMExports();
  }
}
