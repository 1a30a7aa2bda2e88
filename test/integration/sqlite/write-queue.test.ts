import { setTimeout as sleep } from "node:timers/promises";
import { join } from "node:path";
import { DatabaseSync, StatementSync, type SQLInputValue } from "node:sqlite";
import { expect } from "chai";
import { openConnection } from "../../../src/adapters/sqlite/connection.js";
import { patiently } from "../../../src/adapters/sqlite/patience.js";
import { WalSync } from "../../../src/adapters/sqlite/wal-sync.js";
import { WriteQueue } from "../../../src/adapters/sqlite/write-queue.js";
import { DomainError } from "../../../src/domain/index.js";
import { temporaryFolder } from "../../support/temporary-directory.js";
import { until } from "../../support/waiting.js";

describe("SQLite: writes of one turn share a commit", () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let db: DatabaseSync;
  /** Another connection, as another process has one. */
  let other: DatabaseSync;
  let log: WalSync;
  let queue: WriteQueue;

  beforeEach(async () => {
    folder = await temporaryFolder();
    db = await openConnection(folder.path, (opened) => opened);
    db.exec("CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT)");
    other = new DatabaseSync(join(folder.path, "mneme.db"));
    log = new WalSync(db);
    queue = new WriteQueue(db, log);
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

  it("one commit for a hundred", async () => {
    // A turn that a busy machine interrupts ends early, and the rest is another commit: so not at every try.
    let tries = 0;
    const commit = () => Promise.all(Array.from({ length: 100 }, (_, id) => note(100 * tries + id)));
    await until(async () => {
      const commits = await commitsOf(commit);
      tries += 1;
      expect(stored()).to.have.length(100 * tries);
      return commits === 1;
    });
  });

  it("but not so many that a turn gets long", async () => {
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

  it("what is acknowledged is committed", async () => {
    for (let id = 0; id < 10; id += 1) {
      await note(id);
      expect(stored()).to.include(id);
    }
  });

  it("one that throws takes no other with it, and leaves nothing", async () => {
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

  it("when the disk is full the rest is refused, nothing is stored by halves, and later it goes on", async () => {
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

  it("when the commit fails all are refused and nothing is stored", async () => {
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

  it("waits for another connection without holding up the event loop", async () => {
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

  it("gives up on a connection that never lets go", async () => {
    other.exec("BEGIN IMMEDIATE");
    const outcome = await patiently(() => db.exec("BEGIN IMMEDIATE"), 100).catch((error: unknown) => error);
    other.exec("COMMIT");
    expect(outcome).to.be.instanceOf(DomainError).with.property("kind", "unavailable");
    expect(db.isTransaction).to.equal(false);
  });

  it("closes when all that was asked for is done, and takes nothing more", async () => {
    const asked = [note(1), note(2)];
    await queue.close();
    await Promise.all(asked);
    expect(stored()).to.deep.equal([1, 2]);
    expect(await note(3).catch((error: unknown) => error)).to.have.property("kind", "unavailable");
  });
});
