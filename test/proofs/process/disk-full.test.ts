import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import {
  createWeightedModels,
  MODEL_USERS,
  type ModelClients,
  type ResourceModel,
} from "../../support/api-model/index.js";
import { skipWhen } from "../../support/backends.js";
import type { ClientResponse } from "../../support/api-client.js";
import {
  CONVERSATIONS_PATH,
  planningConversation,
  type ConversationReceipt,
} from "../../support/conversation-requests.js";
import { SeededRandom } from "../../support/random.js";
import { runCommandWith, createKey, runMneme, ServerProcess } from "../../support/server-process.js";
import { SmallDisk } from "../../support/small-disk.js";
import { findSqliteFaults, countUnprocessed } from "../../support/sqlite-consistency.js";
import { waitUntil } from "../../support/eventually.js";

const MEGABYTE = 1024 * 1024;
/** Of the write-ahead log: what SQLite lets it grow to before it is emptied, and a commit on top. */
const LARGEST_LOG = 6 * MEGABYTE;
const FULL = /^The store cannot be used now: its disk is full$/;

/** A server on a small disk, and all that was ever written to it. */
class Crowded {
  private constructor(
    readonly disk: SmallDisk,
    readonly server: ServerProcess,
    readonly callers: ModelClients,
    readonly unusedKey: string,
    private readonly random: SeededRandom,
    readonly kept: readonly ResourceModel[],
  ) {}

  static async on(disk: SmallDisk, seed: number): Promise<Crowded> {
    const { directory } = disk;
    const [key, unusedKey] = [
      await createKey(directory, MODEL_USERS.main),
      await createKey(directory, MODEL_USERS.main),
    ];
    const [token, another] = [
      await runMneme(directory, "token", "--user", MODEL_USERS.main),
      await runMneme(directory, "token", "--user", MODEL_USERS.another),
    ];
    const server = await ServerProcess.start(directory, { environment: { MNEME_LOG_LEVEL: "warn" } });
    const callers = {
      keyClient: server.clientFor(key),
      tokenClient: server.clientFor(token),
      otherUserClient: server.clientFor(another),
    };
    const kept = createWeightedModels().map(({ ledger }) => ledger);
    for (const ledger of kept) await ledger.prepare(callers);
    return new Crowded(disk, server, callers, unusedKey, new SeededRandom(seed), kept);
  }

  get refused(): number {
    return this.kept.reduce((sum, { counts: tally }) => sum + tally.refused, 0);
  }

  get acknowledged(): number {
    return this.kept.reduce((sum, { counts: tally }) => sum + tally.acknowledged, 0);
  }

  /** Some writes to every resource, each of which may be refused for lack of room. */
  async write(times: number): Promise<void> {
    for (let time = 0; time < times; time += 1) {
      for (const ledger of this.kept) await ledger.write(this.callers, this.random, [503]);
    }
  }

  async verify(): Promise<void> {
    for (const ledger of this.kept) await ledger.verify(this.callers);
    expect(findSqliteFaults(this.disk.directory)).to.deep.equal([]);
  }

  create(): Promise<ClientResponse> {
    return this.callers.keyClient.post(`${CONVERSATIONS_PATH}/from-segments`, planningConversation);
  }

  async readiness(): Promise<ClientResponse> {
    // For so long an answer stands for those who ask next.
    await sleep(1_100);
    return this.server.clientFor().get("/readyz");
  }

  /** There is room again: without a restart, everything works, and all work comes to its end. */
  async recover(): Promise<void> {
    this.disk.freeBlocks();
    expect((await this.readiness()).status).to.equal(200);
    const { acknowledged, refused } = this;
    await this.write(10);
    expect(this.acknowledged).to.be.greaterThan(acknowledged);
    expect(this.refused).to.equal(refused);
    while (countUnprocessed(this.disk.directory) > 0) await sleep(250);
    for (const ledger of this.kept) await ledger.verify(this.callers, { settled: true });
    expect((await stat(join(this.disk.directory, "mneme.db-wal"))).size).to.be.lessThan(LARGEST_LOG);
    expect(await this.server.stop()).to.equal(0);
    expect(findSqliteFaults(this.disk.directory)).to.deep.equal([]);
  }
}

