import assert from "node:assert/strict";
import { memoryCategories } from "../../domain/memory/memory-category.js";
import { MAX_NOTIFICATION_LENGTH, type Prompt } from "../../domain/notification/prompt.js";
import type { Passage, PassageIndex } from "../../ports/driven/models/semantic-search.js";
import type { MemoryClassifier } from "../../ports/driven/models/text-classifiers.js";
import type { TextGenerator } from "../../ports/driven/models/text-generators.js";
import type { Store } from "../../ports/driven/store/store.js";
import { aConversation, aMemory, anExtractedMemory, aSummary, withTranscript } from "../builders.js";
import { withSubject, type Open, type TestFramework } from "../test-framework.js";
import { awkwardTexts } from "./awkward-texts.js";

/** Guarantees of every MemoryClassifier. */
export function memoryClassifierContract({ describe, it }: TestFramework, open: Open<MemoryClassifier>): void {
  describe("MemoryClassifier", () => {
    it(
      "returns a known category for any text",
      withSubject(open, async (classifier) => {
        for (const text of [...awkwardTexts, "", " ", "Ada plays the piano", "Она плавает", "彼女は泳ぐ"]) {
          assert.ok(memoryCategories.includes(await classifier.classify(text)));
        }
      }),
    );
  });
}

const writingContext = {
  userId: "ada",
  language: "en",
  recentTexts: ["Ada wants to drink some water.", "What does she read?"],
};
const promptWith = (template: string, variables: Readonly<Record<string, string>> = {}): Prompt => ({
  template,
  variables: new Map(Object.entries(variables)),
});

