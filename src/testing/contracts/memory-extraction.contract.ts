import assert from "node:assert/strict";
import { LEASE_LOST } from "../../domain/lease.js";
import type { Memory } from "../../domain/memory/memory.js";
import type { MemoryRepository } from "../../ports/driven/store/memory-repositories.js";
import { aMemory, anExtractedMemory } from "../builders.js";
import type { TestFramework } from "../test-framework.js";

type DeclareTest = (title: string, body: (memories: MemoryRepository) => Promise<void>) => unknown;

const now = new Date("2026-03-02T10:00:00.000Z");
const extractedMemory = (id: string, content = id, conversationId = "c") =>
  anExtractedMemory({ id, content, conversationIds: [conversationId] });
const markOwned = (existing: Memory) => existing.markUserOwned(now);

const listIds = async (memories: MemoryRepository, userId = "ada") =>
  (await memories.list(userId, {}, { limit: 100 })).map(({ state }) => state.id).sort();
const listSources = async (memories: MemoryRepository, id: string) =>
  (await memories.get("ada", id))?.state.sources.map(({ conversationId }) => conversationId);

/** Guarantees of every MemoryRepository for memories that are extracted from conversations. */
export function memoryExtractionContract({ describe }: TestFramework, test: DeclareTest): void {
  const replaceExtracted = (
    memories: MemoryRepository,
    extracted: readonly Memory[],
    { conversationId = "c", fence = 1, userId = "ada" } = {},
  ) => memories.replaceExtracted(userId, conversationId, extracted, fence, now);

  describe("MemoryRepository: replaceExtracted", () => {
    test("creates no duplicates when it is repeated with the same memories", async (memories) => {
      for (let attempt = 0; attempt < 2; attempt += 1)
        await replaceExtracted(memories, [extractedMemory("a"), extractedMemory("b")]);
      assert.deepEqual(await listIds(memories), ["a", "b"]);
      assert.deepEqual(await listSources(memories, "a"), ["c"]);
    });

    test("deletes memories that are not extracted again and updates those that are", async (memories) => {
      await replaceExtracted(memories, [extractedMemory("a"), extractedMemory("b")]);
      await replaceExtracted(memories, [extractedMemory("e", "e", "other")], { conversationId: "other" });
      await replaceExtracted(memories, [
        anExtractedMemory({ id: "b", content: "B", category: "work", conversationIds: ["c"] }),
      ]);
      assert.deepEqual(await listIds(memories), ["b", "e"]);
      const { content, category } = (await memories.get("ada", "b"))?.state ?? {};
      assert.deepEqual({ content, category }, { content: "B", category: "work" });
    });

    test("restores a memory that an earlier extraction removed", async (memories) => {
      await replaceExtracted(memories, [extractedMemory("a")]);
      await replaceExtracted(memories, []);
      await replaceExtracted(memories, [extractedMemory("a")]);
      assert.deepEqual(await listIds(memories), ["a"]);
    });

    test("merges equal content from several conversations into one memory with several sources", async (memories) => {
      await replaceExtracted(memories, [extractedMemory("a", "Ada swims")]);
      await replaceExtracted(memories, [extractedMemory("b", "ada  SWIMS", "other")], { conversationId: "other" });
      assert.deepEqual(await listIds(memories), ["a"]);
      assert.equal((await memories.get("ada", "a"))?.state.content, "Ada swims");
      assert.deepEqual(await listSources(memories, "a"), ["c", "other"]);
      await replaceExtracted(memories, []);
      assert.deepEqual(await listSources(memories, "a"), ["other"]);
      await replaceExtracted(memories, [], { conversationId: "other" });
      assert.deepEqual(await listIds(memories), []);
    });

    test("only adds a source to a memory that the user wrote", async (memories) => {
      const ownMemory = aMemory({ id: "own", content: "Ada swims", category: "core", tags: ["water"] });
      await memories.addOrGet("ada", [ownMemory], markOwned);
      await replaceExtracted(memories, [extractedMemory("a", "Ada swims")]);
      const { sources, ...rest } = (await memories.get("ada", "own"))?.state ?? {};
      assert.deepEqual({ ...rest, sources: [] }, ownMemory.state);
      assert.deepEqual(sources, [{ conversationId: "c", segmentIds: ["c-0"], foundAs: "a" }]);
      assert.deepEqual(await listIds(memories), ["own"]);
      await replaceExtracted(memories, []);
      assert.deepEqual(await listIds(memories), ["own"]);
    });

    test("preserves a memory that the user edited and does not add its old content again", async (memories) => {
      await replaceExtracted(memories, [extractedMemory("a"), extractedMemory("b")]);
      await replaceExtracted(memories, [extractedMemory("a of other", "a", "other")], { conversationId: "other" });
      const editedMemories = [];
      for (const id of ["a", "b"]) {
        editedMemories.push(
          await memories.update("ada", id, (current) => current.edit({ content: `${id} in my words` }, now)),
        );
      }
      await replaceExtracted(memories, [extractedMemory("a")]);
      await replaceExtracted(memories, [extractedMemory("a of other", "a", "other")], { conversationId: "other" });
      assert.deepEqual(await listIds(memories), ["a", "b"]);
      for (const memory of editedMemories) {
        assert.deepEqual((await memories.get("ada", memory?.state.id ?? ""))?.state, memory?.state);
      }
    });

    test("does not restore a memory that the user rejected", async (memories) => {
      const rejected = anExtractedMemory({ id: "a", content: "a", reviewed: true, userReview: false });
      await memories.addOrGet("ada", [rejected], markOwned);
      await replaceExtracted(memories, [extractedMemory("x", "a")]);
      assert.deepEqual(await listIds(memories), []);
      assert.equal((await memories.get("ada", "a"))?.state.userReview, false);
    });

    test("restores a memory that the user deleted only when a new conversation states it", async (memories) => {
      await replaceExtracted(memories, [extractedMemory("a", "said"), extractedMemory("b")]);
      await replaceExtracted(memories, [extractedMemory("a of other", "said", "other")], { conversationId: "other" });
      assert.equal(await memories.deleteWithTombstone("ada", "a", now), true);
      await replaceExtracted(memories, [extractedMemory("a", "said"), extractedMemory("b")]);
      await replaceExtracted(memories, [extractedMemory("a of other", "said", "other")], { conversationId: "other" });
      assert.deepEqual(await listIds(memories), ["b"]);
      await replaceExtracted(memories, [extractedMemory("a of third", "said", "third")], { conversationId: "third" });
      assert.deepEqual(await listIds(memories), ["a of third", "b"]);
      await replaceExtracted(memories, [anExtractedMemory({ id: "a", userId: "bob", content: "said" })], {
        userId: "bob",
      });
      assert.deepEqual(await listIds(memories, "bob"), ["a"]);
    });

    test("stores a fact once when it is extracted twice", async (memories) => {
      await replaceExtracted(memories, [extractedMemory("a", "said"), extractedMemory("a", "SAID")]);
      assert.equal((await memories.get("ada", "a"))?.state.content, "said");
    });
  });

  describe("MemoryRepository: replaceExtracted with a stale fence", () => {
    test("is rejected when a claim with a higher fence has written, even an empty result", async (memories) => {
      await replaceExtracted(memories, [], { fence: 3 });
      await assert.rejects(replaceExtracted(memories, [extractedMemory("old")], { fence: 2 }), leaseLostError);
      assert.deepEqual(await listIds(memories), []);
      await replaceExtracted(memories, [extractedMemory("a")], { fence: 3 });
      await replaceExtracted(memories, [extractedMemory("b")], { fence: 4 });
      assert.deepEqual(await listIds(memories), ["b"]);
    });

    test("does not affect other conversations or other users", async (memories) => {
      await replaceExtracted(memories, [], { fence: 3 });
      await replaceExtracted(memories, [extractedMemory("a", "a", "other")], { conversationId: "other" });
      await replaceExtracted(memories, [anExtractedMemory({ id: "b", userId: "bob" })], { userId: "bob" });
      assert.deepEqual([await listIds(memories), await listIds(memories, "bob")], [["a"], ["b"]]);
    });
  });

  describe("MemoryRepository: detachFromConversation", () => {
    test("deletes memories that have no other source and removes the source from the others", async (memories) => {
      await replaceExtracted(memories, [extractedMemory("gone"), extractedMemory("edited"), extractedMemory("shared")]);
      await replaceExtracted(memories, [extractedMemory("x", "shared", "other")], { conversationId: "other" });
      const edited = await memories.update("ada", "edited", (current) => current.edit({ tags: ["mine"] }, now));
      await memories.detachFromConversation("ada", "c", now);
      assert.deepEqual(await listIds(memories), ["edited", "shared"]);
      assert.deepEqual((await memories.get("ada", "edited"))?.state, edited?.removeSource("c", now)?.state);
      assert.deepEqual(await listSources(memories, "edited"), []);
      assert.deepEqual(await listSources(memories, "shared"), ["other"]);
    });

    test("is idempotent and does not affect another user", async (memories) => {
      await replaceExtracted(memories, [extractedMemory("a")]);
      await memories.detachFromConversation("bob", "c", now);
      assert.deepEqual(await listIds(memories), ["a"]);
      for (let attempt = 0; attempt < 2; attempt += 1) await memories.detachFromConversation("ada", "c", now);
      assert.deepEqual(await listIds(memories), []);
    });

    test("makes every later replaceExtracted for the conversation fail without changes", async (memories) => {
      await replaceExtracted(memories, [extractedMemory("a")]);
      await memories.update("ada", "a", (current) => current.edit({ content: "mine" }, now));
      await memories.detachFromConversation("ada", "c", now);
      for (const fence of [1, 2]) {
        await assert.rejects(
          replaceExtracted(memories, [extractedMemory("a"), extractedMemory("b")], { fence }),
          leaseLostError,
        );
      }
      assert.deepEqual(await listIds(memories), ["a"]);
      assert.deepEqual(await listSources(memories, "a"), []);
    });
  });
}

const leaseLostError = { kind: "conflict", code: LEASE_LOST };
