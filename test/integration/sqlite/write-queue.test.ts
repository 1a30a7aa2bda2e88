import { setTimeout as sleep } from "node:timers/promises";
import { join } from "node:path";
import { DatabaseSync, StatementSync, type SQLInputValue } from "node:sqlite";
import { expect } from "chai";
import { openConnection } from "../../../src/adapters/sqlite/database/connection.js";
import { retryWhileBusy } from "../../../src/adapters/sqlite/database/errors.js";
import { WalSync } from "../../../src/adapters/sqlite/database/write-ahead-log.js";
import { SqliteWriteQueue } from "../../../src/adapters/sqlite/database/write-queue.js";
import { DomainError } from "../../../src/domain/index.js";
import { createTemporaryDirectory } from "../../support/temporary-directory.js";
import { waitUntil } from "../../support/eventually.js";

describe("SQLite: the write queue", () => {
  let folder: Awaited<ReturnType<typeof createTemporaryDirectory>>;
  let db: DatabaseSync;
  /** Another connection, as another process has one. */
  let other: DatabaseSync;
  let log: WalSync;
  let queue: SqliteWriteQueue;

  beforeEach(async () => {
    folder = await createTemporaryDirectory();
    db = await openConnection(folder.path, (opened) => opened);
    db.exec("CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT)");
    other = new DatabaseSync(join(folder.path, "mneme.db"));
    log = new WalSync(db);
    queue = new SqliteWriteQueue(db, log);
  });
  afterEach(async () => {
    await queue.close();
    log.close();
    db.close();
    other.close();
    await folder.remove();
  });

  const note = (id: number, text = "") =>
    queue.write(() => db.prepare("INSERT INTO notes VALUES (?, ?)").run(id, text));
  const stored = () =>
    other
      .prepare("SELECT id FROM notes ORDER BY id")
      .all()
      .map(({ id }) => id);
  const commitsOf = async (work: () => Promise<unknown>) => {
    let commits = 0;
    const { prototype } = StatementSync;
    const run = Object.getOwnPropertyDescriptor(prototype, "run") as PropertyDescriptor;
    const original = run.value as (this: StatementSync, ...values: SQLInputValue[]) => unknown;
    Object.defineProperty(prototype, "run", {
      ...run,
      value(this: StatementSync, ...values: SQLInputValue[]) {
        if (this.sourceSQL === "COMMIT") commits += 1;
        return original.call(this, ...values);
      },
    });
    await work().finally(() => Object.defineProperty(prototype, "run", run));
    return commits;
  };

  it("groups 100 concurrent writes into one commit", async () => {
    // A turn that a busy machine interrupts ends early, and the rest is another commit: so not at every try.
    let tries = 0;
    const commit = () => Promise.all(Array.from({ length: 100 }, (_, id) => note(100 * tries + id)));
    await waitUntil(async () => {
      const commits = await commitsOf(commit);
      tries += 1;
      expect(stored()).to.have.length(100 * tries);
      return commits === 1;
    });
  });

  it("splits slow writes into several commits", async () => {
    const slowly = (id: number) =>
      queue.write(() => {
        const end = performance.now() + 5;
        while (performance.now() < end);
        db.prepare("INSERT INTO notes VALUES (?, '')").run(id);
      });
    const commits = await commitsOf(() => Promise.all(Array.from({ length: 20 }, (_, id) => slowly(id))));
    expect(commits).to.be.at.least(4);
    expect(stored()).to.have.length(20);
  });

  it("acknowledges a write after its commit", async () => {
    for (let id = 0; id < 10; id += 1) {
      await note(id);
      expect(stored()).to.include(id);
    }
  });

  it("rolls back only the write that fails", async () => {
    const refusal = new Error("no");
    const outcomes = await Promise.allSettled([
      note(1),
      queue.write(() => {
        db.prepare("INSERT INTO notes VALUES (2, '')").run();
        throw refusal;
      }),
      note(1),
      note(3),
    ]);
    expect(outcomes.map(({ status }) => status)).to.deep.equal(["fulfilled", "rejected", "rejected", "fulfilled"]);
    expect(outcomes[1]).to.have.property("reason", refusal);
    expect(stored()).to.deep.equal([1, 3]);
  });

  it("rejects writes on a full disk completely and recovers afterwards", async () => {
    const { page_count: pages } = db.prepare("PRAGMA page_count").get() ?? {};
    db.exec(`PRAGMA max_page_count = ${Number(pages) + 20}`);
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, (_, id) => note(id, "x".repeat(20_000))));
    const kept = outcomes.flatMap(({ status }, id) => (status === "fulfilled" ? [id] : []));
    expect(stored()).to.deep.equal(kept);
    const reasons = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason as unknown] : []));
    expect(reasons).not.to.have.length(0);
    for (const reason of reasons) expect(reason).to.be.instanceOf(DomainError).with.property("kind", "unavailable");
    expect(db.isTransaction).to.equal(false);
    db.exec("PRAGMA max_page_count = 1000000");
    await note(100);
    expect(stored()).to.include(100);
  });

  it("rejects all writes of a failed commit and stores none", async () => {
    db.exec(`
      CREATE TABLE owners (id INTEGER PRIMARY KEY);
      CREATE TABLE things (owner INTEGER REFERENCES owners DEFERRABLE INITIALLY DEFERRED)`);
    const orphan = queue.write(() => db.prepare("INSERT INTO things VALUES (7)").run());
    const outcomes = await Promise.allSettled([note(1), orphan, note(2)]);
    for (const outcome of outcomes) {
      expect(outcome.status === "rejected" && outcome.reason).to.have.property("kind", "unavailable");
    }
    expect(stored()).to.deep.equal([]);
    await note(3);
    expect(stored()).to.deep.equal([3]);
  });

  it("waits for a lock of another connection without blocking the event loop", async () => {
    other.exec("BEGIN IMMEDIATE");
    let turns = 0;
    const turning = setInterval(() => (turns += 1), 1);
    const writing = Promise.all([note(1), note(2)]);
    await sleep(300);
    const late = note(3);
    clearInterval(turning);
    other.exec("COMMIT");
    await Promise.all([writing, late]);
    expect(stored()).to.deep.equal([1, 2, 3]);
    expect(turns).to.be.greaterThan(10);
  });

  it("gives up on a lock that is never released", async () => {
    other.exec("BEGIN IMMEDIATE");
    const outcome = await retryWhileBusy(() => db.exec("BEGIN IMMEDIATE"), 100).catch((error: unknown) => error);
    other.exec("COMMIT");
    expect(outcome).to.be.instanceOf(DomainError).with.property("kind", "unavailable");
    expect(db.isTransaction).to.equal(false);
  });

  it("completes pending writes on close and rejects later ones", async () => {
    const asked = [note(1), note(2)];
    await queue.close();
    await Promise.all(asked);
    expect(stored()).to.deep.equal([1, 2]);
    expect(await note(3).catch((error: unknown) => error)).to.have.property("kind", "unavailable");
  });
});
