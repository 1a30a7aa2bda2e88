import assert from "node:assert/strict";
import type { Passage, PassageIndex } from "../../ports/driven/passage-index.js";
import type { Store } from "../../ports/driven/store.js";
import { aConversation, aMemory, anExtractedMemory, aSummary, recorded } from "../builders.js";
import { withSubject, type Open, type Registrar } from "../registrar.js";

/** Indexes over what a store holds, as of several processes. */
export interface IndexedStore {
  readonly store: Store;
  readonly one: PassageIndex;
  readonly other: PassageIndex;
}

const now = new Date("2026-03-02T10:00:00.000Z");

/** What every PassageIndex keeps, whatever stores what it is about. */
export function passageIndexContract({ describe, it }: Registrar, open: Open<IndexedStore>): void {
  const test = (title: string, body: (indexed: IndexedStore) => Promise<void>) => it(title, withSubject(open, body));

  const talk = async ({ conversations }: Store, id: string, text: string, title = "", userId = "ada") => {
    const conversation = aConversation({ id, userId, summary: aSummary({ title, overview: "" }) });
    await conversations.insertOrGet(recorded(conversation, text));
  };
  /** What both find, which must be the same. */
  const found = async ({ one, other }: IndexedStore, query: string, limit = 10, userId = "ada") => {
    const passages = await one.search(userId, query, limit);
    assert.deepEqual(await other.search(userId, query, limit), passages);
    return passages;
  };
  const conversationsIn = (passages: readonly Passage[]) => passages.map(({ conversationId }) => conversationId);
  const textsIn = (passages: readonly Passage[]) => passages.map(({ text }) => text);
  const attic = "The telescope is in the attic of the house.";

  describe("PassageIndex", () => {
    test("finds memories, summaries and transcripts, each with where it comes from, best first", async (indexed) => {
      const { store } = indexed;
      await talk(store, "c", "We painted the boat in the harbour all afternoon.", "Boats");
      await store.memories.addOrGet("ada", [aMemory({ id: "m", content: "Owns a small boat" })], (before) => before);
      const source = { conversationId: "c", segmentIds: ["c-0"], foundAs: "x" };
      const extracted = anExtractedMemory({ id: "x", content: "Paints a boat", sources: [source] });
      await store.memories.replaceExtracted("ada", "c", [extracted], 1, now);
      const passages = await found(indexed, "boat");
      const byText = passages.toSorted((a, b) => (a.text < b.text ? -1 : 1));
      assert.deepEqual(
        byText.map(({ conversationId, memoryId, segmentIds, text }) => [conversationId, memoryId, segmentIds, text]),
        [
          ["c", null, [], "Boats"],
          [null, "m", [], "Owns a small boat"],
          ["c", "x", ["c-0"], "Paints a boat"],
          ["c", null, ["c-0"], "Speaker 0: We painted the boat in the harbour all afternoon."],
        ],
      );
      for (const [at, { relevance }] of passages.entries()) {
        assert.ok(relevance > 0 && relevance <= (passages[at - 1]?.relevance ?? 1));
        assert.equal(relevance, Number(relevance.toFixed(4)));
      }
    });

    test("finds a conversation as it is now, and none that is not listed", async (indexed) => {
      const { conversations } = indexed.store;
      const isFound = async (query: string) => conversationsIn(await found(indexed, query));
      assert.deepEqual(await isFound("telescope"), []);
      await talk(indexed.store, "c", attic);
      assert.deepEqual(await isFound("telescope"), ["c"]);
      await conversations.update("ada", "c", (before) => before.edit({ title: "Observatory" }, now));
      assert.deepEqual(textsIn(await found(indexed, "observatory")).slice(0, 1), ["Observatory"]);
      await conversations.update("ada", "c", (before) => before.edit({ discarded: true }, now));
      assert.deepEqual(await isFound("telescope"), []);
      await conversations.update("ada", "c", (before) => before.edit({ discarded: false }, now));
      assert.ok((await isFound("telescope")).includes("c"));
      await conversations.update("ada", "c", (before) => before.reprocess(now, 1_000));
      assert.ok((await isFound("telescope")).includes("c"));
      await conversations.update("ada", "c", (before) => before.markDeleting(now, 1_000));
      assert.deepEqual(await isFound("telescope"), []);
      await conversations.deleteWithTombstone("ada", "c");
      for (const query of ["telescope", "observatory"]) assert.deepEqual(await isFound(query), []);
    });

    test("finds a memory as it is now, and none that is rejected or deleted", async (indexed) => {
      const { memories } = indexed.store;
      const texts = async (query: string) => textsIn(await found(indexed, query));
      await memories.addOrGet("ada", [aMemory({ id: "m", content: "Owns a telescope" })], (before) => before);
      assert.deepEqual(await texts("telescope"), ["Owns a telescope"]);
      await memories.update("ada", "m", (before) => before.edit({ content: "Owns a kayak" }, now));
      // By what it means it may be found for many a word, but not as it was.
      assert.ok(!(await texts("telescope")).includes("Owns a telescope"));
      assert.deepEqual(await texts("kayak"), ["Owns a kayak"]);
      await memories.update("ada", "m", (before) => before.edit({ userReview: false }, now));
      assert.deepEqual(await texts("kayak"), []);
      await memories.update("ada", "m", (before) => before.edit({ userReview: true }, now));
      assert.deepEqual(await texts("kayak"), ["Owns a kayak"]);
      await memories.deleteWithTombstone("ada", "m", now);
      assert.deepEqual(await texts("kayak"), []);
    });

    test("tells once what was said twice", async (indexed) => {
      await talk(indexed.store, "c", attic);
      await talk(indexed.store, "imported again", attic);
      assert.equal((await found(indexed, "telescope")).length, 1);
    });

    test("keeps users apart", async (indexed) => {
      await talk(indexed.store, "hers", attic);
      await talk(indexed.store, "his", attic, "", "bob");
      assert.deepEqual(conversationsIn(await found(indexed, "telescope")), ["hers"]);
      assert.deepEqual(conversationsIn(await found(indexed, "telescope", 10, "bob")), ["his"]);
      assert.deepEqual(await found(indexed, "telescope", 10, "eve"), []);
    });

    test("finds as many as asked for at most, those of the same relevance by id", async (indexed) => {
      const ids = Array.from({ length: 30 }, (_, number) => `c${number + 10}`);
      for (const id of ids) await talk(indexed.store, id, `${attic} ${id}.`);
      const all = await found(indexed, "telescope", 50);
      assert.deepEqual(conversationsIn(all), ids.toSorted());
      assert.deepEqual(await found(indexed, "telescope", 3), all.slice(0, 3));
    });
  });
}
