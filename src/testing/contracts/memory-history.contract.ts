import assert from "node:assert/strict";
import type { Memory } from "../../domain/memory/memory.js";
import type { MemoryState } from "../../domain/memory/memory-state.js";
import type { MemoryRepository } from "../../ports/driven/store/memory-repositories.js";
import { aMemory, anExtractedMemory } from "../builders.js";
import type { TestFramework } from "../test-framework.js";

type DeclareTest = (title: string, body: (memories: MemoryRepository) => Promise<void>) => unknown;

const now = new Date("2026-03-09T10:00:00.000Z");
const dayOfMarch = (day: number) => new Date(Date.UTC(2026, 2, day));
const dayByConversation: Readonly<Record<string, number>> = { c1: 1, c2: 2, c3: 3, c4: 4 };

/** Builds a memory that is extracted from a conversation, with an ID derived from both. */
function extractedFact(conversationId: string, content: string, supersedes?: string): Memory {
  const id = idOf(conversationId, content);
  const supersession = supersedes === undefined ? {} : { supersedes };
  return anExtractedMemory({
    id,
    content,
    createdAt: dayOfMarch(dayByConversation[conversationId] ?? 9),
    sources: [{ conversationId, segmentIds: [`${conversationId}-0`], foundAs: id, ...supersession }],
  });
}

const idOf = (conversationId: string, content: string) => `${conversationId} ${content}`;
const parisId = idOf("c1", "in Paris");
const romeId = idOf("c2", "in Rome");

const listContents = async (memories: MemoryRepository) =>
  (await memories.list("ada", {}, { limit: 100 })).map(({ state }) => state.content).sort();
const listHistory = async (memories: MemoryRepository, id: string) =>
  (await memories.get("ada", id))?.history.map(({ memory }) => memory.content);
const getState = async (memories: MemoryRepository, id: string): Promise<MemoryState | undefined> =>
  (await memories.get("ada", id))?.state;

