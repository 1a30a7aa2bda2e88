import assert from "node:assert/strict";
import type { Memory } from "../../domain/memory/memory.js";
import type { MemoryRepository } from "../../ports/driven/store/memory-repositories.js";
import { aMemory, anExtractedMemory } from "../builders.js";
import { withSubject, type Open, type TestFramework } from "../test-framework.js";
import { memoryExtractionContract } from "./memory-extraction.contract.js";
import { memoryHistoryContract } from "./memory-history.contract.js";
import { memoryFeedContract } from "./change-feed.contract.js";
import { awkwardTexts } from "./awkward-texts.js";

const now = new Date("2026-03-02T10:00:00.000Z");
const dayOfMarch = (day: number) => new Date(Date.UTC(2026, 2, day));
const markOwned = (existing: Memory) => existing.markUserOwned(now);
const idsOf = (memories: readonly Memory[]) => memories.map(({ state }) => state.id);
const fullPage = { limit: 100 };

/** Guarantees of every MemoryRepository. */
export function memoryRepositoryContract(framework: TestFramework, open: Open<MemoryRepository>): void {
  const { describe, it } = framework;
  const test = (title: string, body: (memories: MemoryRepository) => Promise<void>) =>
    it(title, withSubject(open, body));

  test("stores every field of a memory unchanged", async (memories) => {
    const input = [
      anExtractedMemory({ tags: ["a", ""], visibility: "public", conversationIds: ["c", "d"] }),
      aMemory({ keyedChanges: ["call", "another"] }),
      ...awkwardTexts.map((content) => aMemory({ content, tags: [content] })),
    ];
    await memories.addOrGet("ada", input, markOwned);
    for (const { state } of input) assert.deepEqual((await memories.get("ada", state.id))?.state, state);
  });

  test("isolates stored memories from mutations by the caller", async (memories) => {
    const memory = aMemory({ createdAt: dayOfMarch(9) });
    await memories.addOrGet("ada", [memory], markOwned);
    memory.state.createdAt.setTime(0);
    (await memories.get("ada", memory.state.id))?.state.createdAt.setTime(0);
    assert.deepEqual((await memories.get("ada", memory.state.id))?.state.createdAt, dayOfMarch(9));
  });

  test("reports an unknown memory and a memory of another user as not found", async (memories) => {
    await memories.addOrGet("ada", [aMemory({ id: "hers" })], markOwned);
    for (const [userId, id] of [
      ["ada", "nowhere"],
      ["bob", "hers"],
    ] as const) {
      assert.equal(await memories.get(userId, id), undefined);
      assert.deepEqual(await memories.getMany(userId, [id]), []);
      assert.equal(await memories.update(userId, id, (current) => current), undefined);
      assert.equal(await memories.deleteWithTombstone(userId, id, now), false);
    }
    assert.deepEqual(await memories.list("bob", {}, fullPage), []);
    assert.equal(await memories.count("bob", {}), 0);
  });

  test("getMany returns memories in the order of the IDs, including rejected ones", async (memories) => {
    const rejected = aMemory({ id: "e", userReview: false });
    await memories.addOrGet("ada", [aMemory({ id: "a" }), aMemory({ id: "b" }), rejected], markOwned);
    assert.deepEqual(idsOf(await memories.getMany("ada", ["e", "nowhere", "a"])), ["e", "a"]);
  });

  test("changes a memory, and loses none of 20 concurrent changes", async (memories) => {
    await memories.addOrGet("ada", [aMemory({ id: "a" })], markOwned);
    const addTag = (tag: number) =>
      memories.update("ada", "a", (current) => current.edit({ tags: [...current.state.tags, String(tag)] }, now));
    await Promise.all(Array.from({ length: 20 }, (_, tag) => addTag(tag)));
    assert.equal((await memories.get("ada", "a"))?.state.tags.length, 20);
  });

  test("changes nothing when the update callback throws", async (memories) => {
    const memory = aMemory({ id: "a" });
    await memories.addOrGet("ada", [memory], markOwned);
    const failure = new Error("no");
    const failedUpdate = memories.update("ada", "a", () => {
      throw failure;
    });
    await assert.rejects(failedUpdate, failure);
    assert.deepEqual((await memories.get("ada", "a"))?.state, memory.state);
  });

  test("deletes a memory permanently and does not add it again under its ID", async (memories) => {
    await memories.addOrGet("ada", [aMemory({ id: "a", content: "a" })], markOwned);
    assert.equal(await memories.isDeleted("ada", "a"), false);
    assert.equal(await memories.deleteWithTombstone("ada", "a", now), true);
    assert.equal(await memories.deleteWithTombstone("ada", "a", now), false);
    const deletionChecks = [
      memories.isDeleted("ada", "a"),
      memories.isDeleted("ada", "b"),
      memories.isDeleted("bob", "a"),
    ];
    assert.deepEqual(await Promise.all(deletionChecks), [true, false, false]);
    assert.equal(await memories.get("ada", "a"), undefined);
    const [readded] = await memories.addOrGet("ada", [aMemory({ id: "a", content: "a" })], markOwned);
    assert.equal(readded?.outcome, "deleted");
    assert.equal(readded.memory.state.content, "a");
    assert.deepEqual(await memories.list("ada", {}, fullPage), []);
    const [newMemory] = await memories.addOrGet("ada", [aMemory({ id: "b", content: "a" })], markOwned);
    assert.equal(newMemory?.outcome, "added");
  });

  describe("MemoryRepository: deduplication by content", () => {
    test("returns the existing memory, merged, in place of the duplicate", async (memories) => {
      const [first, second] = [anExtractedMemory({ id: "a", content: "Ada swims" }), aMemory({ id: "b" })];
      await memories.addOrGet("ada", [first], markOwned);
      const results = await memories.addOrGet(
        "ada",
        [second, aMemory({ id: "x", content: " ada\tSWIMS " })],
        markOwned,
      );
      assert.deepEqual(
        results.map(({ memory, outcome }) => [memory.state.id, outcome]),
        [
          ["b", "added"],
          ["a", "existing"],
        ],
      );
      assert.deepEqual((await memories.get("ada", "a"))?.state, first.markUserOwned(now).state);
      assert.deepEqual(results[1]?.memory.state, first.markUserOwned(now).state);
      assert.equal(await memories.count("ada", {}), 2);
    });

    test("merges duplicates within one call", async (memories) => {
      const input = ["Straße", "STRASSE", "strasse ", "ｓtrasse"].map((content, index) =>
        aMemory({ id: String(index), content }),
      );
      const results = await memories.addOrGet("ada", input, markOwned);
      assert.deepEqual(
        results.map(({ memory, outcome }) => `${memory.state.id} ${outcome}`),
        ["0 added", "0 existing", "0 existing", "0 existing"],
      );
      assert.equal(await memories.count("ada", {}), 1);
    });

    test("merges duplicates of 20 concurrent calls", async (memories) => {
      const addMemory = (id: number) =>
        memories.addOrGet("ada", [aMemory({ id: `m${id}`, content: "the same" })], markOwned);
      const results = (await Promise.all(Array.from({ length: 20 }, (_, id) => addMemory(id)))).flat();
      assert.equal(results.filter(({ outcome }) => outcome === "added").length, 1);
      assert.equal(new Set(results.map(({ memory }) => memory.state.id)).size, 1);
      assert.equal(await memories.count("ada", {}), 1);
    });

    test("does not merge memories of different users", async (memories) => {
      await memories.addOrGet("ada", [aMemory({ content: "the same" })], markOwned);
      const [bobsResult] = await memories.addOrGet("bob", [aMemory({ userId: "bob", content: "the same" })], markOwned);
      assert.equal(bobsResult?.outcome, "added");
    });

    test("returns the existing memory of the same ID even if its content was edited", async (memories) => {
      await memories.addOrGet("ada", [aMemory({ id: "a", content: "before" })], markOwned);
      await memories.update("ada", "a", (memory) => memory.edit({ content: "after" }, now));
      const [readded] = await memories.addOrGet("ada", [aMemory({ id: "a", content: "before" })], markOwned);
      assert.equal(readded?.outcome, "existing");
      assert.equal(readded.memory.state.content, "after");
      assert.equal(await memories.count("ada", {}), 1);
    });

    test("refuses an edit that would duplicate the content of another memory", async (memories) => {
      await memories.addOrGet(
        "ada",
        [aMemory({ id: "a", content: "one" }), aMemory({ id: "b", content: "two" })],
        markOwned,
      );
      const edit = (id: string, content: string) =>
        memories.update("ada", id, (current) => current.edit({ content }, now));
      await assert.rejects(edit("b", " ONE"), { kind: "conflict", code: "content_taken" });
      assert.equal((await memories.get("ada", "b"))?.state.content, "two");
      assert.equal((await edit("a", "ONE"))?.state.content, "ONE");
      assert.equal((await edit("a", "three"))?.state.content, "three");
      assert.equal((await edit("b", "one"))?.state.content, "one");
    });

    test("adds all memories of a call or none", async (memories) => {
      await memories.addOrGet("ada", [aMemory({ id: "a", content: "known" })], markOwned);
      const failure = new Error("no");
      const failedAdd = memories.addOrGet(
        "ada",
        [aMemory({ id: "b" }), aMemory({ id: "e" }), aMemory({ content: "known" })],
        () => {
          throw failure;
        },
      );
      await assert.rejects(failedAdd, failure);
      assert.deepEqual(idsOf(await memories.list("ada", {}, fullPage)), ["a"]);
    });
  });

  describe("MemoryRepository: list", () => {
    test("sorts by creation time, newest first, then by ID, and omits rejected memories", async (memories) => {
      const shuffled = [
        aMemory({ id: "4", createdAt: dayOfMarch(1) }),
        aMemory({ id: "2", createdAt: dayOfMarch(3) }),
        aMemory({ id: "rejected", createdAt: dayOfMarch(4), userReview: false }),
        aMemory({ id: "3", createdAt: dayOfMarch(3) }),
        aMemory({ id: "1", createdAt: dayOfMarch(5) }),
        aMemory({ id: "5", createdAt: new Date("1969-01-01T00:00:00.000Z") }),
      ];
      await memories.addOrGet("ada", shuffled, markOwned);
      assert.deepEqual(idsOf(await memories.list("ada", {}, fullPage)), ["1", "2", "3", "4", "5"]);
      assert.equal(await memories.count("ada", {}), 5);
      assert.notEqual(await memories.get("ada", "rejected"), undefined);
    });

    test("applies its filter to every page, by offset and by cursor", async (memories) => {
      const input = Array.from({ length: 30 }, (_, number) =>
        aMemory({
          id: String(100 - number),
          createdAt: dayOfMarch(1 + (number % 7)),
          category: (["work", "core", "habits"] as const)[number % 3] ?? "other",
        }),
      );
      await memories.addOrGet("ada", input, markOwned);
      for (const categories of [[], ["work"], ["work", "habits", "work"]] as const) {
        const filter = { categories };
        const matching = await memories.list("ada", filter, fullPage);
        const expected = input.filter(
          ({ state }) =>
            categories.length === 0 || categories.some((requestedCategory) => requestedCategory === state.category),
        );
        assert.deepEqual(idsOf(matching).sort(), idsOf(expected).sort());
        assert.equal(await memories.count("ada", filter), matching.length);
        for (let offset = 0; offset <= matching.length; offset += 4) {
          const page = idsOf(matching).slice(offset, offset + 4);
          assert.deepEqual(idsOf(await memories.list("ada", filter, { limit: 4, offset })), page);
          const after = matching[offset - 1]?.sortKey;
          if (after !== undefined)
            assert.deepEqual(idsOf(await memories.list("ada", filter, { limit: 4, after })), page);
        }
      }
    });

    test("reflects every change in pages by offset", async (memories) => {
      const listPageIds = async (): Promise<string[]> =>
        idsOf(await memories.list("ada", { categories: ["work"] }, { limit: 2, offset: 10 }));
      const addMemory = (id: string, day: number) =>
        memories.addOrGet("ada", [aMemory({ id, createdAt: dayOfMarch(day), category: "work" })], markOwned);
      for (let day = 1; day <= 20; day += 1) await addMemory(`m${day}`, day);
      assert.deepEqual(await listPageIds(), ["m10", "m9"]);
      await addMemory("newest", 28);
      assert.deepEqual(await listPageIds(), ["m11", "m10"]);
      await memories.deleteWithTombstone("ada", "m15", now);
      assert.deepEqual(await listPageIds(), ["m10", "m9"]);
      await memories.update("ada", "m16", (current) => current.edit({ category: "other" }, now));
      assert.deepEqual(await listPageIds(), ["m9", "m8"]);
    });
  });

  memoryExtractionContract(framework, test);
  memoryHistoryContract(framework, test);
  memoryFeedContract(framework, test);
}
