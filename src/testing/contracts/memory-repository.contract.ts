import assert from "node:assert/strict";
import type { Memory } from "../../domain/memory.js";
import type { MemoryRepository } from "../../ports/driven/memory-repository.js";
import { aMemory, anExtractedMemory } from "../builders.js";
import { withSubject, type Open, type Registrar } from "../registrar.js";
import { memoryExtractionContract } from "./memory-extraction.contract.js";
import { memoryHistoryContract } from "./memory-history.contract.js";
import { memoryFeedContract } from "./memory-feed.contract.js";
import { awkwardTexts } from "./texts.js";

const now = new Date("2026-03-02T10:00:00.000Z");
const on = (day: number) => new Date(Date.UTC(2026, 2, day));
const adopt = (existing: Memory) => existing.adopt(now);
const ids = (memories: readonly Memory[]) => memories.map(({ state }) => state.id);
const whole = { limit: 100 };

/** What every MemoryRepository keeps, whatever stores it. */
export function memoryRepositoryContract(registrar: Registrar, open: Open<MemoryRepository>): void {
  const { describe, it } = registrar;
  const test = (title: string, body: (memories: MemoryRepository) => Promise<void>) =>
    it(title, withSubject(open, body));

  test("keeps a memory exactly as it was given", async (memories) => {
    const given = [
      anExtractedMemory({ tags: ["a", ""], visibility: "public", conversationIds: ["c", "d"] }),
      aMemory({ keyedChanges: ["call", "another"] }),
      ...awkwardTexts.map((content) => aMemory({ content, tags: [content] })),
    ];
    await memories.addOrGet("ada", given, adopt);
    for (const { state } of given) assert.deepEqual((await memories.get("ada", state.id))?.state, state);
  });

  test("keeps nothing that its caller still holds", async (memories) => {
    const memory = aMemory({ createdAt: on(9) });
    await memories.addOrGet("ada", [memory], adopt);
    memory.state.createdAt.setTime(0);
    (await memories.get("ada", memory.state.id))?.state.createdAt.setTime(0);
    assert.deepEqual((await memories.get("ada", memory.state.id))?.state.createdAt, on(9));
  });

  test("knows nothing of what was never there, nor of another user's", async (memories) => {
    await memories.addOrGet("ada", [aMemory({ id: "hers" })], adopt);
    for (const [userId, id] of [
      ["ada", "nowhere"],
      ["bob", "hers"],
    ] as const) {
      assert.equal(await memories.get(userId, id), undefined);
      assert.deepEqual(await memories.getMany(userId, [id]), []);
      assert.equal(await memories.update(userId, id, (before) => before), undefined);
      assert.equal(await memories.deleteWithTombstone(userId, id, now), false);
    }
    assert.deepEqual(await memories.list("bob", {}, whole), []);
    assert.equal(await memories.count("bob", {}), 0);
  });

  test("answers those of some ids in the order of the ids, rejected ones too", async (memories) => {
    const rejected = aMemory({ id: "e", userReview: false });
    await memories.addOrGet("ada", [aMemory({ id: "a" }), aMemory({ id: "b" }), rejected], adopt);
    assert.deepEqual(ids(await memories.getMany("ada", ["e", "nowhere", "a"])), ["e", "a"]);
  });

  test("changes a memory, and loses none of 20 changes at once", async (memories) => {
    await memories.addOrGet("ada", [aMemory({ id: "a" })], adopt);
    const add = (tag: number) =>
      memories.update("ada", "a", (before) => before.edit({ tags: [...before.state.tags, String(tag)] }, now));
    await Promise.all(Array.from({ length: 20 }, (_, tag) => add(tag)));
    assert.equal((await memories.get("ada", "a"))?.state.tags.length, 20);
  });

  test("changes nothing when the change throws", async (memories) => {
    const memory = aMemory({ id: "a" });
    await memories.addOrGet("ada", [memory], adopt);
    const refusal = new Error("no");
    const refused = memories.update("ada", "a", () => {
      throw refusal;
    });
    await assert.rejects(refused, refusal);
    assert.deepEqual((await memories.get("ada", "a"))?.state, memory.state);
  });

  test("removes a memory for good", async (memories) => {
    await memories.addOrGet("ada", [aMemory({ id: "a", content: "a" })], adopt);
    assert.equal(await memories.isDeleted("ada", "a"), false);
    assert.equal(await memories.deleteWithTombstone("ada", "a", now), true);
    assert.equal(await memories.deleteWithTombstone("ada", "a", now), false);
    const buried = [memories.isDeleted("ada", "a"), memories.isDeleted("ada", "b"), memories.isDeleted("bob", "a")];
    assert.deepEqual(await Promise.all(buried), [true, false, false]);
    assert.equal(await memories.get("ada", "a"), undefined);
    const [again] = await memories.addOrGet("ada", [aMemory({ id: "a", content: "a" })], adopt);
    assert.equal(again?.outcome, "deleted");
    assert.equal(again.memory.state.content, "a");
    assert.deepEqual(await memories.list("ada", {}, whole), []);
    const [other] = await memories.addOrGet("ada", [aMemory({ id: "b", content: "a" })], adopt);
    assert.equal(other?.outcome, "added");
  });

  describe("one memory for one content", () => {
    test("answers the one that there is, as it becomes by the meeting, in its place", async (memories) => {
      const [first, second] = [anExtractedMemory({ id: "a", content: "Ada swims" }), aMemory({ id: "b" })];
      await memories.addOrGet("ada", [first], adopt);
      const answered = await memories.addOrGet("ada", [second, aMemory({ id: "x", content: " ada\tSWIMS " })], adopt);
      assert.deepEqual(
        answered.map(({ memory, outcome }) => [memory.state.id, outcome]),
        [
          ["b", "added"],
          ["a", "existing"],
        ],
      );
      assert.deepEqual((await memories.get("ada", "a"))?.state, first.adopt(now).state);
      assert.deepEqual(answered[1]?.memory.state, first.adopt(now).state);
      assert.equal(await memories.count("ada", {}), 2);
    });

    test("within what is given at once, too", async (memories) => {
      const given = ["Straße", "STRASSE", "strasse ", "ｓtrasse"].map((content, index) =>
        aMemory({ id: String(index), content }),
      );
      const answered = await memories.addOrGet("ada", given, adopt);
      assert.deepEqual(
        answered.map(({ memory, outcome }) => `${memory.state.id} ${outcome}`),
        ["0 added", "0 existing", "0 existing", "0 existing"],
      );
      assert.equal(await memories.count("ada", {}), 1);
    });

    test("of 20 at once, too", async (memories) => {
      const add = (id: number) => memories.addOrGet("ada", [aMemory({ id: `m${id}`, content: "the same" })], adopt);
      const answered = (await Promise.all(Array.from({ length: 20 }, (_, id) => add(id)))).flat();
      assert.equal(answered.filter(({ outcome }) => outcome === "added").length, 1);
      assert.equal(new Set(answered.map(({ memory }) => memory.state.id)).size, 1);
      assert.equal(await memories.count("ada", {}), 1);
    });

    test("but another user has their own", async (memories) => {
      await memories.addOrGet("ada", [aMemory({ content: "the same" })], adopt);
      const [his] = await memories.addOrGet("bob", [aMemory({ userId: "bob", content: "the same" })], adopt);
      assert.equal(his?.outcome, "added");
    });

    test("and one for one id, though its words have changed", async (memories) => {
      await memories.addOrGet("ada", [aMemory({ id: "a", content: "before" })], adopt);
      await memories.update("ada", "a", (memory) => memory.edit({ content: "after" }, now));
      const [again] = await memories.addOrGet("ada", [aMemory({ id: "a", content: "before" })], adopt);
      assert.equal(again?.outcome, "existing");
      assert.equal(again.memory.state.content, "after");
      assert.equal(await memories.count("ada", {}), 1);
    });

    test("refuses an edit that would make two of them one, and changes nothing", async (memories) => {
      await memories.addOrGet(
        "ada",
        [aMemory({ id: "a", content: "one" }), aMemory({ id: "b", content: "two" })],
        adopt,
      );
      const edit = (id: string, content: string) =>
        memories.update("ada", id, (before) => before.edit({ content }, now));
      await assert.rejects(edit("b", " ONE"), { kind: "conflict", code: "content_taken" });
      assert.equal((await memories.get("ada", "b"))?.state.content, "two");
      assert.equal((await edit("a", "ONE"))?.state.content, "ONE");
      assert.equal((await edit("a", "three"))?.state.content, "three");
      assert.equal((await edit("b", "one"))?.state.content, "one");
    });

    test("adds all or nothing", async (memories) => {
      await memories.addOrGet("ada", [aMemory({ id: "a", content: "known" })], adopt);
      const refusal = new Error("no");
      const refused = memories.addOrGet(
        "ada",
        [aMemory({ id: "b" }), aMemory({ id: "e" }), aMemory({ content: "known" })],
        () => {
          throw refusal;
        },
      );
      await assert.rejects(refused, refusal);
      assert.deepEqual(ids(await memories.list("ada", {}, whole)), ["a"]);
    });
  });

  describe("the list", () => {
    test("is newest first, then by id, without what the user rejected", async (memories) => {
      const shuffled = [
        aMemory({ id: "4", createdAt: on(1) }),
        aMemory({ id: "2", createdAt: on(3) }),
        aMemory({ id: "rejected", createdAt: on(4), userReview: false }),
        aMemory({ id: "3", createdAt: on(3) }),
        aMemory({ id: "1", createdAt: on(5) }),
        aMemory({ id: "5", createdAt: new Date("1969-01-01T00:00:00.000Z") }),
      ];
      await memories.addOrGet("ada", shuffled, adopt);
      assert.deepEqual(ids(await memories.list("ada", {}, whole)), ["1", "2", "3", "4", "5"]);
      assert.equal(await memories.count("ada", {}), 5);
      assert.notEqual(await memories.get("ada", "rejected"), undefined);
    });

    test("keeps its filter on every page, by offset and by place", async (memories) => {
      const given = Array.from({ length: 30 }, (_, number) =>
        aMemory({
          id: String(100 - number),
          createdAt: on(1 + (number % 7)),
          category: (["work", "core", "habits"] as const)[number % 3] ?? "other",
        }),
      );
      await memories.addOrGet("ada", given, adopt);
      for (const categories of [[], ["work"], ["work", "habits", "work"]] as const) {
        const filter = { categories };
        const all = await memories.list("ada", filter, whole);
        const wanted = given.filter(
          ({ state }) => categories.length === 0 || categories.some((c) => c === state.category),
        );
        assert.deepEqual(ids(all).sort(), ids(wanted).sort());
        assert.equal(await memories.count("ada", filter), all.length);
        for (let offset = 0; offset <= all.length; offset += 4) {
          const page = ids(all).slice(offset, offset + 4);
          assert.deepEqual(ids(await memories.list("ada", filter, { limit: 4, offset })), page);
          const after = all[offset - 1]?.sortKey;
          if (after !== undefined) assert.deepEqual(ids(await memories.list("ada", filter, { limit: 4, after })), page);
        }
      }
    });

    test("comes in pages by offset that are right after every change", async (memories) => {
      const page = async (): Promise<string[]> =>
        ids(await memories.list("ada", { categories: ["work"] }, { limit: 2, offset: 10 }));
      const add = (id: string, day: number) =>
        memories.addOrGet("ada", [aMemory({ id, createdAt: on(day), category: "work" })], adopt);
      for (let day = 1; day <= 20; day += 1) await add(`m${day}`, day);
      assert.deepEqual(await page(), ["m10", "m9"]);
      await add("newest", 28);
      assert.deepEqual(await page(), ["m11", "m10"]);
      await memories.deleteWithTombstone("ada", "m15", now);
      assert.deepEqual(await page(), ["m10", "m9"]);
      await memories.update("ada", "m16", (before) => before.edit({ category: "other" }, now));
      assert.deepEqual(await page(), ["m9", "m8"]);
    });
  });

  memoryExtractionContract(registrar, test);
  memoryHistoryContract(registrar, test);
  memoryFeedContract(registrar, test);
}
