import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { openSqliteStore } from "../../../src/adapters/sqlite/index.js";
import type { Store } from "../../../src/ports/index.js";
import { aUser } from "../../../src/testing/index.js";
import { temporaryFolder } from "../../support/temporary-directory.js";

describe("SQLite: the health of a store", () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let store: Store;
  let observer: DatabaseSync;
  beforeEach(async () => {
    folder = await temporaryFolder();
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

  it("is proved by a commit, which those who ask within a second share", async () => {
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

  it("is no change of what is stored, and does not hide one", async () => {
    const before = store.changes?.current("ada");
    await store.health.check();
    expect(store.changes?.current("ada")).to.equal(before);
    await sleep(1_100);
    await Promise.all([store.health.check(), store.users.insertOrGet(aUser({ id: "ada" }))]);
    expect(store.changes?.current("ada")).not.to.equal(before);
  });
});
