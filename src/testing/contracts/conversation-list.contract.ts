import assert from "node:assert/strict";
import type { Conversation } from "../../domain/conversation/conversation.js";
import { visibleStatuses, type ConversationState } from "../../domain/conversation/conversation-state.js";
import type { ConversationFilter, ConversationRepository } from "../../ports/driven/store/conversation-repositories.js";
import { aConversation, anUnprocessedConversation, aSummary, withTranscript } from "../builders.js";
import { withSubject, type Open, type TestFramework } from "../test-framework.js";

const timeAt = (minute: number, millisecond = 0) => new Date(Date.UTC(2026, 2, 2, 9, minute, 0, millisecond));

/** Guarantees of every ConversationRepository for lists and counts. */
export function conversationListContract({ describe, it }: TestFramework, open: Open<ConversationRepository>): void {
  const test = (title: string, body: (conversations: ConversationRepository) => Promise<void>) =>
    it(title, withSubject(open, body));

  describe("ConversationRepository: listing and counting", () => {
    test("sorts newest first, then by ID", async (conversations) => {
      await insertConversations(conversations, [
        { id: "c", createdAt: timeAt(1) },
        { id: "old", createdAt: timeAt(0) },
        { id: "a", createdAt: timeAt(1) },
        { id: "new", createdAt: timeAt(2) },
        { id: "b", createdAt: timeAt(1) },
      ]);
      assert.deepEqual(await listIds(conversations, {}), ["new", "a", "b", "c", "old"]);
    });

    test("listAll pages oldest first and includes all conversations but deleting ones", async (conversations) => {
      const unlisted: readonly Partial<ConversationState>[] = [
        { id: "discarded", edits: { discarded: true } },
        { id: "processing", status: "processing" },
        { id: "failed", status: "failed" },
        { id: "gone", status: "deleting" },
        { id: "gone too", status: "deleting" },
        { id: "live", status: "in_progress" },
      ];
      await insertConversations(conversations, [
        ...unlisted.map((state, minute) => ({ ...state, createdAt: timeAt(minute + 1) })),
        { id: "z", createdAt: timeAt(0) },
        { id: "a", createdAt: timeAt(0) },
        { id: "new", createdAt: timeAt(30) },
        { id: "foreign", userId: "bob" },
      ]);
      const order = ["z", "a", "discarded", "processing", "failed", "live", "new"];
      for (const limit of [1, 2, 3, 100]) {
        const walkedIds: string[] = [];
        for (let page = await conversations.listAll("ada", limit); page.length > 0;) {
          assert.ok(page.length <= limit);
          walkedIds.push(...page.map(({ state }) => state.id));
          page = await conversations.listAll("ada", limit, page.at(-1)?.sortKey);
        }
        assert.deepEqual(walkedIds, order);
      }
      assert.equal(await conversations.countAll("ada"), order.length + 2);
      assert.equal(await conversations.countAll("nobody"), 0);
    });

    test("includes the user's summarised conversations that are not discarded or unusable", async (conversations) => {
      await insertConversations(conversations, [
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
      assert.deepEqual((await listIds(conversations, {})).sort(), ["anew", "kept", "listed"]);
      assert.equal(await conversations.count("ada", {}), 3);
    });

    test("filters by status, without discarded and deleting conversations", async (conversations) => {
      await insertConversations(conversations, [
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
        assert.deepEqual((await listIds(conversations, { status })).sort(), expected[status]);
        assert.equal(await conversations.count("ada", { status }), expected[status].length);
      }
    });

    test("reflects every change of status", async (conversations) => {
      const { id } = anUnprocessedConversation(timeAt(0)).state;
      await conversations.insertOrGet(withTranscript(anUnprocessedConversation(timeAt(0), { id })));
      assert.deepEqual(await listIds(conversations, { status: "processing" }), [id]);
      await conversations.update("ada", id, (current) => current.claim(timeAt(1), 1000));
      await conversations.update("ada", id, (current) => current.fail(current.state.lease.fence, timeAt(2)));
      assert.deepEqual(await listIds(conversations, { status: "processing" }), []);
      assert.deepEqual(await listIds(conversations, { status: "failed" }), [id]);
      await conversations.update("ada", id, (current) => current.edit({ discarded: true }, timeAt(3)));
      assert.deepEqual(await listIds(conversations, { status: "failed" }), []);
      await conversations.update("ada", id, (current) => current.edit({ discarded: false, starred: true }, timeAt(4)));
      assert.deepEqual(await listIds(conversations, { status: "failed", starred: true }), [id]);
      await conversations.deleteWithTombstone("ada", id);
      assert.equal(await conversations.count("ada", { status: "failed" }), 0);
    });

    test("keeps a conversation being reprocessed until it is discarded or deleted", async (conversations) => {
      const filedUnderGarden = { filedUnder: "garden", summary: aSummary({ category: "health" }) };
      await insertConversations(conversations, [
        { id: "discarded" },
        { id: "deleted" },
        { id: "stays", ...filedUnderGarden },
      ]);
      for (const id of ["discarded", "deleted", "stays"]) {
        await conversations.update("ada", id, (current) => current.reprocess(timeAt(1), 1000));
      }
      assert.equal(await conversations.count("ada", {}), 3);
      await conversations.update("ada", "discarded", (current) => current.edit({ discarded: true }, timeAt(2)));
      await conversations.update("ada", "deleted", (current) => current.markDeleting(timeAt(2), 1000));
      await conversations.claimDue(timeAt(60), 1000, 10);
      assert.deepEqual(await listIds(conversations, {}), ["stays"]);
      assert.deepEqual(await listIds(conversations, { categories: ["health"], folderId: "garden" }), ["stays"]);
      assert.deepEqual(await conversations.countByFolder("ada"), new Map([["garden", 1]]));
    });

    test("reflects every change to a field used for filtering", async (conversations) => {
      const { id } = anUnprocessedConversation(timeAt(0)).state;
      await conversations.insertOrGet(withTranscript(anUnprocessedConversation(timeAt(0), { id })));
      assert.deepEqual(await listIds(conversations, {}), []);
      await conversations.update("ada", id, (current) => {
        const { events, ...summary } = aSummary({ category: "health" });
        const claimed = current.claim(timeAt(1), 1000);
        const summaryResult = { ...summary, events: [...events], actionItems: [], memories: [], discard: false };
        const { fence } = claimed.state.lease;
        return claimed.saveDraft(summaryResult, fence).complete("garden", fence, timeAt(2));
      });
      assert.deepEqual(await listIds(conversations, { categories: ["health"], folderId: "garden" }), [id]);
      await conversations.update("ada", id, (current) => current.edit({ starred: true, folderId: "attic" }, timeAt(3)));
      assert.deepEqual(await listIds(conversations, { starred: true, folderId: "attic" }), [id]);
      assert.deepEqual(await listIds(conversations, { folderId: "garden" }), []);
      await conversations.update("ada", id, (current) => current.edit({ discarded: true }, timeAt(4)));
      assert.deepEqual(await listIds(conversations, {}), []);
      assert.deepEqual(await conversations.countByFolder("ada"), new Map());
    });

    test("filters by an inclusive range of creation times", async (conversations) => {
      await insertConversations(conversations, [
        { id: "before", createdAt: timeAt(1, -1) },
        { id: "first", createdAt: timeAt(1) },
        { id: "between", createdAt: timeAt(1, 1) },
        { id: "last", createdAt: timeAt(2) },
        { id: "behind", createdAt: timeAt(2, 1) },
      ]);
      assert.deepEqual(await listIds(conversations, { from: timeAt(1), to: timeAt(2) }), ["last", "between", "first"]);
      assert.deepEqual(await listIds(conversations, { from: timeAt(2) }), ["behind", "last"]);
      assert.deepEqual(await listIds(conversations, { to: timeAt(1) }), ["first", "before"]);
      assert.deepEqual(await listIds(conversations, { from: timeAt(1), to: timeAt(1) }), ["first"]);
      assert.deepEqual(await listIds(conversations, { from: timeAt(2), to: timeAt(1) }), []);
    });

    test("applies every combination of filters in lists and counts alike", async (conversations) => {
      const allConversations = buildVariedConversations(96);
      await Promise.all(
        allConversations.map((conversation) => conversations.insertOrGet(withTranscript(conversation))),
      );
      for (const filter of filterCombinations) {
        const expected = allConversations
          .filter((conversation) => matchesFilter(conversation, filter))
          .map(({ state }) => state.id);
        assert.deepEqual((await listIds(conversations, filter)).sort(), expected.sort(), JSON.stringify(filter));
        assert.equal(await conversations.count("ada", filter), expected.length, JSON.stringify(filter));
      }
    });

    test("returns pages by offset that together contain every conversation", async (conversations) => {
      const allConversations = buildVariedConversations(40);
      await Promise.all(
        allConversations.map((conversation) => conversations.insertOrGet(withTranscript(conversation))),
      );
      for (const filter of [
        {},
        { folderId: "garden" },
        { starred: true },
        { categories: ["work", "health"] as const },
        { status: "failed" as const },
      ]) {
        const allIds = await listIds(conversations, filter);
        const pagedIds: string[] = [];
        for (let offset = 0; offset < 40; offset += 7)
          pagedIds.push(...(await listIds(conversations, filter, 7, offset)));
        assert.deepEqual(pagedIds, allIds);
      }
      assert.deepEqual(await listIds(conversations, {}, 7, 1000), []);
    });

    test("reflects every change in pages by offset", async (conversations) => {
      await insertConversations(
        conversations,
        Array.from({ length: 30 }, (_, minute) => ({ id: `c${minute + 10}`, createdAt: timeAt(minute) })),
      );
      assert.deepEqual(await listIds(conversations, {}, 3, 20), ["c19", "c18", "c17"]);
      await insertConversations(conversations, [{ id: "newest", createdAt: timeAt(59) }]);
      assert.deepEqual(await listIds(conversations, {}, 3, 20), ["c20", "c19", "c18"]);
      await conversations.deleteWithTombstone("ada", "c30");
      assert.deepEqual(await listIds(conversations, {}, 3, 20), ["c19", "c18", "c17"]);
      await conversations.update("ada", "c31", (current) => current.edit({ discarded: true }, timeAt(59)));
      assert.deepEqual(await listIds(conversations, {}, 3, 20), ["c18", "c17", "c16"]);
    });

    test("pages by cursor without skipping or repeating while new ones are inserted", async (conversations) => {
      const allConversations = Array.from({ length: 50 }, (_, minute) => aConversation({ createdAt: timeAt(minute) }));
      await Promise.all(
        allConversations.map((conversation) => conversations.insertOrGet(withTranscript(conversation))),
      );
      const seenIds: string[] = [];
      let after: string | undefined;
      for (;;) {
        const page = await conversations.list("ada", {}, { limit: 7, ...(after === undefined ? {} : { after }) });
        seenIds.push(...page.map(({ state }) => state.id));
        after = page.at(-1)?.sortKey;
        if (after === undefined) break;
        await insertConversations(conversations, [{ createdAt: timeAt(59) }, { createdAt: timeAt(58) }]);
      }
      assert.deepEqual(seenIds, allConversations.map(({ state }) => state.id).reverse());
    });

    test("applies the filter and the offset after a cursor", async (conversations) => {
      const allConversations = buildVariedConversations(48);
      await Promise.all(
        allConversations.map((conversation) => conversations.insertOrGet(withTranscript(conversation))),
      );
      const filter: ConversationFilter = { categories: ["work"], from: timeAt(3), to: timeAt(44) };
      const allListed = await conversations.list("ada", filter, { limit: 200 });
      const nextPage = await conversations.list("ada", filter, {
        limit: 3,
        offset: 1,
        after: allListed[1]?.sortKey ?? "",
      });
      assert.deepEqual(
        nextPage.map(({ state }) => state.id),
        allListed.slice(3, 6).map(({ state }) => state.id),
      );
    });

    test("counts listed conversations by folder", async (conversations) => {
      await insertConversations(conversations, [
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

async function insertConversations(
  conversations: ConversationRepository,
  states: readonly Partial<ConversationState>[],
): Promise<void> {
  await Promise.all(states.map((state) => conversations.insertOrGet(withTranscript(aConversation(state)))));
}

async function listIds(
  conversations: ConversationRepository,
  filter: ConversationFilter,
  limit = 200,
  offset = 0,
): Promise<string[]> {
  return (await conversations.list("ada", filter, { limit, offset })).map(({ state }) => state.id);
}

/** Builds conversations with every combination of category, folder, star, `unusable` and time. */
function buildVariedConversations(count: number): Conversation[] {
  return Array.from({ length: count }, (_, index) =>
    aConversation({
      createdAt: timeAt(index % 48),
      summary: aSummary({ category: (["work", "health", "other"] as const)[index % 3] ?? "other" }),
      filedUnder: ["garden", "attic", null, null][index % 4] ?? null,
      unusable: index % 16 === 0,
      status: index % 7 === 0 ? "failed" : "completed",
      edits: { ...(index % 2 === 0 ? { starred: index % 5 === 0 } : {}) },
    }),
  );
}

const filterCombinations: readonly ConversationFilter[] = [{}, { from: timeAt(5), to: timeAt(30) }]
  .flatMap((filter) => [filter, { ...filter, categories: [] }, { ...filter, categories: ["health"] as const }])
  .flatMap((filter) => [filter, { ...filter, categories: ["work", "other", "work"] as const }])
  .flatMap((filter) => [filter, { ...filter, folderId: "garden" }, { ...filter, folderId: "nowhere" }])
  .flatMap((filter) => [filter, { ...filter, starred: true }, { ...filter, starred: false }])
  .flatMap((filter) => [filter, { ...filter, status: "failed" as const }]);

function matchesFilter(conversation: Conversation, filter: ConversationFilter) {
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
