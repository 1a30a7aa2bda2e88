import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdir, readdir, readFile, rm, stat, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect } from "chai";
import { openConnection } from "../../../src/adapters/sqlite/database/connection.js";
import { ensureDatabaseFile } from "../../../src/adapters/sqlite/database/durable-files.js";
import { openSqliteStore } from "../../../src/adapters/sqlite/index.js";
import { DomainError } from "../../../src/domain/index.js";
import { aConversation, withTranscript } from "../../../src/testing/index.js";
import { runWorkerTask } from "../../support/worker-processes.js";
import { createTemporaryDirectory } from "../../support/temporary-directory.js";

const PAGE = 4096;

describe("opening a SQLite store", () => {
  let folder: Awaited<ReturnType<typeof createTemporaryDirectory>>;
  beforeEach(async () => (folder = await createTemporaryDirectory()));
  afterEach(() => folder.remove());

  const refusal = async (directory: string): Promise<DomainError> => {
    const error: unknown = await openSqliteStore({ directory }).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!(error instanceof DomainError)) throw new Error(`opened, or failed otherwise: ${String(error)}`);
    return error;
  };

  it("sets the pragmas for durability and erasure on every connection", async () => {
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
    it(`rejects a connection when ${pragma} has another value`, async () => {
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

  it("creates a directory and files with permissions for the owner only", async () => {
    const directory = join(folder.path, "a");
    const store = await openSqliteStore({ directory });
    expect((await stat(directory)).mode & 0o777).to.equal(0o700);
    for (const file of await readdir(directory))
      expect((await stat(join(directory, file))).mode & 0o777).to.equal(0o600);
    await store.close();
  });

  it("supports concurrent opening by several processes in an empty directory", async () => {
    await Promise.all(
      Array.from({ length: 4 }, () => runWorkerTask({ directory: folder.path, environment: {} }, "nothing")),
    );
    const store = await openSqliteStore({ directory: folder.path });
    expect((await store.conversations.insertOrGet(withTranscript(aConversation()))).outcome).to.equal("inserted");
    await store.close();
  });

  it("supports concurrent opening in one process and keeps stored data", async () => {
    const stores = await Promise.all(Array.from({ length: 8 }, () => openSqliteStore({ directory: folder.path })));
    await stores[0]?.conversations.insertOrGet(withTranscript(aConversation({ id: "kept" })));
    expect(await stores[7]?.conversations.get("ada", "kept")).not.to.equal(undefined);
    await Promise.all(stores.map((store) => store.close()));
    const again = await openSqliteStore({ directory: folder.path });
    expect(await again.conversations.get("ada", "kept")).not.to.equal(undefined);
    await again.close();
  });

  it("sets the SQLite application ID", async () => {
    await (await openSqliteStore({ directory: folder.path })).close();
    const header = await readFile(join(folder.path, "mneme.db"));
    expect(header.subarray(68, 72).toString()).to.equal("mnem");
  });

  it("reports the store as healthy until it is closed", async () => {
    const store = await openSqliteStore({ directory: folder.path });
    await store.health.check();
    await store.close();
    expect(await store.health.check().catch((error: unknown) => error)).to.have.property("kind", "unavailable");
  });

  it("rejects a file of a newer version in one line with its path", async () => {
    await (await openSqliteStore({ directory: folder.path })).close();
    const db = new DatabaseSync(join(folder.path, "mneme.db"));
    db.exec("PRAGMA user_version = 1000");
    db.close();
    const { message } = await refusal(folder.path);
    expect(message).to.match(/^Cannot open the store .*mneme\.db: it has version 1000, [^\n]*$/);
  });

  it("rejects a file that is not a database in one line with its path", async () => {
    await writeFile(join(folder.path, "mneme.db"), "this is a letter to a friend ".repeat(500));
    const { kind, message } = await refusal(folder.path);
    expect(kind).to.equal("unavailable");
    expect(message).to.match(/mneme\.db: [^\n]*not a database[^\n]*$/);
  });

  it("rejects a truncated file", async () => {
    const store = await openSqliteStore({ directory: folder.path });
    await store.close();
    await truncate(join(folder.path, "mneme.db"), 6000);
    expect((await refusal(folder.path)).message).to.match(/^Cannot open the store .*mneme\.db: [^\n]+$/);
  });

  it("rejects a file with damaged pages in one line with its path", async () => {
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

  it("includes the path in errors that occur on first use", async () => {
    const use = () => {
      throw new Error("no such column");
    };
    const error: unknown = await openConnection(folder.path, use).catch((reason: unknown) => reason);
    expect(error).to.have.property("message", `Cannot open the store ${join(folder.path, "mneme.db")}: no such column`);
  });

  it("rejects an empty file in one line with its path and leaves it unchanged", async () => {
    await (await openSqliteStore({ directory: folder.path })).close();
    const file = join(folder.path, "mneme.db");
    await truncate(file, 0);
    for (let start = 0; start < 2; start += 1) {
      expect((await refusal(folder.path)).message).to.match(
        /^Cannot open the store .*mneme\.db: the file is truncated to 0 bytes: [^\n]+$/,
      );
    }
    expect(await readdir(folder.path)).to.deep.equal(["mneme.db"]);
    expect((await stat(file)).size).to.equal(0);
  });

  it("does not create a database beside a leftover write-ahead log", async () => {
    const store = await openSqliteStore({ directory: folder.path });
    await store.conversations.insertOrGet(withTranscript(aConversation()));
    const wal = await readFile(join(folder.path, "mneme.db-wal"));
    await store.close();
    await rm(join(folder.path, "mneme.db"));
    await writeFile(join(folder.path, "mneme.db-wal"), wal);
    expect((await refusal(folder.path)).message).to.match(
      /mneme\.db: the file is missing, but its write-ahead log [^\n]+$/,
    );
    expect(await readdir(folder.path)).to.deep.equal(["mneme.db-wal"]);
  });

  it("rejects a symbolic link with a missing target", async () => {
    await symlink(join(folder.path, "elsewhere.db"), join(folder.path, "mneme.db"));
    expect((await refusal(folder.path)).message).to.match(
      /mneme\.db: it is a symbolic link to a file that is missing$/,
    );
    await symlink(join(folder.path, "nowhere"), join(folder.path, "data"));
    expect((await refusal(join(folder.path, "data"))).message).to.match(/data\/mneme\.db: [^\n]+$/);
    expect(await readdir(folder.path)).to.deep.equal(["data", "mneme.db"]);
  });

  it("publishes a new file only when complete and keeps a file of another process", () => {
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

  it("rejects a directory in which no file can be created, without hanging", async () => {
    expect((await refusal("/proc/mneme")).message).to.match(
      /^Cannot open the store \/proc\/mneme\/mneme\.db: ENOENT[^\n]+$/,
    );
  });

  it("rejects an unusable path in one line", async () => {
    await writeFile(join(folder.path, "file"), "");
    expect((await refusal(join(folder.path, "file"))).message).to.match(/file\/mneme\.db: [^\n]+$/);
    await mkdir(join(folder.path, "mneme.db"));
    expect((await refusal(folder.path)).message).to.match(/mneme\.db: [^\n]+$/);
  });
});
