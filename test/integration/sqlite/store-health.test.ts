import { open, stat } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { openSqliteStore } from "../../../src/adapters/sqlite/index.js";
import type { Store } from "../../../src/ports/index.js";
import { aUser } from "../../../src/testing/index.js";
import { createTemporaryDirectory } from "../../support/temporary-directory.js";

/** The schema is there, where it is read from when the store is opened. */
const HEALTHY_BYTES = 64 * 4096;

describe("SQLite: the health check", () => {
  let folder: Awaited<ReturnType<typeof createTemporaryDirectory>>;
  let store: Store;
  let observer: DatabaseSync;
  beforeEach(async () => {
    folder = await createTemporaryDirectory();
    store = await openSqliteStore({ directory: folder.path });
    observer = new DatabaseSync(join(folder.path, "mneme.db"));
  });
  afterEach(async () => {
    observer.close();
    await store.close();
    await folder.remove();
  });

  /** Another one whenever somebody else has committed. */
  const version = () => observer.prepare("PRAGMA data_version").get()?.data_version;

  it("commits a write and reuses the result for one second", async () => {
    const before = version();
    await store.health.check();
    const proved = version();
    expect(proved).not.to.equal(before);
    await Promise.all([store.health.check(), store.health.check()]);
    expect(version()).to.equal(proved);
    await sleep(1_100);
    await store.health.check();
    expect(version()).not.to.equal(proved);
  });

  it("does not change data versions or hide other changes", async () => {
    const before = store.dataVersions?.getVersion("ada");
    await store.health.check();
    expect(store.dataVersions?.getVersion("ada")).to.equal(before);
    await sleep(1_100);
    await Promise.all([store.health.check(), store.users.insertOrGet(aUser({ id: "ada" }))]);
    expect(store.dataVersions?.getVersion("ada")).not.to.equal(before);
  });
});

describe("SQLite: a store whose file is damaged while it is open", () => {
  let folder: Awaited<ReturnType<typeof createTemporaryDirectory>>;
  beforeEach(async () => (folder = await createTemporaryDirectory()));
  afterEach(() => folder.remove());

  const failureOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => undefined,
      (error: unknown) => error,
    );

  it("is unhealthy after a read detects the damage, and logs it once", async () => {
    const first = await openSqliteStore({ directory: folder.path });
    for (let user = 0; user < 2_000; user += 1) {
      await first.users.insertOrGet(aUser({ id: `user-${user}`, displayName: "x".repeat(200) }));
    }
    await first.close();
    const events: [event: string, fields: unknown][] = [];
    const note = (event: string, fields: unknown): void => void events.push([event, fields]);
    const store = await openSqliteStore({ directory: folder.path, log: { info: note, warn: note, error: note } });
    try {
      await store.health.check();
      const file = join(folder.path, "mneme.db");
      const { size } = await stat(file);
      const handle = await open(file, "r+");
      await handle.write(Buffer.alloc(size - HEALTHY_BYTES, 0xab), 0, size - HEALTHY_BYTES, HEALTHY_BYTES);
      await handle.close();
      for (let user = 0; user < 20; user += 1) {
        expect(await failureOf(store.users.get(`user-${user * 100}`))).to.include({ kind: "unavailable" });
      }
      expect(events).to.deep.equal([
        [
          "store.failed",
          {
            reason: "store_damaged",
            error: "The store cannot be used now: its file is damaged: database disk image is malformed",
            count: 1,
          },
        ],
      ]);
      expect(await failureOf(store.health.check())).to.include({ code: "store_damaged" });
    } finally {
      await store.close();
    }
  });
});
