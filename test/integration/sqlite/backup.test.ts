import { createHash } from "node:crypto";
import { chmod, copyFile, mkdir, readdir, readFile, rm, rmdir, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect } from "chai";
import { backUpStore, openSqliteStore, restoreStore } from "../../../src/adapters/sqlite/index.js";
import type { Store } from "../../../src/ports/index.js";
import { aConversation, aMemory, recorded } from "../../../src/testing/index.js";
import { recordFileSteps } from "../../support/file-steps.js";
import { temporaryFolder } from "../../support/temporary-directory.js";

const companions = ["secret"];
const now = new Date("2026-03-02T10:00:00.123Z");
const KEPT = "before-restore-2026-03-02T10-00-00.123Z";

describe("SQLite: backup and restore", () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let directory: string;
  let file: string;
  let store: Store;

  beforeEach(async () => {
    folder = await temporaryFolder();
    directory = join(folder.path, "data");
    file = join(folder.path, "backup");
    store = await openSqliteStore({ directory });
    await writeFile(join(directory, "secret"), "a secret");
  });
  afterEach(async () => {
    await store.close();
    await folder.remove();
  });

  const backUp = (force = false) => backUpStore({ directory, file, companions, force });
  const restore = (target: string, { force = false, from = file } = {}) =>
    restoreStore({ directory: target, file: from, companions, force, now });
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

  it("brings back what was stored, and the files that belong to it, for their owner alone", async () => {
    await remember("I row");
    expect(await backUp()).to.deep.equal({ bytes: (await stat(file)).size, companions });
    await remember("I swim");
    const target = join(folder.path, "other");
    expect(restore(target)).to.deep.equal({ companions, keptIn: undefined });
    expect(await contentsIn(target)).to.deep.equal(["I row"]);
    expect(await readFile(join(target, "secret"), "utf8")).to.equal("a secret");
    expect((await readdir(target)).toSorted()).to.deep.equal(["mneme.db", "secret"]);
    for (const name of [file, target, join(target, "mneme.db"), join(target, "secret")]) {
      expect((await stat(name)).mode & 0o077, name).to.equal(0);
    }
  });

  it("holds nothing of what was deleted, though the store's file may", async () => {
    const title = (canary: string) =>
      recorded(aConversation({ id: canary }), ...Array<string>(50).fill(`${canary} was said. `.repeat(50)));
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

  it("replaces a backup only with force", async () => {
    await backUp();
    const before = await readFile(file);
    await remember("I row");
    expect(await messageOf(() => backUp())).to.match(/backup: it exists: choose another name, or pass --force$/);
    expect(await readFile(file)).to.deep.equal(before);
    await backUp(true);
    restore(join(folder.path, "target"));
    expect(await contentsIn(join(folder.path, "target"))).to.deep.equal(["I row"]);
  });

  it("is never written over the store, into a missing directory, or of a store that does not exist", async () => {
    for (const name of ["mneme.db", "mneme.db-wal", "secret"]) {
      const over = { directory, file: join(directory, name), companions, force: true };
      expect(await messageOf(() => backUpStore(over)), name).to.include("it is a file of the store");
    }
    const nowhere = { directory, file: join(folder.path, "none", "backup"), companions, force: true };
    expect(await messageOf(() => backUpStore(nowhere))).to.include("there is no directory");
    const unnamed = { directory, file: "", companions, force: true };
    expect(await messageOf(() => backUpStore(unnamed))).to.include("the file name is empty");
    const empty = join(folder.path, "empty");
    await mkdir(empty);
    expect(await messageOf(() => backUpStore({ directory: empty, file, companions, force: false }))).to.include(
      "there is no store",
    );
    expect(await readdir(empty)).to.deep.equal([]);
  });

  it("removes what an interrupted backup left, and leaves that of a running one", async () => {
    const abandoned = `${file}.draft-999999999`;
    const ofAnother = `${file}.draft-${process.ppid}`;
    for (const name of [abandoned, ofAnother]) await writeFile(name, "part of a backup");
    await backUp();
    expect((await readdir(folder.path)).toSorted()).to.deep.equal(["backup", `backup.draft-${process.ppid}`, "data"]);
  });

  it("moves a store aside only with force, and keeps all of it", async () => {
    await remember("I row");
    await backUp();
    await remember("I swim");
    await store.close();
    await writeFile(join(directory, "secret"), "another secret");
    expect(await messageOf(() => restore(directory))).to.match(
      /mneme\.db is there already: pass --force to set it aside$/,
    );
    const keptIn = join(directory, KEPT);
    expect(restore(directory, { force: true })).to.deep.equal({ companions, keptIn });
    expect(await contentsIn(directory)).to.deep.equal(["I row"]);
    expect(await contentsIn(keptIn)).to.deep.equal(["I row", "I swim"]);
    expect(await readFile(join(keptIn, "secret"), "utf8")).to.equal("another secret");
    store = await openSqliteStore({ directory });
  });

  it("is refused while the store is open, and changes nothing", async () => {
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
    it(`names a ${name} that is there without a store, and sets it aside only when it is told to`, async () => {
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
      expect(restore(target, { force: true })).to.deep.equal({ companions, keptIn: join(target, KEPT) });
      expect(await readFile(join(target, "secret"), "utf8")).to.equal("a secret");
      expect(await readFile(join(target, KEPT, name), "utf8")).to.equal("of an earlier store");
      expect(await contentsIn(target)).to.deep.equal(["I row"]);
    });
  }

  it("keeps a secret that is the same", async () => {
    await backUp();
    const target = join(folder.path, "target");
    await mkdir(target);
    await writeFile(join(target, "secret"), "a secret\n");
    expect(restore(target)).to.deep.equal({ companions, keptIn: undefined });
    expect(await readFile(join(target, "secret"), "utf8")).to.equal("a secret\n");
    expect((await readdir(target)).toSorted()).to.deep.equal(["mneme.db", "secret"]);
  });

  it("is refused, and changes nothing, when the store cannot be locked for another reason than damage", async () => {
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

  it("makes the parents of the data directory, for their owner alone", async () => {
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

  it("is refused in one line where no directory can be made", async () => {
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

  it("has everything on disk when it succeeds", async () => {
    await backUp();
    const target = join(folder.path, "a", "b");
    const steps = recordFileSteps(() => restore(target), { root: folder.path });
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

  it("has what is set aside on disk as well", async () => {
    await backUp();
    await store.close();
    const steps = recordFileSteps(() => restore(directory, { force: true }), { root: folder.path });
    const moved = steps.lastIndexOf("rename data/mneme.db");
    expect(moved).to.be.greaterThan(-1);
    expect(steps.slice(moved)).to.include(`sync data/${KEPT}`).and.include("sync data");
    store = await openSqliteStore({ directory });
  });

  it("does not sync directories on Windows, which cannot open them", async () => {
    await remember("I row");
    await backUp();
    const target = join(folder.path, "target");
    const steps = recordFileSteps(() => restore(target), { root: folder.path, platform: "win32" });
    expect(steps).to.include(`sync target/mneme.db.draft-${process.pid}`).and.not.include("sync target");
    expect(await contentsIn(target)).to.deep.equal(["I row"]);
  });

  it("replaces a store that SQLite cannot read", async () => {
    await remember("I row");
    await backUp();
    await store.close();
    await writeFile(join(directory, "mneme.db"), "no database at all");
    restore(directory, { force: true });
    expect(await contentsIn(directory)).to.deep.equal(["I row"]);
    expect(await readFile(join(directory, KEPT, "mneme.db"), "utf8")).to.equal("no database at all");
    store = await openSqliteStore({ directory });
  });

  it("accepts a copy of a closed store, and keeps the existing secret", async () => {
    await remember("I row");
    await store.close();
    const target = join(folder.path, "target");
    await mkdir(target);
    await writeFile(join(target, "secret"), "the same secret");
    expect(restore(target, { from: join(directory, "mneme.db") })).to.deep.equal({ companions: [], keptIn: undefined });
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
    it(`is refused in one line, and changes nothing, when the file ${what}`, async () => {
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

  it("reads a backup that it may not write to", async () => {
    await remember("I row");
    await backUp();
    await chmod(file, 0o400);
    restore(join(folder.path, "target"));
    expect(await contentsIn(join(folder.path, "target"))).to.deep.equal(["I row"]);
    expect((await readdir(folder.path)).toSorted()).to.deep.equal(["backup", "data", "target"]);
  });

  for (const force of [false, true]) {
    it(`keeps a store closed whose restore was interrupted, until it is repeated ${force ? "with" : "without"} force`, async () => {
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

  it("is refused while another restore exchanges the files", async () => {
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
