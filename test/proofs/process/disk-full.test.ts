import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { ledgers, users, type Callers, type Ledger } from "../../support/api-model/index.js";
import { skipWhen } from "../../support/backends.js";
import type { Answered } from "../../support/client.js";
import { collection, planning, type Receipt } from "../../support/conversations.js";
import { Random } from "../../support/random.js";
import { command, createKey, mneme, ServerProcess } from "../../support/server-process.js";
import { SmallDisk } from "../../support/small-disk.js";
import { faultsOf, workLeft } from "../../support/store-consistency.js";
import { until } from "../../support/waiting.js";

const MEGABYTE = 1024 * 1024;
/** Of the write-ahead log: what SQLite lets it grow to before it is emptied, and a commit on top. */
const LARGEST_LOG = 6 * MEGABYTE;
const FULL = /^The store cannot be used now: its disk is full$/;

/** A server on a small disk, and all that was ever written to it. */
class Crowded {
  private constructor(
    readonly disk: SmallDisk,
    readonly server: ServerProcess,
    readonly callers: Callers,
    readonly unusedKey: string,
    private readonly random: Random,
    readonly kept: readonly Ledger[],
  ) {}

  static async on(disk: SmallDisk, seed: number): Promise<Crowded> {
    const { directory } = disk;
    const [key, unusedKey] = [await createKey(directory, users.main), await createKey(directory, users.main)];
    const [token, another] = [
      await mneme(directory, "token", "--user", users.main),
      await mneme(directory, "token", "--user", users.another),
    ];
    const server = await ServerProcess.start(directory, { environment: { MNEME_LOG_LEVEL: "warn" } });
    const callers = { keyed: server.as(key), identified: server.as(token), another: server.as(another) };
    const kept = ledgers().map(({ ledger }) => ledger);
    for (const ledger of kept) await ledger.prepare(callers);
    return new Crowded(disk, server, callers, unusedKey, new Random(seed), kept);
  }

  get refused(): number {
    return this.kept.reduce((sum, { tally }) => sum + tally.refused, 0);
  }

  get acknowledged(): number {
    return this.kept.reduce((sum, { tally }) => sum + tally.acknowledged, 0);
  }

  /** Some writes to every resource, each of which may be refused for lack of room. */
  async write(times: number): Promise<void> {
    for (let time = 0; time < times; time += 1) {
      for (const ledger of this.kept) await ledger.write(this.callers, this.random, [503]);
    }
  }

  async verify(): Promise<void> {
    for (const ledger of this.kept) await ledger.verify(this.callers);
    expect(faultsOf(this.disk.directory)).to.deep.equal([]);
  }

  create(): Promise<Answered> {
    return this.callers.keyed.post(`${collection}/from-segments`, planning);
  }

  async readiness(): Promise<Answered> {
    // For so long an answer stands for those who ask next.
    await sleep(1_100);
    return this.server.as().get("/readyz");
  }

  /** There is room again: without a restart, everything works, and all work comes to its end. */
  async recover(): Promise<void> {
    this.disk.free();
    expect((await this.readiness()).status).to.equal(200);
    const { acknowledged, refused } = this;
    await this.write(10);
    expect(this.acknowledged).to.be.greaterThan(acknowledged);
    expect(this.refused).to.equal(refused);
    while (workLeft(this.disk.directory) > 0) await sleep(250);
    for (const ledger of this.kept) await ledger.verify(this.callers, { settled: true });
    expect((await stat(join(this.disk.directory, "mneme.db-wal"))).size).to.be.lessThan(LARGEST_LOG);
    expect(await this.server.stop()).to.equal(0);
    expect(faultsOf(this.disk.directory)).to.deep.equal([]);
  }
}

describe("a full disk", () => {
  before(function () {
    skipWhen(SmallDisk.absence(), this);
  });
  afterEach(() => ServerProcess.killAll());

  it("is what writes are refused for, while reads go on; with room again all goes on, without a restart", async () => {
    await SmallDisk.of(12 * MEGABYTE, async (disk) => {
      const crowded = await Crowded.on(disk, 1);
      await crowded.write(10);
      disk.fill();
      await crowded.write(30);
      expect(crowded.refused).to.be.greaterThan(10);
      const { status, body } = await crowded.create();
      expect(status).to.equal(503);
      expect((body as { detail: string }).detail).to.match(FULL);
      expect(await crowded.readiness()).to.deep.include({ status: 503 });

      await crowded.verify();
      expect((await crowded.server.as(crowded.unusedKey).get(`${collection}?limit=1`)).status).to.equal(200);
      await crowded.recover();
      expect(crowded.server.printed()).to.match(/its disk is full","event":"api_key.use_not_noted"/);
    });
  });

  it("that takes no line of the log either does not hold the server up, nor keep it from ending", async () => {
    await SmallDisk.of(12 * MEGABYTE, async (disk) => {
      const { directory } = disk;
      const key = await createKey(directory, users.main);
      const server = await ServerProcess.start(directory, {
        environment: { MNEME_LOG_LEVEL: "info" },
        output: join(directory, "log"),
      });
      const client = server.as(key);
      disk.fill();
      for (let count = 0; count < 300; count += 1) {
        expect((await client.get(`${collection}?limit=1`)).status).to.equal(200);
      }
      disk.free();
      await client.get(`${collection}?limit=1`);
      await until(() => server.printed().includes('"log.lines_lost"'));
      disk.fill();
      expect(await server.stop()).to.equal(0);
    });
  });

  it("with room for a part of a write takes the whole or nothing, whatever is written", async () => {
    await SmallDisk.of(16 * MEGABYTE, async (disk) => {
      const crowded = await Crowded.on(disk, 2);
      await crowded.write(20);
      disk.fill();
      await crowded.write(30);
      const before = crowded.acknowledged;
      for (let step = 0; step < 60; step += 1) {
        disk.free(1);
        await crowded.write(1);
        await crowded.verify();
      }
      expect(crowded.acknowledged).to.be.greaterThan(before);
      await crowded.recover();
    });
  });

  it("refuses a deletion as a whole, or lets it through, whatever room there is", async () => {
    await SmallDisk.of(12 * MEGABYTE, async (disk) => {
      const crowded = await Crowded.on(disk, 3);
      const { keyed } = crowded.callers;
      const created = [];
      for (let count = 0; count < 40; count += 1) created.push(await crowded.create());
      const outcomes = new Set<string>();
      for (const [blocks, { body }] of created.entries()) {
        disk.fill();
        disk.free(blocks);
        const path = `${collection}/${(body as Receipt).id}`;
        const deleted = await keyed.delete(path);
        outcomes.add(`deletion ${deleted.status}, then ${(await keyed.get(path)).status}`);
      }
      expect([...outcomes].sort()).to.deep.equal(["deletion 200, then 404", "deletion 503, then 200"]);
      disk.free();
      while (workLeft(disk.directory) > 0) await sleep(250);
      expect(faultsOf(disk.directory)).to.deep.equal([]);
    });
  });

  it("lets no server start, and is named in one line", async () => {
    await SmallDisk.of(4 * MEGABYTE, async (disk) => {
      disk.fill();
      const failure: unknown = await command(disk.directory, ["serve"]).catch((error: unknown) => error);
      expect(failure).to.have.property("code", 1);
      expect(failure)
        .to.have.property("stderr")
        .that.matches(/^mneme: Cannot [^\n]*disk is full[^\n]*\n$/);
      disk.free();
      const server = await ServerProcess.start(disk.directory);
      expect(await server.stop()).to.equal(0);
      expect(await readdir(disk.directory)).to.have.members(["mneme.db", "secret"]);
    });
  });
});
