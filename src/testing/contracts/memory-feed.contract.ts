import assert from "node:assert/strict";
import { MEMORIES_A_LOOK, REMOVALS_KEPT, type Memory } from "../../domain/memory.js";
import type { MemoryRepository } from "../../ports/driven/memory-repository.js";
import type { SearchableMemory } from "../../ports/driven/memory-feed.js";
import { aMemory, anExtractedMemory } from "../builders.js";
import { FeedFollower } from "../feed-follower.js";
import type { Registrar } from "../registrar.js";

type Test = (title: string, body: (memories: MemoryRepository) => Promise<void>) => unknown;

const now = new Date("2026-03-02T10:00:00.000Z");
const adopt = (existing: Memory) => existing.adopt(now);
const memory = (id: string, content = id) => aMemory({ id, content });

/** An index that is kept by looking now and then. */
class Follower extends FeedFollower<SearchableMemory> {
  constructor(memories: MemoryRepository) {
    super(memories, "ada", MEMORIES_A_LOOK, ({ content }) => content);
  }
}

/** What every MemoryRepository tells those who follow its changes. */
export function memoryFeedContract({ describe }: Registrar, test: Test): void {
  describe("the feed", () => {
    test("begins with everything that there is", async (memories) => {
      const follower = new Follower(memories);
      assert.equal(await follower.look(), 0);
      await memories.addOrGet("ada", [memory("a", "Ada swims"), memory("b")], adopt);
      await memories.addOrGet("bob", [aMemory({ id: "his", userId: "bob" })], adopt);
      const late = new Follower(memories);
      for (const each of [follower, late]) {
        assert.equal(await each.look(), 2);
        assert.deepEqual(each.ids, ["a", "b"]);
        assert.equal(each.known.get("a"), "Ada swims");
      }
    });

    test("tells of what has changed since, and of nothing else", async (memories) => {
      const follower = new Follower(memories);
      await memories.addOrGet("ada", [memory("a"), memory("b"), memory("e")], adopt);
      await follower.look();
      assert.equal(await follower.look(), 0);
      await memories.update("ada", "b", (before) => before.edit({ content: "otherwise" }, now));
      assert.equal(await follower.look(), 1);
      assert.equal(follower.known.get("b"), "otherwise");
      await memories.deleteWithTombstone("ada", "a", now);
      await memories.addOrGet("bob", [aMemory({ userId: "bob" })], adopt);
      assert.equal(await follower.look(), 1);
      assert.deepEqual(follower.ids, ["b", "e"]);
      assert.equal(await follower.look(), 0);
    });

    test("tells of what conversations bring and take", async (memories) => {
      const follower = new Follower(memories);
      const found = [anExtractedMemory({ id: "a" }), anExtractedMemory({ id: "b" })];
      await memories.replaceExtracted("ada", "conversation", found, 1, now);
      await follower.look();
      assert.deepEqual(follower.ids, ["a", "b"]);
      await memories.replaceExtracted("ada", "conversation", found.slice(1), 1, now);
      await follower.look();
      assert.deepEqual(follower.ids, ["b"]);
      await memories.replaceExtracted("ada", "conversation", found, 1, now);
      await follower.look();
      assert.deepEqual(follower.ids, ["a", "b"]);
      await memories.detachFromConversation("ada", "conversation", now);
      await follower.look();
      assert.deepEqual(follower.ids, []);
    });

    test("is without what the user rejected, until they say it again", async (memories) => {
      const follower = new Follower(memories);
      await memories.addOrGet("ada", [memory("a")], adopt);
      await follower.look();
      await memories.update("ada", "a", ({ state }) => aMemory({ ...state, userReview: false }));
      assert.equal(await follower.look(), 1);
      assert.deepEqual(follower.ids, []);
      await memories.addOrGet("ada", [memory("again", "A")], adopt);
      await follower.look();
      assert.deepEqual(follower.ids, ["a"]);
    });

    test("begins anew for a mark that is older than the removals that are remembered", async (memories) => {
      const [early, late] = [new Follower(memories), new Follower(memories)];
      const round = Array.from({ length: 100 }, (_, number) => anExtractedMemory({ id: `m${number}` }));
      await memories.addOrGet("ada", [memory("stays"), memory("goes")], adopt);
      for (const each of [early, late]) {
        await each.look();
        assert.ok(each.beganAnew);
      }
      await memories.deleteWithTombstone("ada", "goes", now);
      await late.look();
      for (let removed = 0; removed < REMOVALS_KEPT; removed += round.length) {
        const found = round.map(({ state }) => anExtractedMemory({ id: `${state.id}-${removed}` }));
        await memories.replaceExtracted("ada", "conversation", found, 1, now);
        await memories.replaceExtracted("ada", "conversation", [], 1, now);
      }
      await early.look();
      assert.deepEqual(early.ids, ["stays"]);
      assert.deepEqual([await late.look(), late.beganAnew, late.ids], [REMOVALS_KEPT, false, ["stays"]]);
      await memories.addOrGet("ada", [memory("new")], adopt);
      await memories.deleteWithTombstone("ada", "stays", now);
      for (const each of [early, late]) {
        assert.deepEqual([await each.look(), each.beganAnew, each.ids], [2, false, ["new"]]);
      }
    });

    /** In writes of different sizes, so that looks end in the midst of one. */
    const writeMany = async (memories: MemoryRepository): Promise<string[]> => {
      const ids = Array.from({ length: 2.5 * MEMORIES_A_LOOK }, (_, number) => `m${number}`);
      for (let from = 0, size = 1; from < ids.length; from += size, size = (size * 7) % 1_201) {
        const some = ids.slice(from, from + size).map((id) => memory(id));
        await memories.addOrGet("ada", some, adopt);
      }
      return ids;
    };

    test("tells of many look by look, each once", async (memories) => {
      const ids = await writeMany(memories);
      const follower = new Follower(memories);
      assert.deepEqual(await follower.lookOnce(), { named: MEMORIES_A_LOOK, more: true });
      assert.ok(follower.beganAnew);
      assert.deepEqual(await follower.lookOnce(), { named: MEMORIES_A_LOOK, more: true });
      assert.ok(!follower.beganAnew);
      assert.deepEqual(await follower.lookOnce(), { named: MEMORIES_A_LOOK / 2, more: false });
      assert.deepEqual(follower.ids, ids.toSorted());
      assert.deepEqual(await follower.lookOnce(), { named: 0, more: false });
    });

    test("tells of all that come after one that was changed where a look ends", async (memories) => {
      const ids = Array.from({ length: 1.5 * MEMORIES_A_LOOK }, (_, number) => `m${number}`);
      const last = `m${MEMORIES_A_LOOK - 1}`;
      for (const id of ids) await memories.addOrGet("ada", [memory(id)], adopt);
      await memories.update("ada", last, (before) => before.edit({ content: "otherwise" }, now));
      const follower = new Follower(memories);
      await follower.look();
      assert.deepEqual(follower.ids, ids.toSorted());
      assert.equal(follower.known.get(last), "otherwise");
    });

    test("is right about what is written between its looks", async (memories) => {
      await writeMany(memories);
      const follower = new Follower(memories);
      const edit = (id: string) => memories.update("ada", id, (before) => before.edit({ content: `new ${id}` }, now));
      await follower.look(async (look) => {
        if (look > 1) return;
        const [told, untold] = [follower.ids, Array.from({ length: 2_000 }, (_, i) => `m${500 + i}`)];
        const later = untold.filter((id) => !follower.known.has(id));
        for (const known of [told, later]) {
          const [removed = "", edited = "", rejected = ""] = known;
          await memories.deleteWithTombstone("ada", removed, now);
          await edit(edited);
          await memories.update("ada", rejected, ({ state }) => aMemory({ ...state, userReview: false }));
        }
        await memories.addOrGet("ada", [memory("added")], adopt);
      });
      const listed = new Map<string, string>();
      for (const { state } of await memories.list("ada", {}, { limit: 10_000 })) listed.set(state.id, state.content);
      assert.deepEqual(follower.known, listed);
      assert.equal(listed.size, 2.5 * MEMORIES_A_LOOK - 4 + 1);
      assert.equal([...listed.values()].filter((content) => content.startsWith("new ")).length, 2);
    });

    test("is right about many removals between its looks", async (memories) => {
      const extracted = Array.from({ length: REMOVALS_KEPT + 1 }, (_, number) =>
        anExtractedMemory({ id: `x${number}` }),
      );
      await memories.replaceExtracted("ada", "conversation", extracted, 1, now);
      const ids = await writeMany(memories);
      const follower = new Follower(memories);
      await follower.look((look) =>
        look === 1 ? memories.replaceExtracted("ada", "conversation", [], 1, now) : Promise.resolve(),
      );
      assert.deepEqual(follower.ids, ids.toSorted());
    });

    test("misses nothing of what is written while it is followed", async (memories) => {
      const follower = new Follower(memories);
      const writing = Array.from({ length: 40 }, async (_, number) => {
        await memories.addOrGet("ada", [memory(`m${number}`)], adopt);
        if (number % 3 === 0) await memories.deleteWithTombstone("ada", `m${number}`, now);
      });
      for (let look = 0; look < 20; look += 1) await follower.look();
      await Promise.all(writing);
      await follower.look();
      assert.deepEqual(
        follower.ids,
        (await memories.list("ada", {}, { limit: 100 })).map(({ state }) => state.id).sort(),
      );
      assert.equal(follower.ids.length, 26);
    });
  });
}