/** Guarantees of every TextGenerator. */
export function textGeneratorContract({ describe, it }: TestFramework, open: Open<TextGenerator>): void {
  describe("TextGenerator", () => {
    it(
      "returns one line within the maximum notification length for any input",
      withSubject(open, async (generator) => {
        for (const text of awkwardTexts) {
          const generated = await generator.generate(
            promptWith(`Tell about {{user_context}}. ${text}`, { user_context: `Ada: ${text}`, user_facts: text }),
            { ...writingContext, recentTexts: [text] },
          );
          assert.ok(Array.from(generated).length <= MAX_NOTIFICATION_LENGTH);
          assert.doesNotMatch(generated, /[\p{Cc}\u2028\u2029]/u);
          assert.ok(generated.isWellFormed());
        }
      }),
    );
    it(
      "leaves no template placeholder in its output",
      withSubject(open, async (generator) => {
        const greetingPrompt = promptWith("Greet {{user_name}}. Mention {{user_chat}}.", { user_name: "Ada" });
        assert.doesNotMatch(await generator.generate(greetingPrompt, writingContext), /\{\{/);
      }),
    );
    it(
      "does not emit a URL from user data, only URLs of the template",
      withSubject(open, async (generator) => {
        const linkPrompt = promptWith("Remind them of https://app.example/water today. {{user_context}}", {
          user_context: "Ada reads https://evil.example/x every day. Water is good for Ada, says evil.example.",
        });
        assert.doesNotMatch(await generator.generate(linkPrompt, writingContext), /evil\.example/);
      }),
    );
  });
}

/** A store and two indexes over it, as in two processes. */
export interface IndexedStore {
  readonly store: Store;
  readonly index: PassageIndex;
  readonly otherIndex: PassageIndex;
}

const now = new Date("2026-03-02T10:00:00.000Z");

/** Guarantees of every PassageIndex. */
export function passageIndexContract({ describe, it }: TestFramework, open: Open<IndexedStore>): void {
  const test = (title: string, body: (indexed: IndexedStore) => Promise<void>) => it(title, withSubject(open, body));

  const storeConversation = async ({ conversations }: Store, id: string, text: string, title = "", userId = "ada") => {
    const conversation = aConversation({ id, userId, summary: aSummary({ title, overview: "" }) });
    await conversations.insertOrGet(withTranscript(conversation, text));
  };
  /** Searches with both indexes and checks that they return the same passages. */
  const searchBoth = async ({ index, otherIndex }: IndexedStore, query: string, limit = 10, userId = "ada") => {
    const passages = await index.search(userId, query, limit);
    assert.deepEqual(await otherIndex.search(userId, query, limit), passages);
    return passages;
  };
  const conversationIdsOf = (passages: readonly Passage[]) => passages.map(({ conversationId }) => conversationId);
  const textsOf = (passages: readonly Passage[]) => passages.map(({ text }) => text);
  const atticSentence = "The telescope is in the attic of the house.";

  describe("PassageIndex", () => {
    test("returns passages of memories, summaries and transcripts with their sources, best first", async (indexed) => {
      const { store } = indexed;
      await storeConversation(store, "c", "We painted the boat in the harbour all afternoon.", "Boats");
      await store.memories.addOrGet("ada", [aMemory({ id: "m", content: "Owns a small boat" })], (current) => current);
      const source = { conversationId: "c", segmentIds: ["c-0"], foundAs: "x" };
      const extracted = anExtractedMemory({ id: "x", content: "Paints a boat", sources: [source] });
      await store.memories.replaceExtracted("ada", "c", [extracted], 1, now);
      const passages = await searchBoth(indexed, "boat");
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
      for (const [position, { relevance }] of passages.entries()) {
        assert.ok(relevance > 0 && relevance <= (passages[position - 1]?.relevance ?? 1));
        assert.equal(relevance, Number(relevance.toFixed(4)));
      }
    });

    test("returns the current state of a conversation, unless it is discarded or deleted", async (indexed) => {
      const { conversations } = indexed.store;
      const findConversationIds = async (query: string) => conversationIdsOf(await searchBoth(indexed, query));
      assert.deepEqual(await findConversationIds("telescope"), []);
      await storeConversation(indexed.store, "c", atticSentence);
      assert.deepEqual(await findConversationIds("telescope"), ["c"]);
      await conversations.update("ada", "c", (current) => current.edit({ title: "Observatory" }, now));
      assert.deepEqual(textsOf(await searchBoth(indexed, "observatory")).slice(0, 1), ["Observatory"]);
      await conversations.update("ada", "c", (current) => current.edit({ discarded: true }, now));
      assert.deepEqual(await findConversationIds("telescope"), []);
      await conversations.update("ada", "c", (current) => current.edit({ discarded: false }, now));
      assert.ok((await findConversationIds("telescope")).includes("c"));
      await conversations.update("ada", "c", (current) => current.reprocess(now, 1_000));
      assert.ok((await findConversationIds("telescope")).includes("c"));
      await conversations.update("ada", "c", (current) => current.markDeleting(now, 1_000));
      assert.deepEqual(await findConversationIds("telescope"), []);
      await conversations.deleteWithTombstone("ada", "c");
      for (const query of ["telescope", "observatory"]) assert.deepEqual(await findConversationIds(query), []);
    });

    test("returns the current state of a memory, unless it is rejected or deleted", async (indexed) => {
      const { memories } = indexed.store;
      const findTexts = async (query: string) => textsOf(await searchBoth(indexed, query));
      await memories.addOrGet("ada", [aMemory({ id: "m", content: "Owns a telescope" })], (current) => current);
      assert.deepEqual(await findTexts("telescope"), ["Owns a telescope"]);
      await memories.update("ada", "m", (current) => current.edit({ content: "Owns a kayak" }, now));
      // A semantic index may return the memory for other words too, but never with its old text.
      assert.ok(!(await findTexts("telescope")).includes("Owns a telescope"));
      assert.deepEqual(await findTexts("kayak"), ["Owns a kayak"]);
      await memories.update("ada", "m", (current) => current.edit({ userReview: false }, now));
      assert.deepEqual(await findTexts("kayak"), []);
      await memories.update("ada", "m", (current) => current.edit({ userReview: true }, now));
      assert.deepEqual(await findTexts("kayak"), ["Owns a kayak"]);
      await memories.deleteWithTombstone("ada", "m", now);
      assert.deepEqual(await findTexts("kayak"), []);
    });

    test("returns identical passages only once", async (indexed) => {
      await storeConversation(indexed.store, "c", atticSentence);
      await storeConversation(indexed.store, "imported again", atticSentence);
      assert.equal((await searchBoth(indexed, "telescope")).length, 1);
    });

    test("returns only passages of the given user", async (indexed) => {
      await storeConversation(indexed.store, "hers", atticSentence);
      await storeConversation(indexed.store, "his", atticSentence, "", "bob");
      assert.deepEqual(conversationIdsOf(await searchBoth(indexed, "telescope")), ["hers"]);
      assert.deepEqual(conversationIdsOf(await searchBoth(indexed, "telescope", 10, "bob")), ["his"]);
      assert.deepEqual(await searchBoth(indexed, "telescope", 10, "eve"), []);
    });

    test("returns at most the requested number and sorts equally relevant passages by ID", async (indexed) => {
      const ids = Array.from({ length: 30 }, (_, number) => `c${number + 10}`);
      for (const id of ids) await storeConversation(indexed.store, id, `${atticSentence} ${id}.`);
      const allPassages = await searchBoth(indexed, "telescope", 50);
      assert.deepEqual(conversationIdsOf(allPassages), ids.toSorted());
      assert.deepEqual(await searchBoth(indexed, "telescope", 3), allPassages.slice(0, 3));
    });
  });
}