/** Guarantees of every MemoryRepository for facts that contradict known ones (decision 5.8). */
export function memoryHistoryContract({ describe }: TestFramework, test: DeclareTest): void {
  const replaceExtracted = (memories: MemoryRepository, conversationId: string, ...extracted: readonly Memory[]) =>
    memories.replaceExtracted("ada", conversationId, extracted, 1, now);
  /** Extracts "in Paris", then "in Rome", which supersedes it. */
  const supersedeParisWithRome = async (memories: MemoryRepository) => {
    await replaceExtracted(memories, "c1", extractedFact("c1", "in Paris"));
    await replaceExtracted(memories, "c2", extractedFact("c2", "in Rome", parisId));
  };

  describe("MemoryRepository: a superseding memory", () => {
    test("replaces the old memory, which is kept only in its history", async (memories) => {
      await replaceExtracted(memories, "c1", extractedFact("c1", "in Paris"));
      const before = await getState(memories, parisId);
      const { cursor } = await memories.getChangesSince("ada");
      await replaceExtracted(memories, "c2", extractedFact("c2", "in Rome", parisId));
      assert.deepEqual(await listContents(memories), ["in Rome"]);
      assert.equal(await memories.count("ada", {}), 1);
      assert.equal(await memories.get("ada", parisId), undefined);
      assert.deepEqual((await memories.get("ada", romeId))?.history, [{ memory: before, supersededAt: now }]);
      const { upserts, deletes } = await memories.getChangesSince("ada", cursor);
      assert.deepEqual([upserts.map(({ id }) => id), deletes], [[romeId], [parisId]]);
    });

    test("is found by its own conversation and by the conversations in its history", async (memories) => {
      await supersedeParisWithRome(memories);
      for (const conversationId of ["c1", "c2"]) {
        const holdingMemories = await memories.findByConversation("ada", conversationId);
        assert.deepEqual(
          holdingMemories.map(({ state }) => state.id),
          [romeId],
        );
      }
      assert.deepEqual(await memories.findByConversation("bob", "c1"), []);
      assert.deepEqual(await memories.findByConversation("ada", "c3"), []);
    });

    test("is unchanged when the same extraction is repeated after a crash", async (memories) => {
      await supersedeParisWithRome(memories);
      const stateOnce = await getState(memories, romeId);
      await replaceExtracted(memories, "c2", extractedFact("c2", "in Rome", parisId));
      assert.deepEqual(await getState(memories, romeId), stateOnce);
      assert.deepEqual(await listContents(memories), ["in Rome"]);
    });

    test("lists every superseded memory in its history, newest first", async (memories) => {
      await supersedeParisWithRome(memories);
      await replaceExtracted(memories, "c3", extractedFact("c3", "in Paris", romeId));
      assert.deepEqual(await listContents(memories), ["in Paris"]);
      assert.deepEqual(await listHistory(memories, idOf("c3", "in Paris")), ["in Rome", "in Paris"]);
    });

    test("never supersedes a memory that the user wrote, edited or reviewed", async (memories) => {
      const edits = [
        { content: "in Paris, of course" },
        { userReview: true },
        { userReview: false },
        { tags: ["home"] },
      ];
      for (const [index, edit] of edits.entries()) {
        const content = `in Paris ${index}`;
        await replaceExtracted(memories, `c1-${index}`, extractedFact(`c1-${index}`, content));
        const id = idOf(`c1-${index}`, content);
        const edited = await memories.update("ada", id, (memory) => memory.edit(edit, now));
        await replaceExtracted(memories, `c2-${index}`, extractedFact(`c2-${index}`, `in Rome ${index}`, id));
        assert.deepEqual(await getState(memories, id), edited?.state);
      }
      await memories.addOrGet("ada", [aMemory({ id: "own", content: "in Lima" })], (existing) => existing);
      await replaceExtracted(memories, "c2", extractedFact("c2", "in Rome", "own"));
      assert.notEqual(await getState(memories, "own"), undefined);
      assert.deepEqual(await listHistory(memories, romeId), []);
    });

    test("does not supersede an unknown, foreign or newer memory or one of the same conversation", async (memories) => {
      await replaceExtracted(memories, "c3", extractedFact("c3", "in Lima"));
      const bobsState = { ...extractedFact("c1", "in Oslo").state, userId: "bob" };
      await memories.replaceExtracted("bob", "c1", [anExtractedMemory(bobsState)], 1, now);
      const supersededIds = ["nowhere", idOf("c1", "in Oslo"), idOf("c3", "in Lima"), romeId, idOf("c2", "with Bob")];
      await replaceExtracted(
        memories,
        "c2",
        extractedFact("c2", "with Bob"),
        ...supersededIds.map((id, index) => extractedFact("c2", `fact ${index}`, id)),
      );
      await replaceExtracted(memories, "c2", extractedFact("c2", "with Bob"), extractedFact("c2", "in Rome", romeId));
      assert.deepEqual(await listContents(memories), ["in Lima", "in Rome", "with Bob"]);
      assert.equal((await memories.list("bob", {}, { limit: 10 })).length, 1);
    });

    test("supersedes only a memory that no other has claimed and that is not extracted again", async (memories) => {
      await replaceExtracted(memories, "c1", extractedFact("c1", "in Paris"), extractedFact("c1", "at home"));
      const homeId = idOf("c1", "at home");
      const extracted = [extractedFact("c2", "in Rome", parisId), extractedFact("c2", "in Lima", parisId)];
      await replaceExtracted(
        memories,
        "c2",
        ...extracted,
        extractedFact("c2", "away", homeId),
        extractedFact("c2", "at home"),
      );
      assert.deepEqual(await listContents(memories), ["at home", "away", "in Lima", "in Rome"]);
      assert.deepEqual(await listHistory(memories, romeId), ["in Paris"]);
    });
  });

  describe("MemoryRepository: history after a conversation is deleted or reprocessed", () => {
    test("restores the superseded memory unchanged when the newer one is removed", async (memories) => {
      await replaceExtracted(memories, "c1", extractedFact("c1", "in Paris"));
      const before = await getState(memories, parisId);
      await replaceExtracted(memories, "c2", extractedFact("c2", "in Rome", parisId));
      const { cursor } = await memories.getChangesSince("ada");
      await memories.detachFromConversation("ada", "c2", now);
      assert.deepEqual(await getState(memories, parisId), before);
      assert.deepEqual(await listContents(memories), ["in Paris"]);
      const { upserts, deletes } = await memories.getChangesSince("ada", cursor);
      assert.deepEqual([upserts.map(({ id }) => id), deletes], [[parisId], [romeId]]);
    });

    test("restores only the latest superseded memory", async (memories) => {
      await supersedeParisWithRome(memories);
      await replaceExtracted(memories, "c3", extractedFact("c3", "in Lima", romeId));
      await memories.detachFromConversation("ada", "c3", now);
      assert.deepEqual(
        [await listContents(memories), await listHistory(memories, romeId)],
        [["in Rome"], ["in Paris"]],
      );
    });

    test("removes a superseded memory from the history when its conversation is deleted", async (memories) => {
      await supersedeParisWithRome(memories);
      await replaceExtracted(memories, "c3", extractedFact("c3", "in Lima", romeId));
      await memories.detachFromConversation("ada", "c2", now);
      assert.deepEqual(await listHistory(memories, idOf("c3", "in Lima")), ["in Paris"]);
      await memories.detachFromConversation("ada", "c1", now);
      assert.deepEqual(await listHistory(memories, idOf("c3", "in Lima")), []);
      assert.deepEqual(await listContents(memories), ["in Lima"]);
      assert.equal((await getState(memories, idOf("c3", "in Lima")))?.superseded, undefined);
    });

    test("keeps a superseded memory until all of its source conversations are gone", async (memories) => {
      await replaceExtracted(memories, "c1", extractedFact("c1", "in Paris"));
      await replaceExtracted(memories, "c4", extractedFact("c4", "in Paris"));
      await replaceExtracted(memories, "c2", extractedFact("c2", "in Rome", parisId));
      await memories.detachFromConversation("ada", "c1", now);
      assert.deepEqual(await listHistory(memories, romeId), ["in Paris"]);
      await replaceExtracted(memories, "c4");
      assert.deepEqual(await listHistory(memories, romeId), []);
    });

    test("keeps a reprocessed memory superseded until the newer one no longer supersedes it", async (memories) => {
      await supersedeParisWithRome(memories);
      await replaceExtracted(memories, "c1", extractedFact("c1", "In PARIS"), extractedFact("c1", "swims"));
      assert.deepEqual(await listContents(memories), ["in Rome", "swims"]);
      await replaceExtracted(memories, "c2", extractedFact("c2", "in Rome"));
      assert.deepEqual(await listContents(memories), ["In PARIS", "in Rome", "swims"]);
      assert.deepEqual(await listHistory(memories, romeId), []);
      await replaceExtracted(memories, "c2", extractedFact("c2", "in Rome, Italy", idOf("c1", "in Paris")));
      assert.deepEqual(await listContents(memories), ["in Rome, Italy", "swims"]);
      await replaceExtracted(memories, "c2");
      assert.deepEqual(await listContents(memories), ["In PARIS", "swims"]);
    });

    test("merges a restored memory with one that has the same content", async (memories) => {
      await supersedeParisWithRome(memories);
      await memories.addOrGet("ada", [aMemory({ id: "own", content: "IN Paris" })], (existing) => existing);
      await memories.detachFromConversation("ada", "c2", now);
      assert.deepEqual(await listContents(memories), ["IN Paris"]);
      const ownState = await getState(memories, "own");
      assert.deepEqual(
        ownState?.sources.map(({ foundAs }) => foundAs),
        [parisId],
      );
      assert.equal(await memories.deleteWithTombstone("ada", "own", now), true);
      await replaceExtracted(memories, "c1", extractedFact("c1", "in Paris"));
      assert.deepEqual(await listContents(memories), []);
    });
  });

  describe("MemoryRepository: history after changes by the user", () => {
    test("deletes a memory together with its history, permanently", async (memories) => {
      await supersedeParisWithRome(memories);
      assert.equal(await memories.deleteWithTombstone("ada", romeId, now), true);
      await supersedeParisWithRome(memories);
      await memories.detachFromConversation("ada", "c2", now);
      await replaceExtracted(memories, "c1", extractedFact("c1", "in Paris"));
      assert.deepEqual(await listContents(memories), []);
      assert.deepEqual(
        [await memories.isDeleted("ada", parisId), await memories.isDeleted("ada", romeId)],
        [true, true],
      );
    });

    test("keeps the history of an edited memory, also after its conversation is deleted", async (memories) => {
      await supersedeParisWithRome(memories);
      await memories.update("ada", romeId, (memory) => memory.edit({ content: "in Rome since May" }, now));
      await replaceExtracted(memories, "c3", extractedFact("c3", "in Lima", romeId));
      await memories.detachFromConversation("ada", "c2", now);
      assert.deepEqual(await listContents(memories), ["in Lima", "in Rome since May"]);
      assert.deepEqual(await listHistory(memories, romeId), ["in Paris"]);
      await memories.detachFromConversation("ada", "c1", now);
      assert.deepEqual(await listHistory(memories, romeId), []);
    });

    test("restores a superseded memory next to the one that superseded it", async (memories) => {
      await replaceExtracted(memories, "c1", extractedFact("c1", "in Paris"));
      const before = await getState(memories, parisId);
      await replaceExtracted(memories, "c2", extractedFact("c2", "in Rome", parisId));
      const { cursor } = await memories.getChangesSince("ada");
      const laterTime = new Date("2026-03-10T10:00:00.000Z");
      const restored = await memories.restore("ada", parisId, laterTime);
      assert.deepEqual(restored?.state, { ...before, reviewed: true, userReview: true, updatedAt: laterTime });
      assert.deepEqual(await memories.get("ada", parisId), restored);
      assert.deepEqual(
        [await listContents(memories), await listHistory(memories, romeId)],
        [["in Paris", "in Rome"], []],
      );
      const { upserts, deletes } = await memories.getChangesSince("ada", cursor);
      assert.deepEqual([upserts.map(({ id }) => id).sort(), deletes], [[parisId, romeId], []]);
      assert.equal(await memories.restore("ada", parisId, laterTime), undefined);
    });

    test("does not supersede a restored memory again", async (memories) => {
      await supersedeParisWithRome(memories);
      await memories.restore("ada", parisId, now);
      await supersedeParisWithRome(memories);
      await replaceExtracted(memories, "c3", extractedFact("c3", "in Lima", parisId));
      assert.deepEqual(await listContents(memories), ["in Lima", "in Paris", "in Rome"]);
      await memories.detachFromConversation("ada", "c2", now);
      await memories.detachFromConversation("ada", "c1", now);
      assert.deepEqual(await listContents(memories), ["in Lima", "in Paris"]);
      assert.deepEqual((await memories.get("ada", parisId))?.state.sources, []);
    });

    test("splits the history when a memory in the middle of it is restored", async (memories) => {
      await supersedeParisWithRome(memories);
      const limaId = idOf("c3", "in Lima");
      const osloId = idOf("c4", "in Oslo");
      await replaceExtracted(memories, "c3", extractedFact("c3", "in Lima", romeId));
      await replaceExtracted(memories, "c4", extractedFact("c4", "in Oslo", limaId));
      await memories.restore("ada", romeId, now);
      assert.deepEqual(await listContents(memories), ["in Oslo", "in Rome"]);
      assert.deepEqual(
        [await listHistory(memories, romeId), await listHistory(memories, osloId)],
        [["in Paris"], ["in Lima"]],
      );
      await memories.restore("ada", parisId, now);
      await memories.restore("ada", limaId, now);
      assert.deepEqual(await listContents(memories), ["in Lima", "in Oslo", "in Paris", "in Rome"]);
      for (const id of [parisId, romeId, limaId, osloId]) assert.deepEqual(await listHistory(memories, id), []);
    });

    test("does not restore memories that are current, unknown, deleted or of another user", async (memories) => {
      await supersedeParisWithRome(memories);
      for (const [userId, id] of [
        ["ada", romeId],
        ["ada", "nowhere"],
        ["bob", parisId],
      ] as const) {
        assert.equal(await memories.restore(userId, id, now), undefined);
      }
      assert.equal(await memories.deleteWithTombstone("ada", romeId, now), true);
      assert.equal(await memories.restore("ada", parisId, now), undefined);
      assert.deepEqual(await listContents(memories), []);
    });

    test("refuses to restore a memory while another one has the same content", async (memories) => {
      await supersedeParisWithRome(memories);
      await memories.addOrGet("ada", [aMemory({ id: "own", content: "IN Paris" })], (existing) => existing);
      await assert.rejects(memories.restore("ada", parisId, now), { kind: "conflict", code: "content_taken" });
      assert.deepEqual(
        [await listContents(memories), await listHistory(memories, romeId)],
        [["IN Paris", "in Rome"], ["in Paris"]],
      );
    });

    test("restores a memory once for 20 concurrent calls", async (memories) => {
      await supersedeParisWithRome(memories);
      const restored = await Promise.all(Array.from({ length: 20 }, () => memories.restore("ada", parisId, now)));
      assert.equal(restored.filter((memory) => memory !== undefined).length, 1);
      assert.deepEqual(await listContents(memories), ["in Paris", "in Rome"]);
    });

    test("adds a memory whose content equals only that of a superseded memory", async (memories) => {
      await supersedeParisWithRome(memories);
      const ownMemory = aMemory({ id: "own", content: "in Paris" });
      const [added] = await memories.addOrGet("ada", [ownMemory], (existing) => existing);
      assert.deepEqual([added?.outcome, await listHistory(memories, romeId)], ["added", ["in Paris"]]);
    });
  });
}
