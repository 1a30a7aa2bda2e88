import assert from "node:assert/strict";
import type { Memory, MemoryState } from "../../domain/memory.js";
import type { MemoryRepository } from "../../ports/driven/memory-repository.js";
import { aMemory, anExtractedMemory } from "../builders.js";
import type { Registrar } from "../registrar.js";

type Test = (title: string, body: (memories: MemoryRepository) => Promise<void>) => unknown;

const now = new Date("2026-03-09T10:00:00.000Z");
const on = (day: number) => new Date(Date.UTC(2026, 2, day));
const days: Readonly<Record<string, number>> = { c1: 1, c2: 2, c3: 3, c4: 4 };

/** What a conversation says, each under an id of its own. */
function says(conversationId: string, content: string, supersedes?: string): Memory {
  const id = idOf(conversationId, content);
  const claim = supersedes === undefined ? {} : { supersedes };
  return anExtractedMemory({
    id,
    content,
    createdAt: on(days[conversationId] ?? 9),
    sources: [{ conversationId, segmentIds: [`${conversationId}-0`], foundAs: id, ...claim }],
  });
}

const idOf = (conversationId: string, content: string) => `${conversationId} ${content}`;
const paris = idOf("c1", "in Paris");
const rome = idOf("c2", "in Rome");

const listed = async (memories: MemoryRepository) =>
  (await memories.list("ada", {}, { limit: 100 })).map(({ state }) => state.content).sort();
const historyOf = async (memories: MemoryRepository, id: string) =>
  (await memories.get("ada", id))?.history.map(({ memory }) => memory.content);
const stateOf = async (memories: MemoryRepository, id: string): Promise<MemoryState | undefined> =>
  (await memories.get("ada", id))?.state;