describe("a full disk", () => {
  before(function () {
    skipWhen(SmallDisk.findAbsence(), this);
  });
  afterEach(() => ServerProcess.killAll());

  it("makes writes fail with 503 while reads succeed, until space is freed, without a restart", async () => {
    await SmallDisk.mountTemporarily(12 * MEGABYTE, async (disk) => {
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
      expect((await crowded.server.clientFor(crowded.unusedKey).get(`${CONVERSATIONS_PATH}?limit=1`)).status).to.equal(
        200,
      );
      await crowded.recover();
      expect(crowded.server.readOutput()).to.match(/its disk is full","event":"api_key.last_used_update_failed"/);
    });
  });

  it("neither blocks a server that cannot write its log nor prevents its shutdown", async () => {
    await SmallDisk.mountTemporarily(12 * MEGABYTE, async (disk) => {
      const { directory } = disk;
      const key = await createKey(directory, MODEL_USERS.main);
      const server = await ServerProcess.start(directory, {
        environment: { MNEME_LOG_LEVEL: "info" },
        outputFile: join(directory, "log"),
      });
      const client = server.clientFor(key);
      disk.fill();
      for (let count = 0; count < 300; count += 1) {
        expect((await client.get(`${CONVERSATIONS_PATH}?limit=1`)).status).to.equal(200);
      }
      disk.freeBlocks();
      await client.get(`${CONVERSATIONS_PATH}?limit=1`);
      await waitUntil(() => server.readOutput().includes('"log.lines_lost"'));
      disk.fill();
      expect(await server.stop()).to.equal(0);
    });
  });

  it("with room for part of a write leaves each write complete or absent", async () => {
    await SmallDisk.mountTemporarily(16 * MEGABYTE, async (disk) => {
      const crowded = await Crowded.on(disk, 2);
      await crowded.write(20);
      disk.fill();
      await crowded.write(30);
      const before = crowded.acknowledged;
      for (let step = 0; step < 60; step += 1) {
        disk.freeBlocks(1);
        await crowded.write(1);
        await crowded.verify();
      }
      expect(crowded.acknowledged).to.be.greaterThan(before);
      await crowded.recover();
    });
  });

  it("lets each deletion succeed or fail completely", async () => {
    await SmallDisk.mountTemporarily(12 * MEGABYTE, async (disk) => {
      const crowded = await Crowded.on(disk, 3);
      const { keyClient: keyed } = crowded.callers;
      const created = [];
      for (let count = 0; count < 40; count += 1) created.push(await crowded.create());
      const outcomes = new Set<string>();
      for (const [blocks, { body }] of created.entries()) {
        disk.fill();
        disk.freeBlocks(blocks);
        const path = `${CONVERSATIONS_PATH}/${(body as ConversationReceipt).id}`;
        const deleted = await keyed.delete(path);
        outcomes.add(`deletion ${deleted.status}, then ${(await keyed.get(path)).status}`);
      }
      expect([...outcomes].sort()).to.deep.equal(["deletion 200, then 404", "deletion 503, then 200"]);
      disk.freeBlocks();
      while (countUnprocessed(disk.directory) > 0) await sleep(250);
      expect(findSqliteFaults(disk.directory)).to.deep.equal([]);
    });
  });

  it("prevents the server from starting with a one-line error", async () => {
    await SmallDisk.mountTemporarily(4 * MEGABYTE, async (disk) => {
      disk.fill();
      const failure: unknown = await runCommandWith(disk.directory, ["serve"]).catch((error: unknown) => error);
      expect(failure).to.have.property("code", 1);
      expect(failure)
        .to.have.property("stderr")
        .that.matches(/^mneme: Cannot [^\n]*disk is full[^\n]*\n$/);
      disk.freeBlocks();
      const server = await ServerProcess.start(disk.directory);
      expect(await server.stop()).to.equal(0);
      expect(await readdir(disk.directory)).to.have.members(["mneme.db", "secret"]);
    });
  });
});
