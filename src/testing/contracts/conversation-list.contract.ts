import assert from "node:assert/strict";
import { visibleStatuses, type Conversation, type ConversationState } from "../../domain/conversation.js";
import type { ConversationFilter, ConversationRepository } from "../../ports/driven/conversation-repository.js";
import { aConversation, anUnprocessedConversation, aSummary, recorded } from "../builders.js";
import { withSubject, type Open, type Registrar } from "../registrar.js";

const at = (minute: number, millisecond = 0) => new Date(Date.UTC(2026, 2, 2, 9, minute, 0, millisecond));

/** What every ConversationRepository keeps when it lists and counts. */
export function conversationListContract({ describe, it }: Registrar, open: Open<ConversationRepository>): void {
  const test = (title: string, body: (conversations: ConversationRepository) => Promise<void>) =>
    it(title, withSubject(open, body));

  describe("a list", () => {
    test("is newest first, and by id where the time is the same", async (conversations) => {
      await fill(conversations, [
        { id: "c", createdAt: at(1) },
        { id: "old", createdAt: at(0) },
        { id: "a", createdAt: at(1) },
        { id: "new", createdAt: at(2) },
        { id: "b", createdAt: at(1) },
      ]);
      assert.deepEqual(await ids(conversations, {}), ["new", "a", "b", "c", "old"]);
    });

    test("is walked from its end, with all that it does not show but what is being deleted", async (conversations) => {
      const others: readonly Partial<ConversationState>[] = [
        { id: "discarded", edits: { discarded: true } },
        { id: "processing", status: "processing" },
        { id: "failed", status: "failed" },
        { id: "gone", status: "deleting" },
        { id: "gone too", status: "deleting" },
        { id: "live", status: "in_progress" },
      ];
      await fill(conversations, [
        ...others.map((state, minute) => ({ ...state, createdAt: at(minute + 1) })),
        { id: "z", createdAt: at(0) },
        { id: "a", createdAt: at(0) },
        { id: "new", createdAt: at(30) },
        { id: "foreign", userId: "bob" },
      ]);
      const order = ["z", "a", "discarded", "processing", "failed", "live", "new"];
      for (const limit of [1, 2, 3, 100]) {
        const walked: string[] = [];
        for (let page = await conversations.listAll("ada", limit); page.length > 0;) {
          assert.ok(page.length <= limit);
          walked.push(...page.map(({ state }) => state.id));
          page = await conversations.listAll("ada", limit, page.at(-1)?.sortKey);
        }
        assert.deepEqual(walked, order);
      }
      assert.equal(await conversations.countAll("ada"), order.length + 2);
      assert.equal(await conversations.countAll("nobody"), 0);
    });

    test("holds what is completed and not discarded, of this user alone", async (conversations) => {
      await fill(conversations, [
        { id: "listed" },
        { id: "kept", unusable: true, edits: { discarded: false } },
        { id: "unusable", unusable: true },
        { id: "discarded", edits: { discarded: true } },
        { id: "processing", status: "processing", summary: null },
        { id: "anew", status: "processing" },
        { id: "anew, unusable", status: "processing", unusable: true },
        { id: "failed", status: "failed" },
        { id: "live", status: "in_progress" },
        { id: "deleting", status: "deleting" },
        { id: "foreign", userId: "bob" },
      ]);
      assert.deepEqual((await ids(conversations, {})).sort(), ["anew", "kept", "listed"]);
      assert.equal(await conversations.count("ada", {}), 3);
    });

    test("holds what has one status when it is asked for that, and neither discarded nor deleted", async (conversations) => {
      await fill(conversations, [
        { id: "completed" },
        { id: "kept", unusable: true, edits: { discarded: false } },
        { id: "unusable", unusable: true },
        { id: "discarded", edits: { discarded: true } },
        { id: "processing", status: "processing", summary: null },
        { id: "anew", status: "processing" },
        { id: "failed", status: "failed", summary: null },
        { id: "failed, discarded", status: "failed", summary: null, edits: { discarded: true } },
        { id: "live", status: "in_progress", summary: null },
        { id: "deleting", status: "deleting" },
        { id: "foreign", status: "failed", userId: "bob" },
      ]);
      const expected = {
        in_progress: ["live"],
        processing: ["anew", "processing"],
        completed: ["completed", "kept"],
        failed: ["failed"],
      };
      for (const status of visibleStatuses) {
        assert.deepEqual((await ids(conversations, { status })).sort(), expected[status]);
        assert.equal(await conversations.count("ada", { status }), expected[status].length);
      }
    });

    test("follows every change of status", async (conversations) => {
      const { id } = anUnprocessedConversation(at(0)).state;
      await conversations.insertOrGet(recorded(anUnprocessedConversation(at(0), { id })));
      assert.deepEqual(await ids(conversations, { status: "processing" }), [id]);
      await conversations.update("ada", id, (before) => before.claim(at(1), 1000));
      await conversations.update("ada", id, (before) => before.fail(before.state.lease.fence, at(2)));
      assert.deepEqual(await ids(conversations, { status: "processing" }), []);
      assert.deepEqual(await ids(conversations, { status: "failed" }), [id]);
      await conversations.update("ada", id, (before) => before.edit({ discarded: true }, at(3)));
      assert.deepEqual(await ids(conversations, { status: "failed" }), []);
      await conversations.update("ada", id, (before) => before.edit({ discarded: false, starred: true }, at(4)));
      assert.deepEqual(await ids(conversations, { status: "failed", starred: true }), [id]);
      await conversations.deleteWithTombstone("ada", id);
      assert.equal(await conversations.count("ada", { status: "failed" }), 0);
    });

    test("goes on with what is processed anew, as it was, until it is discarded or deleted", async (conversations) => {
      const filed = { filedUnder: "garden", summary: aSummary({ category: "health" }) };
      await fill(conversations, [{ id: "discarded" }, { id: "deleted" }, { id: "stays", ...filed }]);
      for (const id of ["discarded", "deleted", "stays"]) {
        await conversations.update("ada", id, (before) => before.reprocess(at(1), 1000));
      }
      assert.equal(await conversations.count("ada", {}), 3);
      await conversations.update("ada", "discarded", (before) => before.edit({ discarded: true }, at(2)));
      await conversations.update("ada", "deleted", (before) => before.markDeleting(at(2), 1000));
      await conversations.claimDue(at(60), 1000, 10);
      assert.deepEqual(await ids(conversations, {}), ["stays"]);
      assert.deepEqual(await ids(conversations, { categories: ["health"], folderId: "garden" }), ["stays"]);
      assert.deepEqual(await conversations.countByFolder("ada"), new Map([["garden", 1]]));
    });

    test("follows every change of what it is chosen and ordered by", async (conversations) => {
      const { id } = anUnprocessedConversation(at(0)).state;
      await conversations.insertOrGet(recorded(anUnprocessedConversation(at(0), { id })));
      assert.deepEqual(await ids(conversations, {}), []);
      await conversations.update("ada", id, (before) => {
        const { events, ...said } = aSummary({ category: "health" });
        const claimed = before.claim(at(1), 1000);
        const digest = { ...said, events: [...events], actionItems: [], memories: [], discard: false };
        const { fence } = claimed.state.lease;
        return claimed.keepDigest(digest, fence).complete("garden", fence, at(2));
      });
      assert.deepEqual(await ids(conversations, { categories: ["health"], folderId: "garden" }), [id]);
      await conversations.update("ada", id, (before) => before.edit({ starred: true, folderId: "attic" }, at(3)));
      assert.deepEqual(await ids(conversations, { starred: true, folderId: "attic" }), [id]);
      assert.deepEqual(await ids(conversations, { folderId: "garden" }), []);
      await conversations.update("ada", id, (before) => before.edit({ discarded: true }, at(4)));
      assert.deepEqual(await ids(conversations, {}), []);
      assert.deepEqual(await conversations.countByFolder("ada"), new Map());
    });

    test("is bounded by dates, both inclusive", async (conversations) => {
      await fill(conversations, [
        { id: "before", createdAt: at(1, -1) },
        { id: "first", createdAt: at(1) },
        { id: "between", createdAt: at(1, 1) },
        { id: "last", createdAt: at(2) },
        { id: "behind", createdAt: at(2, 1) },
      ]);
      assert.deepEqual(await ids(conversations, { from: at(1), to: at(2) }), ["last", "between", "first"]);
      assert.deepEqual(await ids(conversations, { from: at(2) }), ["behind", "last"]);
      assert.deepEqual(await ids(conversations, { to: at(1) }), ["first", "before"]);
      assert.deepEqual(await ids(conversations, { from: at(1), to: at(1) }), ["first"]);
      assert.deepEqual(await ids(conversations, { from: at(2), to: at(1) }), []);
    });

    test("obeys every combination of filters, as does the count", async (conversations) => {
      const all = various(96);
      await Promise.all(all.map((conversation) => conversations.insertOrGet(recorded(conversation))));
      for (const filter of combinations) {
        const expected = all.filter((conversation) => isMeant(conversation, filter)).map(({ state }) => state.id);
        assert.deepEqual((await ids(conversations, filter)).sort(), expected.sort(), JSON.stringify(filter));
        assert.equal(await conversations.count("ada", filter), expected.length, JSON.stringify(filter));
      }
    });

    test("comes in pages by offset that together are the whole", async (conversations) => {
      const all = various(40);
      await Promise.all(all.map((conversation) => conversations.insertOrGet(recorded(conversation))));
      for (const filter of [
        {},
        { folderId: "garden" },
        { starred: true },
        { categories: ["work", "health"] as const },
        { status: "failed" as const },
      ]) {
        const whole = await ids(conversations, filter);
        const pages: string[] = [];
        for (let offset = 0; offset < 40; offset += 7) pages.push(...(await ids(conversations, filter, 7, offset)));
        assert.deepEqual(pages, whole);
      }
      assert.deepEqual(await ids(conversations, {}, 7, 1000), []);
    });

    test("comes in pages by offset that are right after every change", async (conversations) => {
      await fill(
        conversations,
        Array.from({ length: 30 }, (_, minute) => ({ id: `c${minute + 10}`, createdAt: at(minute) })),
      );
      assert.deepEqual(await ids(conversations, {}, 3, 20), ["c19", "c18", "c17"]);
      await fill(conversations, [{ id: "newest", createdAt: at(59) }]);
      assert.deepEqual(await ids(conversations, {}, 3, 20), ["c20", "c19", "c18"]);
      await conversations.deleteWithTombstone("ada", "c30");
      assert.deepEqual(await ids(conversations, {}, 3, 20), ["c19", "c18", "c17"]);
      await conversations.update("ada", "c31", (before) => before.edit({ discarded: true }, at(59)));
      assert.deepEqual(await ids(conversations, {}, 3, 20), ["c18", "c17", "c16"]);
    });

    test("read on from a place neither skips nor repeats, whatever arrives meanwhile", async (conversations) => {
      const present = Array.from({ length: 50 }, (_, minute) => aConversation({ createdAt: at(minute) }));
      await Promise.all(present.map((conversation) => conversations.insertOrGet(recorded(conversation))));
      const seen: string[] = [];
      let after: string | undefined;
      for (;;) {
        const page = await conversations.list("ada", {}, { limit: 7, ...(after === undefined ? {} : { after }) });
        seen.push(...page.map(({ state }) => state.id));
        after = page.at(-1)?.sortKey;
        if (after === undefined) break;
        await fill(conversations, [{ createdAt: at(59) }, { createdAt: at(58) }]);
      }
      assert.deepEqual(seen, present.map(({ state }) => state.id).reverse());
    });

    test("read on from a place obeys its filter and its offset", async (conversations) => {
      const all = various(48);
      await Promise.all(all.map((conversation) => conversations.insertOrGet(recorded(conversation))));
      const filter: ConversationFilter = { categories: ["work"], from: at(3), to: at(44) };
      const whole = await conversations.list("ada", filter, { limit: 200 });
      const rest = await conversations.list("ada", filter, { limit: 3, offset: 1, after: whole[1]?.sortKey ?? "" });
      assert.deepEqual(
        rest.map(({ state }) => state.id),
        whole.slice(3, 6).map(({ state }) => state.id),
      );
    });

    test("is counted by folder", async (conversations) => {
      await fill(conversations, [
        { filedUnder: "garden" },
        { filedUnder: "garden" },
        { filedUnder: "attic", edits: { folderId: "garden" } },
        { filedUnder: "attic" },
        { filedUnder: "attic", edits: { folderId: null } },
        { filedUnder: "attic", unusable: true },
        { filedUnder: "cellar", status: "processing", summary: null },
        { filedUnder: "cellar", userId: "bob" },
      ]);
      const counts = new Map([
        ["attic", 1],
        ["garden", 3],
      ]);
      assert.deepEqual(await conversations.countByFolder("ada"), counts);
      assert.deepEqual(await conversations.countByFolder("nobody"), new Map());
    });
  });
}

