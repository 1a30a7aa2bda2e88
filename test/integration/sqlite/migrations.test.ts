import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect } from "chai";
import { serializeState } from "../../../src/adapters/sqlite/queries/state-codec.js";
import { openSqliteStore } from "../../../src/adapters/sqlite/index.js";
import type { ActionItemFilter, Store } from "../../../src/ports/index.js";
import { FREE_LEASE } from "../../../src/domain/lease.js";
import { aConversation, aMemory, anExtractedMemory } from "../../../src/testing/index.js";
import { createTemporaryDirectory } from "../../support/temporary-directory.js";

const STORES = new URL("../../../../test/fixtures/stores/", import.meta.url);

describe("SQLite: migrations", () => {
  let folder: Awaited<ReturnType<typeof createTemporaryDirectory>>;
  let store: Store;

  /** @param change SQL, of what else it has written. */
  const open = async (version: number, change = "") => {
    folder = await createTemporaryDirectory();
    const db = new DatabaseSync(join(folder.path, "mneme.db"));
    db.exec(await readFile(new URL(`version-${version}.sql`, STORES), "utf8"));
    db.exec(change);
    db.close();
    store = await openSqliteStore({ directory: folder.path });
  };
  afterEach(async () => {
    await store.close();
    await folder.remove();
  });

  it("make action items of version 2 available to all filters", async () => {
    await open(2);
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

  it("sort API keys by date, newest first, then by ID", async () => {
    await open(11);
    const listed = await store.apiKeys.list("ada", { limit: 9 });
    expect(listed.map(({ state }) => state.id)).to.deep.equal(["also late", "late", "early"]);
    const [, second] = listed;
    const rest = await store.apiKeys.list("ada", { limit: 9, after: second?.sortKey ?? "" });
    expect(rest.map(({ state }) => state.id)).to.deep.equal(["early"]);
    expect((await store.apiKeys.findByDigest("digest of late"))?.state).to.deep.equal(second?.state);
  });

  it("make action items listable by date and memories by category", async () => {
    await open(11);
    const since = { from: new Date("2026-03-02T09:00:00.123Z") };
    const items = await store.actionItems.list("ada", since, { limit: 9 });
    expect(items.map(({ state }) => state.id)).to.deep.equal(["late"]);
    for (const [filter, expected] of [
      [{}, ["late", "work", "early"]],
      [{ categories: ["hobbies"] }, ["late", "early"]],
      [{ categories: ["work", "hobbies"] }, ["late", "work", "early"]],
    ] as const) {
      const memories = await store.memories.list("ada", filter, { limit: 9 });
      expect(memories.map(({ state }) => state.id)).to.deep.equal(expected);
      expect(await store.memories.count("ada", filter)).to.equal(expected.length);
    }
  });

  it("add listed conversations to the change feed", async () => {
    const row = (id: string, listed: number): string => {
      const { state, sortKey } = aConversation({ id, userId: "ada" });
      return `('ada', '${id}', '${sortKey}', ${listed}, 'work', 0, '${serializeState(state)}')`;
    };
    await open(
      11,
      `INSERT INTO conversations (user_id, id, sort_key, listed, category, starred, state)
       VALUES ${row("listed", 1)}, ${row("also listed", 1)}, ${row("discarded", 0)}`,
    );
    const { upserts, cursor } = await store.conversations.getChangesSince("ada");
    expect(upserts.map(({ id }) => id)).to.have.members(["listed", "also listed"]);
    await store.conversations.deleteWithTombstone("ada", "listed");
    expect(await store.conversations.getChangesSince("ada", cursor)).to.deep.include({
      upserts: [],
      deletes: ["listed"],
    });
  });

  it("list conversations that were being reprocessed", async () => {
    const row = (id: string, state: Parameters<typeof aConversation>[0]): string => {
      const { state: kept, sortKey } = aConversation({ id, userId: "ada", status: "processing", ...state });
      return `('ada', '${id}', '${sortKey}', 0, 'other', 0, '${serializeState(kept)}')`;
    };
    const rows = [
      row("anew", {}),
      row("wanted", { unusable: true, edits: { discarded: false } }),
      row("new", { summary: null }),
      row("unusable", { unusable: true }),
      row("discarded", { edits: { discarded: true } }),
    ];
    await open(
      11,
      `INSERT INTO conversations (user_id, id, sort_key, listed, category, starred, state) VALUES ${rows.join(", ")}`,
    );
    const listed = await store.conversations.list("ada", { categories: ["work"] }, { limit: 9 });
    expect(listed.map(({ state }) => state.id)).to.have.members(["anew", "wanted"]);
  });

  it("queue failed conversations for one reprocessing", async () => {
    const row = (id: string, state: Parameters<typeof aConversation>[0]): string => {
      const { state: kept, sortKey } = aConversation({ id, userId: "ada", ...state });
      return `('ada', '${id}', '${sortKey}', 0, 'other', 0, '${serializeState(kept)}')`;
    };
    const rows = [
      row("failed", { status: "failed", summary: null, lease: { ...FREE_LEASE, fence: 5 } }),
      row("failed, discarded", { status: "failed", summary: null, edits: { discarded: true } }),
      row("completed", {}),
      row("live", { status: "in_progress", summary: null }),
    ];
    await open(
      11,
      `INSERT INTO conversations (user_id, id, sort_key, listed, category, starred, state) VALUES ${rows.join(", ")}`,
    );
    const listed = async (status: "failed" | "processing") =>
      (await store.conversations.list("ada", { status }, { limit: 9 })).map(({ state }) => state.id);
    expect([await listed("failed"), await listed("processing")]).to.deep.equal([[], ["failed"]]);
    const claimed = await store.conversations.claimDue(new Date(Date.now() + 1_000), 1_000, 9);
    expect(claimed.map(({ state }) => [state.id, state.lease.fence, state.lease.attempts])).to.have.deep.members([
      ["failed", 6, 1],
      ["failed, discarded", 1, 1],
    ]);
    await store.conversations.update("ada", "failed", (before) => before.fail(6, new Date()));
    await store.close();
    store = await openSqliteStore({ directory: folder.path });
    expect([await listed("failed"), await listed("processing")]).to.deep.equal([["failed"], []]);
  });

  it("find memories by content after a change of normalization", async () => {
    await open(11, "UPDATE memories SET content_digest = key");
    const known = await store.memories.get("ada", "late");
    if (!known) throw new Error("It is not there");
    const again = aMemory({ id: "again", userId: "ada", content: known.state.content });
    const [addition] = await store.memories.addOrGet("ada", [again], (existing) => existing);
    expect(addition?.outcome).to.equal("existing");
    expect(addition?.memory.state.id).to.equal("late");
  });

  it("keep two memories with equal content editable", async () => {
    const asLate = "(SELECT state -> '$.state.content' FROM memories WHERE id = 'late')";
    await open(
      11,
      `UPDATE memories SET content_digest = key, state = json_set(state, '$.state.content', json(${asLate}))
       WHERE id IN ('early', 'late')`,
    );
    const now = new Date("2026-03-04T09:00:00.000Z");
    for (const id of ["early", "late"]) {
      const changed = await store.memories.update("ada", id, (before) => before.edit({ tags: ["kept"] }, now));
      expect(changed?.state.tags).to.deep.equal(["kept"]);
    }
  });

  it("keep track of deletions during a running idempotent request", async () => {
    await open(8);
    const end = (id: string, ...shows: string[]) =>
      store.idempotencyRecords.update("ada", id, (call) => call.complete(1, `shows ${shows.join()}`, shows));
    expect((await end("running", "b", "a"))?.state).to.include({ answer: null });
    expect(await store.idempotencyRecords.removeExpired(new Date("2026-03-03T09:00:00.000Z"), 9)).to.equal(2);
    expect(await store.idempotencyRecords.removeExpired(new Date("2026-03-04T09:00:00.000Z"), 9)).to.equal(1);
  });

  it("keep stored responses without deleted data in the current format", async () => {
    await open(8);
    const kept = await store.idempotencyRecords.update("ada", "answered", (call) => call);
    expect(kept?.state.answer).to.equal("shows b");
    expect(kept?.state).not.to.have.property("deletedMeanwhile");
  });

  it("link notifications and session IDs to their conversations", async () => {
    await open(28);
    const before = await store.notifications.get("ada", "of the talk");
    expect(before?.state.sources).to.deep.equal([{ kind: "conversation", id: "talk" }]);
    expect(before?.state).not.to.have.property("conversationId");
    expect((await store.notifications.get("ada", "of nothing"))?.state.sources).to.deep.equal([]);
    expect((await store.webhookDeliveries.get("gone"))?.state.sessionId).to.equal(null);
    expect((await store.webhookDeliveries.get("talk"))?.state.sessionId).to.equal("walk");
    const now = new Date("2026-03-02T09:00:00.000Z");
    await store.notifications.deleteDependents("ada", { kind: "conversation", id: "talk" }, now);
    await store.webhookDeliveries.detachFromConversation("ada", "talk", now);
    expect(await store.notifications.get("ada", "of the talk")).to.equal(undefined);
    expect((await store.webhookDeliveries.get("talk"))?.state.sessionId).to.equal(null);
  });

  it("allow restoring memories that were superseded before", async () => {
    const paris = anExtractedMemory({ id: "paris", content: "Lives in Paris" });
    const rome = anExtractedMemory({ id: "rome", content: "Lives in Rome" }).supersede(paris, new Date(0));
    const { sortKey, state } = rome;
    await open(
      28,
      `INSERT INTO memories (user_id, id, content_digest, revision, sort_key, listed, category, state)
       VALUES ('ada', 'rome', x'00', 1, '${sortKey}', 1, '${state.category}', '${serializeState(state)}')`,
    );
    expect((await store.memories.restore("ada", "paris", new Date(0)))?.state.content).to.equal("Lives in Paris");
    expect((await store.memories.get("ada", "rome"))?.history).to.deep.equal([]);
  });
});
