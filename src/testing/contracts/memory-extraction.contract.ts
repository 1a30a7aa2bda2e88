import assert from "node:assert/strict";
import { LEASE_LOST } from "../../domain/lease.js";
import type { Memory } from "../../domain/memory.js";
import type { MemoryRepository } from "../../ports/driven/memory-repository.js";
import { aMemory, anExtractedMemory } from "../builders.js";
import type { Registrar } from "../registrar.js";

type Test = (title: string, body: (memories: MemoryRepository) => Promise<void>) => unknown;

const now = new Date("2026-03-02T10:00:00.000Z");
const found = (id: string, content = id, conversationId = "c") =>
  anExtractedMemory({ id, content, conversationIds: [conversationId] });
const adopt = (existing: Memory) => existing.adopt(now);

const idsOf = async (memories: MemoryRepository, userId = "ada") =>
  (await memories.list(userId, {}, { limit: 100 })).map(({ state }) => state.id).sort();
const sourcesOf = async (memories: MemoryRepository, id: string) =>
  (await memories.get("ada", id))?.state.sources.map(({ conversationId }) => conversationId);

/** What every MemoryRepository makes of memories that are found in conversations. */
export function memoryExtractionContract({ describe }: Registrar, test: Test): void {
  const replace = (
    memories: MemoryRepository,
    given: readonly Memory[],
    { conversationId = "c", fence = 1, userId = "ada" } = {},
  ) => memories.replaceExtracted(userId, conversationId, given, fence, now);

  describe("replacing what was extracted", () => {
    test("may be repeated", async (memories) => {
      for (let time = 0; time < 2; time += 1) await replace(memories, [found("a"), found("b")]);
      assert.deepEqual(await idsOf(memories), ["a", "b"]);
      assert.deepEqual(await sourcesOf(memories, "a"), ["c"]);
    });

    test("removes what was not found again, and renews what was", async (memories) => {
      await replace(memories, [found("a"), found("b")]);
      await replace(memories, [found("e", "e", "other")], { conversationId: "other" });
      await replace(memories, [anExtractedMemory({ id: "b", content: "B", category: "work", conversationIds: ["c"] })]);
      assert.deepEqual(await idsOf(memories), ["b", "e"]);
      const { content, category } = (await memories.get("ada", "b"))?.state ?? {};
      assert.deepEqual({ content, category }, { content: "B", category: "work" });
    });

    test("brings back what an earlier one removed, for the user did not", async (memories) => {
      await replace(memories, [found("a")]);
      await replace(memories, []);
      await replace(memories, [found("a")]);
      assert.deepEqual(await idsOf(memories), ["a"]);
    });

    test("makes one memory of what several conversations say", async (memories) => {
      await replace(memories, [found("a", "Ada swims")]);
      await replace(memories, [found("b", "ada  SWIMS", "other")], { conversationId: "other" });
      assert.deepEqual(await idsOf(memories), ["a"]);
      assert.equal((await memories.get("ada", "a"))?.state.content, "Ada swims");
      assert.deepEqual(await sourcesOf(memories, "a"), ["c", "other"]);
      await replace(memories, []);
      assert.deepEqual(await sourcesOf(memories, "a"), ["other"]);
      await replace(memories, [], { conversationId: "other" });
      assert.deepEqual(await idsOf(memories), []);
    });

    test("adds nothing but a source to what the user wrote", async (memories) => {
      const own = aMemory({ id: "own", content: "Ada swims", category: "core", tags: ["water"] });
      await memories.addOrGet("ada", [own], adopt);
      await replace(memories, [found("a", "Ada swims")]);
      const { sources, ...rest } = (await memories.get("ada", "own"))?.state ?? {};
      assert.deepEqual({ ...rest, sources: [] }, own.state);
      assert.deepEqual(sources, [{ conversationId: "c", segmentIds: ["c-0"], foundAs: "a" }]);
      assert.deepEqual(await idsOf(memories), ["own"]);
      await replace(memories, []);
      assert.deepEqual(await idsOf(memories), ["own"]);
    });

    test("leaves what the user edited as it is, found again or not, and does not add its old words", async (memories) => {
      await replace(memories, [found("a"), found("b")]);
      await replace(memories, [found("a of other", "a", "other")], { conversationId: "other" });
      const edited = [];
      for (const id of ["a", "b"]) {
        edited.push(await memories.update("ada", id, (before) => before.edit({ content: `${id} in my words` }, now)));
      }
      await replace(memories, [found("a")]);
      await replace(memories, [found("a of other", "a", "other")], { conversationId: "other" });
      assert.deepEqual(await idsOf(memories), ["a", "b"]);
      for (const memory of edited) {
        assert.deepEqual((await memories.get("ada", memory?.state.id ?? ""))?.state, memory?.state);
      }
    });

    test("leaves rejected what the user rejected", async (memories) => {
      const rejected = anExtractedMemory({ id: "a", content: "a", reviewed: true, userReview: false });
      await memories.addOrGet("ada", [rejected], adopt);
      await replace(memories, [found("x", "a")]);
      assert.deepEqual(await idsOf(memories), []);
      assert.equal((await memories.get("ada", "a"))?.state.userReview, false);
    });

    test("never brings back what the user deleted, but for another conversation that says it", async (memories) => {
      await replace(memories, [found("a", "said"), found("b")]);
      await replace(memories, [found("a of other", "said", "other")], { conversationId: "other" });
      assert.equal(await memories.deleteWithTombstone("ada", "a", now), true);
      await replace(memories, [found("a", "said"), found("b")]);
      await replace(memories, [found("a of other", "said", "other")], { conversationId: "other" });
      assert.deepEqual(await idsOf(memories), ["b"]);
      await replace(memories, [found("a of third", "said", "third")], { conversationId: "third" });
      assert.deepEqual(await idsOf(memories), ["a of third", "b"]);
      await replace(memories, [anExtractedMemory({ id: "a", userId: "bob", content: "said" })], { userId: "bob" });
      assert.deepEqual(await idsOf(memories, "bob"), ["a"]);
    });

    test("makes one of what was found twice", async (memories) => {
      await replace(memories, [found("a", "said"), found("a", "SAID")]);
      assert.equal((await memories.get("ada", "a"))?.state.content, "said");
    });
  });

  describe("replacing what was extracted, late", () => {
    test("changes nothing when a later claim has written, even if that found nothing", async (memories) => {
      await replace(memories, [], { fence: 3 });
      await assert.rejects(replace(memories, [found("old")], { fence: 2 }), leaseLost);
      assert.deepEqual(await idsOf(memories), []);
      await replace(memories, [found("a")], { fence: 3 });
      await replace(memories, [found("b")], { fence: 4 });
      assert.deepEqual(await idsOf(memories), ["b"]);
    });

    test("is no matter of other conversations, nor of another user's", async (memories) => {
      await replace(memories, [], { fence: 3 });
      await replace(memories, [found("a", "a", "other")], { conversationId: "other" });
      await replace(memories, [anExtractedMemory({ id: "b", userId: "bob" })], { userId: "bob" });
      assert.deepEqual([await idsOf(memories), await idsOf(memories, "bob")], [["a"], ["b"]]);
    });
  });

  describe("releasing a conversation", () => {
    test("removes what nobody else says, and takes itself from the sources of the rest", async (memories) => {
      await replace(memories, [found("gone"), found("edited"), found("shared")]);
      await replace(memories, [found("x", "shared", "other")], { conversationId: "other" });
      const edited = await memories.update("ada", "edited", (before) => before.edit({ tags: ["mine"] }, now));
      await memories.detachFromConversation("ada", "c", now);
      assert.deepEqual(await idsOf(memories), ["edited", "shared"]);
      assert.deepEqual((await memories.get("ada", "edited"))?.state, edited?.loseSource("c", now)?.state);
      assert.deepEqual(await sourcesOf(memories, "edited"), []);
      assert.deepEqual(await sourcesOf(memories, "shared"), ["other"]);
    });

    test("may be repeated, and is another user's no business", async (memories) => {
      await replace(memories, [found("a")]);
      await memories.detachFromConversation("bob", "c", now);
      assert.deepEqual(await idsOf(memories), ["a"]);
      for (let time = 0; time < 2; time += 1) await memories.detachFromConversation("ada", "c", now);
      assert.deepEqual(await idsOf(memories), []);
    });

    test("is final: a late replacement takes nothing back and brings nothing", async (memories) => {
      await replace(memories, [found("a")]);
      await memories.update("ada", "a", (before) => before.edit({ content: "mine" }, now));
      await memories.detachFromConversation("ada", "c", now);
      for (const fence of [1, 2]) {
        await assert.rejects(replace(memories, [found("a"), found("b")], { fence }), leaseLost);
      }
      assert.deepEqual(await idsOf(memories), ["a"]);
      assert.deepEqual(await sourcesOf(memories, "a"), []);
    });
  });
}

const leaseLost = { kind: "conflict", code: LEASE_LOST };