/** What every MemoryRepository makes of facts that contradict known ones (decision 5.8). */
export function memoryHistoryContract({ describe }: Registrar, test: Test): void {
  const extract = (memories: MemoryRepository, conversationId: string, ...found: readonly Memory[]) =>
    memories.replaceExtracted("ada", conversationId, found, 1, now);
  /** Paris, then Rome in its place. */
  const moved = async (memories: MemoryRepository) => {
    await extract(memories, "c1", says("c1", "in Paris"));
    await extract(memories, "c2", says("c2", "in Rome", paris));
  };

  describe("a fact that supersedes another", () => {
    test("stands in its place, with its history: the old one is listed and found no more", async (memories) => {
      await extract(memories, "c1", says("c1", "in Paris"));
      const before = await stateOf(memories, paris);
      const { cursor } = await memories.changesSince("ada");
      await extract(memories, "c2", says("c2", "in Rome", paris));
      assert.deepEqual(await listed(memories), ["in Rome"]);
      assert.equal(await memories.count("ada", {}), 1);
      assert.equal(await memories.get("ada", paris), undefined);
      assert.deepEqual((await memories.get("ada", rome))?.history, [{ memory: before, supersededAt: now }]);
      const { upserts, deletes } = await memories.changesSince("ada", cursor);
      assert.deepEqual([upserts.map(({ id }) => id), deletes], [[rome], [paris]]);
    });

    test("is said by a conversation, whose words are known by it, in the history too", async (memories) => {
      await moved(memories);
      for (const conversationId of ["c1", "c2"]) {
        const holders = await memories.findByConversation("ada", conversationId);
        assert.deepEqual(
          holders.map(({ state }) => state.id),
          [rome],
        );
      }
      assert.deepEqual(await memories.findByConversation("bob", "c1"), []);
      assert.deepEqual(await memories.findByConversation("ada", "c3"), []);
    });

    test("may be told again, as after a crash, and supersedes once", async (memories) => {
      await moved(memories);
      const once = await stateOf(memories, rome);
      await extract(memories, "c2", says("c2", "in Rome", paris));
      assert.deepEqual(await stateOf(memories, rome), once);
      assert.deepEqual(await listed(memories), ["in Rome"]);
    });

    test("has a history as long as there were changes, newest first", async (memories) => {
      await moved(memories);
      await extract(memories, "c3", says("c3", "in Paris", rome));
      assert.deepEqual(await listed(memories), ["in Paris"]);
      assert.deepEqual(await historyOf(memories, idOf("c3", "in Paris")), ["in Rome", "in Paris"]);
    });

    test("never takes the place of what the user has had in hand", async (memories) => {
      const edits = [
        { content: "in Paris, of course" },
        { userReview: true },
        { userReview: false },
        { tags: ["home"] },
      ];
      for (const [n, edit] of edits.entries()) {
        const content = `in Paris ${n}`;
        await extract(memories, `c1-${n}`, says(`c1-${n}`, content));
        const id = idOf(`c1-${n}`, content);
        const touched = await memories.update("ada", id, (memory) => memory.edit(edit, now));
        await extract(memories, `c2-${n}`, says(`c2-${n}`, `in Rome ${n}`, id));
        assert.deepEqual(await stateOf(memories, id), touched?.state);
      }
      await memories.addOrGet("ada", [aMemory({ id: "own", content: "in Lima" })], (existing) => existing);
      await extract(memories, "c2", says("c2", "in Rome", "own"));
      assert.notEqual(await stateOf(memories, "own"), undefined);
      assert.deepEqual(await historyOf(memories, rome), []);
    });

    test("takes no place that is not there, is another user's, was said later or by itself", async (memories) => {
      await extract(memories, "c3", says("c3", "in Lima"));
      const his = { ...says("c1", "in Oslo").state, userId: "bob" };
      await memories.replaceExtracted("bob", "c1", [anExtractedMemory(his)], 1, now);
      const claims = ["nowhere", idOf("c1", "in Oslo"), idOf("c3", "in Lima"), rome, idOf("c2", "with Bob")];
      await extract(memories, "c2", says("c2", "with Bob"), ...claims.map((id, n) => says("c2", `fact ${n}`, id)));
      await extract(memories, "c2", says("c2", "with Bob"), says("c2", "in Rome", rome));
      assert.deepEqual(await listed(memories), ["in Lima", "in Rome", "with Bob"]);
      assert.equal((await memories.list("bob", {}, { limit: 10 })).length, 1);
    });

    test("leaves to the first of two that claim the same, and to none what is said again", async (memories) => {
      await extract(memories, "c1", says("c1", "in Paris"), says("c1", "at home"));
      const home = idOf("c1", "at home");
      const found = [says("c2", "in Rome", paris), says("c2", "in Lima", paris)];
      await extract(memories, "c2", ...found, says("c2", "away", home), says("c2", "at home"));
      assert.deepEqual(await listed(memories), ["at home", "away", "in Lima", "in Rome"]);
      assert.deepEqual(await historyOf(memories, rome), ["in Paris"]);
    });
  });

  describe("when a conversation is deleted or told anew", () => {
    test("the older fact comes back as it was when the newer goes", async (memories) => {
      await extract(memories, "c1", says("c1", "in Paris"));
      const before = await stateOf(memories, paris);
      await extract(memories, "c2", says("c2", "in Rome", paris));
      const { cursor } = await memories.changesSince("ada");
      await memories.detachFromConversation("ada", "c2", now);
      assert.deepEqual(await stateOf(memories, paris), before);
      assert.deepEqual(await listed(memories), ["in Paris"]);
      const { upserts, deletes } = await memories.changesSince("ada", cursor);
      assert.deepEqual([upserts.map(({ id }) => id), deletes], [[paris], [rome]]);
    });

    test("one step comes back at a time", async (memories) => {
      await moved(memories);
      await extract(memories, "c3", says("c3", "in Lima", rome));
      await memories.detachFromConversation("ada", "c3", now);
      assert.deepEqual([await listed(memories), await historyOf(memories, rome)], [["in Rome"], ["in Paris"]]);
    });

    test("the older fact leaves the history, and the newer stays", async (memories) => {
      await moved(memories);
      await extract(memories, "c3", says("c3", "in Lima", rome));
      await memories.detachFromConversation("ada", "c2", now);
      assert.deepEqual(await historyOf(memories, idOf("c3", "in Lima")), ["in Paris"]);
      await memories.detachFromConversation("ada", "c1", now);
      assert.deepEqual(await historyOf(memories, idOf("c3", "in Lima")), []);
      assert.deepEqual(await listed(memories), ["in Lima"]);
      assert.equal((await stateOf(memories, idOf("c3", "in Lima")))?.superseded, undefined);
    });

    test("a history knows of each conversation that said it", async (memories) => {
      await extract(memories, "c1", says("c1", "in Paris"));
      await extract(memories, "c4", says("c4", "in Paris"));
      await extract(memories, "c2", says("c2", "in Rome", paris));
      await memories.detachFromConversation("ada", "c1", now);
      assert.deepEqual(await historyOf(memories, rome), ["in Paris"]);
      await extract(memories, "c4");
      assert.deepEqual(await historyOf(memories, rome), []);
    });

    test("the older one told anew stays in the history, the newer one told anew gives it back", async (memories) => {
      await moved(memories);
      await extract(memories, "c1", says("c1", "In PARIS"), says("c1", "swims"));
      assert.deepEqual(await listed(memories), ["in Rome", "swims"]);
      await extract(memories, "c2", says("c2", "in Rome"));
      assert.deepEqual(await listed(memories), ["In PARIS", "in Rome", "swims"]);
      assert.deepEqual(await historyOf(memories, rome), []);
      await extract(memories, "c2", says("c2", "in Rome, Italy", idOf("c1", "in Paris")));
      assert.deepEqual(await listed(memories), ["in Rome, Italy", "swims"]);
      await extract(memories, "c2");
      assert.deepEqual(await listed(memories), ["In PARIS", "swims"]);
    });

    test("what comes back is one with what says the same meanwhile", async (memories) => {
      await moved(memories);
      await memories.addOrGet("ada", [aMemory({ id: "own", content: "IN Paris" })], (existing) => existing);
      await memories.detachFromConversation("ada", "c2", now);
      assert.deepEqual(await listed(memories), ["IN Paris"]);
      const own = await stateOf(memories, "own");
      assert.deepEqual(
        own?.sources.map(({ foundAs }) => foundAs),
        [paris],
      );
      assert.equal(await memories.deleteWithTombstone("ada", "own", now), true);
      await extract(memories, "c1", says("c1", "in Paris"));
      assert.deepEqual(await listed(memories), []);
    });
  });

  describe("when the user acts", () => {
    test("a deletion takes the history with it, and neither comes back", async (memories) => {
      await moved(memories);
      assert.equal(await memories.deleteWithTombstone("ada", rome, now), true);
      await moved(memories);
      await memories.detachFromConversation("ada", "c2", now);
      await extract(memories, "c1", says("c1", "in Paris"));
      assert.deepEqual(await listed(memories), []);
      assert.deepEqual([await memories.isDeleted("ada", paris), await memories.isDeleted("ada", rome)], [true, true]);
    });

    test("an edit keeps the history, and the memory outlives the conversation", async (memories) => {
      await moved(memories);
      await memories.update("ada", rome, (memory) => memory.edit({ content: "in Rome since May" }, now));
      await extract(memories, "c3", says("c3", "in Lima", rome));
      await memories.detachFromConversation("ada", "c2", now);
      assert.deepEqual(await listed(memories), ["in Lima", "in Rome since May"]);
      assert.deepEqual(await historyOf(memories, rome), ["in Paris"]);
      await memories.detachFromConversation("ada", "c1", now);
      assert.deepEqual(await historyOf(memories, rome), []);
    });

    test("a superseded memory is restored beside the one that superseded it", async (memories) => {
      await extract(memories, "c1", says("c1", "in Paris"));
      const before = await stateOf(memories, paris);
      await extract(memories, "c2", says("c2", "in Rome", paris));
      const { cursor } = await memories.changesSince("ada");
      const later = new Date("2026-03-10T10:00:00.000Z");
      const restored = await memories.restore("ada", paris, later);
      assert.deepEqual(restored?.state, { ...before, reviewed: true, userReview: true, updatedAt: later });
      assert.deepEqual(await memories.get("ada", paris), restored);
      assert.deepEqual([await listed(memories), await historyOf(memories, rome)], [["in Paris", "in Rome"], []]);
      const { upserts, deletes } = await memories.changesSince("ada", cursor);
      assert.deepEqual([upserts.map(({ id }) => id).sort(), deletes], [[paris, rome], []]);
      assert.equal(await memories.restore("ada", paris, later), undefined);
    });

    test("a restored memory is not superseded again, by no conversation", async (memories) => {
      await moved(memories);
      await memories.restore("ada", paris, now);
      await moved(memories);
      await extract(memories, "c3", says("c3", "in Lima", paris));
      assert.deepEqual(await listed(memories), ["in Lima", "in Paris", "in Rome"]);
      await memories.detachFromConversation("ada", "c2", now);
      await memories.detachFromConversation("ada", "c1", now);
      assert.deepEqual(await listed(memories), ["in Lima", "in Paris"]);
      assert.deepEqual((await memories.get("ada", paris))?.state.sources, []);
    });

    test("a restored memory has the history before it, and the other one what came after it", async (memories) => {
      await moved(memories);
      const lima = idOf("c3", "in Lima");
      const oslo = idOf("c4", "in Oslo");
      await extract(memories, "c3", says("c3", "in Lima", rome));
      await extract(memories, "c4", says("c4", "in Oslo", lima));
      await memories.restore("ada", rome, now);
      assert.deepEqual(await listed(memories), ["in Oslo", "in Rome"]);
      assert.deepEqual([await historyOf(memories, rome), await historyOf(memories, oslo)], [["in Paris"], ["in Lima"]]);
      await memories.restore("ada", paris, now);
      await memories.restore("ada", lima, now);
      assert.deepEqual(await listed(memories), ["in Lima", "in Oslo", "in Paris", "in Rome"]);
      for (const id of [paris, rome, lima, oslo]) assert.deepEqual(await historyOf(memories, id), []);
    });

    test("nothing is restored that is not superseded, or is another user's", async (memories) => {
      await moved(memories);
      for (const [userId, id] of [
        ["ada", rome],
        ["ada", "nowhere"],
        ["bob", paris],
      ] as const) {
        assert.equal(await memories.restore(userId, id, now), undefined);
      }
      assert.equal(await memories.deleteWithTombstone("ada", rome, now), true);
      assert.equal(await memories.restore("ada", paris, now), undefined);
      assert.deepEqual(await listed(memories), []);
    });

    test("nothing is restored beside another memory of its content", async (memories) => {
      await moved(memories);
      await memories.addOrGet("ada", [aMemory({ id: "own", content: "IN Paris" })], (existing) => existing);
      await assert.rejects(memories.restore("ada", paris, now), { kind: "conflict", code: "content_taken" });
      assert.deepEqual(
        [await listed(memories), await historyOf(memories, rome)],
        [["IN Paris", "in Rome"], ["in Paris"]],
      );
    });

    test("one of 20 restorations at once restores it", async (memories) => {
      await moved(memories);
      const restored = await Promise.all(Array.from({ length: 20 }, () => memories.restore("ada", paris, now)));
      assert.equal(restored.filter((memory) => memory !== undefined).length, 1);
      assert.deepEqual(await listed(memories), ["in Paris", "in Rome"]);
    });

    test("what they write meets no memory that is history", async (memories) => {
      await moved(memories);
      const own = aMemory({ id: "own", content: "in Paris" });
      const [added] = await memories.addOrGet("ada", [own], (existing) => existing);
      assert.deepEqual([added?.outcome, await historyOf(memories, rome)], ["added", ["in Paris"]]);
    });
  });
}
