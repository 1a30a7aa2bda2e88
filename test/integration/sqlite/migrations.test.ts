import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect } from "chai";
import { openSqliteStore } from "../../../src/adapters/sqlite/index.js";
import type { ActionItemFilter, Store } from "../../../src/ports/index.js";
import { temporaryFolder } from "../../support/temporary-directory.js";

const STORES = new URL("../../../../test/fixtures/stores/", import.meta.url);

describe("a SQLite store that an earlier version has written", () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let store: Store;

  beforeEach(async () => {
    folder = await temporaryFolder();
    const db = new DatabaseSync(join(folder.path, "mneme.db"));
    db.exec(await readFile(new URL("version-2.sql", STORES), "utf8"));
    db.close();
    store = await openSqliteStore({ directory: folder.path });
  });
  afterEach(async () => {
    await store.close();
    await folder.remove();
  });

  it("lists its action items by all that they can be chosen by", async () => {
    const ids = async (filter: ActionItemFilter) =>
      (await store.actionItems.list("ada", filter, { limit: 9 })).map(({ state }) => state.id);
    expect(await ids({})).to.deep.equal(["early", "late"]);
    expect(await ids({ conversationId: "c" })).to.deep.equal(["early"]);
    for (const [id, createdAt] of [
      ["early", "1969-12-31T23:59:59.999Z"],
      ["late", "2026-03-02T09:00:00.123Z"],
    ] as const) {
      const instant = new Date(createdAt);
      expect(await ids({ from: instant, to: instant }), createdAt).to.deep.equal([id]);
    }
  });
});