async function fill(
  conversations: ConversationRepository,
  states: readonly Partial<ConversationState>[],
): Promise<void> {
  await Promise.all(states.map((state) => conversations.insertOrGet(recorded(aConversation(state)))));
}

async function ids(
  conversations: ConversationRepository,
  filter: ConversationFilter,
  limit = 200,
  offset = 0,
): Promise<string[]> {
  return (await conversations.list("ada", filter, { limit, offset })).map(({ state }) => state.id);
}

/** Every mixture of category, folder, star, discarding and time. */
function various(count: number): Conversation[] {
  return Array.from({ length: count }, (_, index) =>
    aConversation({
      createdAt: at(index % 48),
      summary: aSummary({ category: (["work", "health", "other"] as const)[index % 3] ?? "other" }),
      filedUnder: ["garden", "attic", null, null][index % 4] ?? null,
      unusable: index % 16 === 0,
      status: index % 7 === 0 ? "failed" : "completed",
      edits: { ...(index % 2 === 0 ? { starred: index % 5 === 0 } : {}) },
    }),
  );
}

const combinations: readonly ConversationFilter[] = [{}, { from: at(5), to: at(30) }]
  .flatMap((filter) => [filter, { ...filter, categories: [] }, { ...filter, categories: ["health"] as const }])
  .flatMap((filter) => [filter, { ...filter, categories: ["work", "other", "work"] as const }])
  .flatMap((filter) => [filter, { ...filter, folderId: "garden" }, { ...filter, folderId: "nowhere" }])
  .flatMap((filter) => [filter, { ...filter, starred: true }, { ...filter, starred: false }])
  .flatMap((filter) => [filter, { ...filter, status: "failed" as const }]);

function isMeant(conversation: Conversation, filter: ConversationFilter) {
  const { status, from, to, categories = [], folderId, starred } = filter;
  const { state } = conversation;
  const isShown = status === undefined ? conversation.isListed : state.status === status && !conversation.isDiscarded;
  return (
    isShown &&
    (!from || state.createdAt.getTime() >= from.getTime()) &&
    (!to || state.createdAt.getTime() <= to.getTime()) &&
    (categories.length === 0 || categories.some((category) => category === conversation.summary.category)) &&
    (folderId === undefined || folderId === conversation.folderId) &&
    (starred === undefined || starred === (state.edits.starred === true))
  );
}
