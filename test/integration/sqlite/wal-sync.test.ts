import { setImmediate as nextTurn } from "node:timers/promises";
import type { DatabaseSync } from "node:sqlite";
import { expect } from "chai";
import { openConnection } from "../../../src/adapters/sqlite/database/connection.js";
import { WalSync } from "../../../src/adapters/sqlite/database/write-ahead-log.js";
import { SqliteWriteQueue } from "../../../src/adapters/sqlite/database/write-queue.js";
import { createTemporaryDirectory } from "../../support/temporary-directory.js";
import { waitUntil } from "../../support/eventually.js";

const TURNS = 20;

interface Sync {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

describe("SQLite: syncing the write-ahead log", () => {
  let folder: Awaited<ReturnType<typeof createTemporaryDirectory>>;
  let db: DatabaseSync;
  let log: WalSync;
  let queue: SqliteWriteQueue;
  /** The syncs that have begun and that the test has not ended yet, oldest first. */
  let syncs: Sync[];
  /** The writes that were acknowledged. */
  let acknowledged: number[];

  beforeEach(async () => {
    folder = await createTemporaryDirectory();
    db = await openConnection(folder.path, (opened) => opened);
    db.exec("CREATE TABLE notes (id INTEGER PRIMARY KEY)");
    syncs = [];
    acknowledged = [];
    log = new WalSync(db, () => new Promise((resolve, reject) => syncs.push({ resolve, reject })));
    queue = new SqliteWriteQueue(db, log);
  });
  afterEach(async () => {
    const closing = queue.close().then(() => "closed");
    await waitUntil(async () => {
      for (const sync of syncs.splice(0)) sync.resolve();
      return (await Promise.race([closing, nextTurn("open")])) === "closed";
    });
    log.close();
    db.close();
    await folder.remove();
  });

  const write = async (id: number): Promise<void> => {
    await queue.write(() => db.prepare("INSERT INTO notes VALUES (?)").run(id));
    acknowledged.push(id);
  };
  const stored = (): unknown[] =>
    db
      .prepare("SELECT id FROM notes ORDER BY id")
      .all()
      .map(({ id }) => id);
  const settled = (task: Promise<unknown>): Promise<unknown> => task.catch((error: unknown) => error);
  const someTurns = async (): Promise<void> => {
    for (let turn = 0; turn < TURNS; turn += 1) await nextTurn();
  };

  it("acknowledges a write after its sync, not after its commit", async () => {
    const writing = write(1);
    await waitUntil(() => syncs.length === 1);
    await someTurns();
    expect([stored(), acknowledged]).to.deep.equal([[1], []]);
    syncs.shift()?.resolve();
    await writing;
    expect(acknowledged).to.deep.equal([1]);
  });

  it("commits during a sync and shares the next sync among these commits", async () => {
    const first = write(1);
    await waitUntil(() => syncs.length === 1);
    const others = [write(2)];
    await waitUntil(() => stored().length === 2);
    others.push(write(3));
    await waitUntil(() => stored().length === 3);
    expect(syncs).to.have.length(1);
    syncs.shift()?.resolve();
    await first;
    await waitUntil(() => syncs.length === 1);
    await someTurns();
    expect(acknowledged).to.deep.equal([1]);
    syncs.shift()?.resolve();
    await Promise.all(others);
    expect(syncs).to.have.length(0);
  });

  it("skips the sync when all commits are on disk", async () => {
    await log.flush();
    expect(syncs).to.have.length(0);
  });

  it("syncs pending commits before a flush completes", async () => {
    const writing = write(1);
    await waitUntil(() => stored().length === 1);
    let isFlushed = false;
    const flushing = log.flush().then(() => (isFlushed = true));
    await someTurns();
    expect(isFlushed).to.equal(false);
    await waitUntil(() => syncs.length === 1);
    syncs.shift()?.resolve();
    await Promise.all([writing, flushing]);
  });

  it("rejects all writes after a failed sync until the store is reopened", async () => {
    const writes = [settled(write(1))];
    await waitUntil(() => syncs.length === 1);
    writes.push(settled(write(2)));
    await waitUntil(() => stored().length === 2);
    syncs.shift()?.reject(new Error("EIO: i/o error, fdatasync"));
    writes.push(settled(write(3)));
    for (const error of await Promise.all([...writes, settled(write(4)), settled(log.flush())])) {
      expect(error).to.have.property("code", "store_io_error");
      expect(error).to.have.property("message").that.includes("restarted: EIO");
    }
    expect([syncs.length, acknowledged]).to.deep.equal([0, []]);
  });
});
