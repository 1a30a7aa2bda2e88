import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdir, readdir, readFile, rm, stat, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect } from "chai";
import { openConnection } from "../../../src/adapters/sqlite/connection.js";
import { ensureDatabaseFile } from "../../../src/adapters/sqlite/database-file.js";
import { openSqliteStore } from "../../../src/adapters/sqlite/index.js";
import { DomainError } from "../../../src/domain/index.js";
import { aConversation, recorded } from "../../../src/testing/index.js";
import { run } from "../../support/processes.js";
import { temporaryFolder } from "../../support/temporary-directory.js";

const PAGE = 4096;

describe("opening a SQLite store", () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  beforeEach(async () => (folder = await temporaryFolder()));
  afterEach(() => folder.remove());

  const refusal = async (directory: string): Promise<DomainError> => {
    const error: unknown = await openSqliteStore({ directory }).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!(error instanceof DomainError)) throw new Error(`opened, or failed otherwise: ${String(error)}`);
    return error;
  };

  it("holds every connection to what durability and erasure need", async () => {
    for (const db of await Promise.all([1, 2].map(() => openConnection(folder.path, (opened) => opened)))) {
      const value = (pragma: string) => Object.values(db.prepare(`PRAGMA ${pragma}`).get() ?? {})[0];
      expect(value("journal_mode")).to.equal("wal");
      expect(value("synchronous")).to.equal(2);
      expect(value("secure_delete")).to.equal(1);
      expect(value("temp_store")).to.equal(2);
      expect(value("busy_timeout")).to.be.at.most(5);
      db.close();
    }
  });

  const others = {
    busy_timeout: "7",
    journal_mode: "DELETE",
    synchronous: "NORMAL",
    secure_delete: "FAST",
    temp_store: "FILE",
    cache_size: "-2000",
  };
  for (const [pragma, other] of Object.entries(others)) {
    it(`refuses a connection whose ${pragma} comes out as another`, async () => {
      const exec = Object.getOwnPropertyDescriptor(DatabaseSync.prototype, "exec") as PropertyDescriptor;
      const setsOther = function (this: DatabaseSync, sql: string): void {
        const set = sql.startsWith(`PRAGMA ${pragma} =`) ? `PRAGMA ${pragma} = ${other}` : sql;
        (exec.value as DatabaseSync["exec"]).call(this, set);
      };
      Object.defineProperty(DatabaseSync.prototype, "exec", { ...exec, value: setsOther });
      try {
        expect((await refusal(folder.path)).message).to.match(new RegExp(`mneme\\.db: ${pragma} is .+ instead of .+`));
      } finally {
        Object.defineProperty(DatabaseSync.prototype, "exec", exec);
      }
    });
  }

  it("makes the folder for its owner alone", async () => {
    const directory = join(folder.path, "a");
    const store = await openSqliteStore({ directory });
    expect((await stat(directory)).mode & 0o777).to.equal(0o700);
    for (const file of await readdir(directory))
      expect((await stat(join(directory, file))).mode & 0o777).to.equal(0o600);
    await store.close();
  });

  it("is safe for several processes at once on a fresh folder", async () => {
    await Promise.all(Array.from({ length: 4 }, () => run({ directory: folder.path, environment: {} }, "nothing")));
    const store = await openSqliteStore({ directory: folder.path });
    expect((await store.conversations.insertOrGet(recorded(aConversation()))).outcome).to.equal("inserted");
    await store.close();
  });

  it("is safe many times at once in one process, and finds what was stored before", async () => {
    const stores = await Promise.all(Array.from({ length: 8 }, () => openSqliteStore({ directory: folder.path })));
    await stores[0]?.conversations.insertOrGet(recorded(aConversation({ id: "kept" })));
    expect(await stores[7]?.conversations.get("ada", "kept")).not.to.equal(undefined);
    await Promise.all(stores.map((store) => store.close()));
    const again = await openSqliteStore({ directory: folder.path });
    expect(await again.conversations.get("ada", "kept")).not.to.equal(undefined);
    await again.close();
  });

  it("marks the file as its own", async () => {
    await (await openSqliteStore({ directory: folder.path })).close();
    const header = await readFile(join(folder.path, "mneme.db"));
    expect(header.subarray(68, 72).toString()).to.equal("mnem");
  });

  it("is healthy until it is closed", async () => {
    const store = await openSqliteStore({ directory: folder.path });
    await store.health.check();
    await store.close();
    expect(await store.health.check().catch((error: unknown) => error)).to.have.property("kind", "unavailable");
  });

  it("refuses a file of a newer version in one line that names it", async () => {
    await (await openSqliteStore({ directory: folder.path })).close();
    const db = new DatabaseSync(join(folder.path, "mneme.db"));
    db.exec("PRAGMA user_version = 1000");
    db.close();
    const { message } = await refusal(folder.path);
    expect(message).to.match(/^Cannot open the store .*mneme\.db: it has version 1000, [^\n]*$/);
  });

  it("refuses what is no database in one line that names it", async () => {
    await writeFile(join(folder.path, "mneme.db"), "this is a letter to a friend ".repeat(500));
    const { kind, message } = await refusal(folder.path);
    expect(kind).to.equal("unavailable");
    expect(message).to.match(/mneme\.db: [^\n]*not a database[^\n]*$/);
  });

  it("refuses a file that was cut off", async () => {
    const store = await openSqliteStore({ directory: folder.path });
    await store.close();
    await truncate(join(folder.path, "mneme.db"), 6000);
    expect((await refusal(folder.path)).message).to.match(/^Cannot open the store .*mneme\.db: [^\n]+$/);
  });

  it("refuses a file that is damaged behind its first page in one line that names it", async () => {
    await (await openSqliteStore({ directory: folder.path })).close();
    const file = join(folder.path, "mneme.db");
    const sound = await readFile(file);
    const pages = sound.length / PAGE;
    for (const good of [1, 2, 5, 10]) {
      await writeFile(file, Buffer.from(sound).fill(0xab, good * PAGE));
      const { kind, message } = await refusal(folder.path);
      expect(kind).to.equal("unavailable");
      expect(message, `${good} of ${pages} pages`).to.match(/^Cannot open the store [^\n]*mneme\.db: [^\n]*malformed$/);
    }
    await writeFile(file, sound);
    await (await openSqliteStore({ directory: folder.path })).close();
  });

  it("names the file as well when what is wrong shows only in its use", async () => {
    const use = () => {
      throw new Error("no such column");
    };
    const error: unknown = await openConnection(folder.path, use).catch((reason: unknown) => reason);
    expect(error).to.have.property("message", `Cannot open the store ${join(folder.path, "mneme.db")}: no such column`);
  });

  it("refuses an empty file in one line that names it, and leaves it as it is", async () => {
    await (await openSqliteStore({ directory: folder.path })).close();
    const file = join(folder.path, "mneme.db");
    await truncate(file, 0);
    for (let start = 0; start < 2; start += 1) {
      expect((await refusal(folder.path)).message).to.match(/^Cannot open the store .*mneme\.db: it is empty, [^\n]+$/);
    }
    expect(await readdir(folder.path)).to.deep.equal(["mneme.db"]);
    expect((await stat(file)).size).to.equal(0);
  });

  it("refuses to create a database beside the log of a missing one", async () => {
    const store = await openSqliteStore({ directory: folder.path });
    await store.conversations.insertOrGet(recorded(aConversation()));
    const wal = await readFile(join(folder.path, "mneme.db-wal"));
    await store.close();
    await rm(join(folder.path, "mneme.db"));
    await writeFile(join(folder.path, "mneme.db-wal"), wal);
    expect((await refusal(folder.path)).message).to.match(/mneme\.db: it is missing, but its log [^\n]+$/);
    expect(await readdir(folder.path)).to.deep.equal(["mneme.db-wal"]);
  });

  it("refuses a symbolic link to a file or folder that is missing", async () => {
    await symlink(join(folder.path, "elsewhere.db"), join(folder.path, "mneme.db"));
    expect((await refusal(folder.path)).message).to.match(
      /mneme\.db: it is a symbolic link to a file that is missing$/,
    );
    await symlink(join(folder.path, "nowhere"), join(folder.path, "data"));
    expect((await refusal(join(folder.path, "data"))).message).to.match(/data\/mneme\.db: [^\n]+$/);
    expect(await readdir(folder.path)).to.deep.equal(["data", "mneme.db"]);
  });

  it("publishes a new file only when it is complete, and keeps that of another process", () => {
    const file = join(folder.path, "mneme.db");
    const failing = (): never => {
      throw new Error("no room");
    };
    expect(() => ensureDatabaseFile(file, failing)).to.throw("no room");
    expect(readdirSync(folder.path)).to.deep.equal([]);
    ensureDatabaseFile(file, (draft) => {
      expect(existsSync(file)).to.equal(false);
      writeFileSync(draft, "a database");
      writeFileSync(file, "that of another process");
    });
    expect(readFileSync(file, "utf8")).to.equal("that of another process");
    expect(readdirSync(folder.path)).to.deep.equal(["mneme.db"]);
  });

  it("refuses a folder that takes no entries, without hanging", async () => {
    expect((await refusal("/proc/mneme")).message).to.match(
      /^Cannot open the store \/proc\/mneme\/mneme\.db: ENOENT[^\n]+$/,
    );
  });

  it("refuses a place that cannot be written in one line that names it", async () => {
    await writeFile(join(folder.path, "file"), "");
    expect((await refusal(join(folder.path, "file"))).message).to.match(/file\/mneme\.db: [^\n]+$/);
    await mkdir(join(folder.path, "mneme.db"));
    expect((await refusal(folder.path)).message).to.match(/mneme\.db: [^\n]+$/);
  });
});
