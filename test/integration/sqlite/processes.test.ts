import { readdirSync, readlinkSync } from "node:fs";
import { expect } from "chai";
import { openSqliteStore } from "../../../src/adapters/sqlite/index.js";
import type { Store } from "../../../src/ports/index.js";
import { aConversation, aNotification, withTranscript } from "../../../src/testing/index.js";
import { runWorkerTask } from "../../support/worker-processes.js";
import type { ServiceConfig } from "../../support/service-config.js";
import { useSqlite } from "../../support/service-stores.js";
import { storeProcessSuite } from "../../support/suites/processes/store-processes.js";
import { createTemporaryDirectory } from "../../support/temporary-directory.js";

storeProcessSuite(useSqlite);

describe("SQLite: several connections to one file", () => {
  const place = (): ServiceConfig => ({ directory: folder.path, environment: {} });
  let folder: Awaited<ReturnType<typeof createTemporaryDirectory>>;
  let store: Store;
  beforeEach(async () => {
    folder = await createTemporaryDirectory();
    store = await openSqliteStore({ directory: folder.path });
  });
  afterEach(async () => {
    await store.close();
    await folder.remove();
  });

  it("return correct pages after a change by another store", async () => {
    const other = await openSqliteStore({ directory: folder.path });
    const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 9, minute));
    for (let minute = 0; minute < 20; minute += 1) {
      await store.conversations.insertOrGet(withTranscript(aConversation({ id: `c${minute}`, createdAt: at(minute) })));
    }
    const page = async () =>
      (await store.conversations.list("ada", {}, { limit: 2, offset: 10 })).map(({ state }) => state.id);
    expect(await page()).to.deep.equal(["c9", "c8"]);
    await other.conversations.deleteWithTombstone("ada", "c15");
    expect(await page()).to.deep.equal(["c8", "c7"]);
    await other.close();
  });

  it("return the latest revisions written by other stores", async () => {
    const other = await openSqliteStore({ directory: folder.path });
    const users = ["ada", "bob"];
    const latest = async () => [...(await store.notifications.getLatestRevisions(users)).values()];
    expect(await latest()).to.deep.equal([0, 0]);
    await other.notifications.add(aNotification({ id: "a" }));
    expect(await latest()).to.deep.equal([1, 0]);
    await store.notifications.add(aNotification({ id: "b", userId: "bob" }));
    await other.notifications.add(aNotification({ id: "c" }));
    expect(await latest()).to.deep.equal([2, 1]);
    expect(await latest()).to.deep.equal([2, 1]);
    await other.close();
  });

  it("keep the write-ahead log while a store of the process is open", async () => {
    const another = await openSqliteStore({ directory: folder.path });
    for (const each of [store, another]) each.dataVersions?.getVersion("ada");
    for (const close of [() => undefined, () => another.close()]) {
      await close();
      // Whoever is alone with the file when it ends takes the log away.
      await runWorkerTask(place(), "insert 50 of the same ids");
      expect(readdirSync(folder.path)).to.include("mneme.db-wal");
    }
    await store.conversations.insertOrGet(withTranscript(aConversation({ id: "ours" })));
    const theirs = await runWorkerTask(place(), "insert 50 of the same ids");
    expect(theirs).to.equal(0);
    expect(await store.conversations.count("ada", {})).to.equal(51);
  });

  it("release the file on close and complete pending writes", async () => {
    await runWorkerTask(place(), "nothing");
    const another = await openSqliteStore({ directory: folder.path });
    const written = another.conversations.insertOrGet(withTranscript(aConversation({ id: "last" })));
    await store.close();
    await another.close();
    expect((await written).outcome).to.equal("inserted");
    const open = readdirSync("/proc/self/fd").flatMap((descriptor) => {
      try {
        return readlinkSync(`/proc/self/fd/${descriptor}`);
      } catch {
        return [];
      }
    });
    expect(open.filter((path) => path.startsWith(folder.path))).to.deep.equal([]);
    expect(readdirSync(folder.path)).to.deep.equal(["mneme.db"]);
    store = await openSqliteStore({ directory: folder.path });
    expect(await store.conversations.get("ada", "last")).not.to.equal(undefined);
  });
});
