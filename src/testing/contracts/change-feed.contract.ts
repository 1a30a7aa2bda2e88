import assert from "node:assert/strict";
import { CONVERSATION_FEED_BATCH_SIZE, type Conversation } from "../../domain/conversation/conversation.js";
import { MAX_FEED_REMOVALS, MEMORY_FEED_BATCH_SIZE, type Memory } from "../../domain/memory/memory.js";
import type { SearchableConversation, SearchableMemory } from "../../ports/driven/store/change-feed.js";
import type { ConversationRepository } from "../../ports/driven/store/conversation-repositories.js";
import type { MemoryRepository } from "../../ports/driven/store/memory-repositories.js";
import {
  aConversation,
  anUnprocessedConversation,
  aSummary,
  withTranscript,
  aMemory,
  anExtractedMemory,
} from "../builders.js";
import { ChangeFeedReplica } from "../change-feed-replica.js";
import { withSubject, type Open, type TestFramework } from "../test-framework.js";

const now = new Date("2026-03-02T10:00:00.000Z");
const LEASE_MS = 1_000;

class ConversationReplica extends ChangeFeedReplica<SearchableConversation> {
  constructor(conversations: ConversationRepository) {
    super(conversations, "ada", CONVERSATION_FEED_BATCH_SIZE, ({ title, overview }) => `${title}: ${overview}`);
  }
}

const aTitledConversation = (id: string, title = id): Conversation =>
  aConversation({ id, userId: "ada", summary: aSummary({ title, overview: "What was said." }) });

/** Guarantees of every ConversationRepository for its change feed. */
export function conversationFeedContract({ describe, it }: TestFramework, open: Open<ConversationRepository>): void {
  const test = (title: string, body: (conversations: ConversationRepository) => Promise<void>) =>
    it(title, withSubject(open, body));
  const add = async (
    conversations: ConversationRepository,
    ...conversationsToAdd: readonly Conversation[]
  ): Promise<void> => {
    for (const conversation of conversationsToAdd) await conversations.insertOrGet(withTranscript(conversation));
  };

  describe("ConversationRepository: the feed", () => {
    test("starts with every listed conversation of the user", async (conversations) => {
      const earlyReplica = new ConversationReplica(conversations);
      assert.equal(await earlyReplica.poll(), 0);
      await add(
        conversations,
        aTitledConversation("a", "Garden"),
        aTitledConversation("b"),
        aConversation({ id: "his", userId: "bob" }),
      );
      await add(conversations, anUnprocessedConversation(now, { id: "c", userId: "ada" }));
      const lateReplica = new ConversationReplica(conversations);
      for (const replica of [earlyReplica, lateReplica]) {
        await replica.poll();
        assert.deepEqual(replica.ids, ["a", "b"]);
        assert.equal(replica.textById.get("a"), "Garden: What was said.");
      }
    });

    test("reports only conversations whose searchable content has changed since", async (conversations) => {
      const replica = new ConversationReplica(conversations);
      await add(conversations, aTitledConversation("a"), aTitledConversation("b"));
      await replica.poll();
      await conversations.update("ada", "a", (current) => current.edit({ starred: true }, now));
      await add(conversations, aConversation({ userId: "bob" }));
      assert.equal(await replica.poll(), 0);
      await conversations.update("ada", "b", (current) => current.edit({ title: "Otherwise" }, now));
      assert.equal(await replica.poll(), 1);
      assert.equal(replica.textById.get("b"), "Otherwise: What was said.");
      assert.equal(await replica.poll(), 0);
    });

    test("omits discarded and deleting conversations, and keeps those being reprocessed", async (conversations) => {
      const replica = new ConversationReplica(conversations);
      await add(
        conversations,
        aTitledConversation("discarded"),
        aTitledConversation("anew"),
        aTitledConversation("deleting"),
      );
      await replica.poll();
      await conversations.update("ada", "discarded", (current) => current.edit({ discarded: true }, now));
      await conversations.update("ada", "anew", (current) => current.reprocess(now, LEASE_MS));
      await conversations.update("ada", "deleting", (current) => current.markDeleting(now, LEASE_MS));
      assert.equal(await replica.poll(), 2);
      assert.deepEqual(replica.ids, ["anew"]);
      await conversations.update("ada", "discarded", (current) => current.edit({ discarded: false }, now));
      await replica.poll();
      assert.deepEqual(replica.ids, ["anew", "discarded"]);
    });

    test("reports a deleted conversation that was not read while it was being deleted", async (conversations) => {
      const [earlyReplica, lateReplica] = [
        new ConversationReplica(conversations),
        new ConversationReplica(conversations),
      ];
      await add(conversations, aTitledConversation("goes"), aTitledConversation("stays"));
      await earlyReplica.poll();
      await conversations.update("ada", "goes", (current) => current.markDeleting(now, LEASE_MS));
      await lateReplica.poll();
      await conversations.deleteWithTombstone("ada", "goes");
      for (const replica of [earlyReplica, lateReplica]) {
        await replica.poll();
        assert.deepEqual(replica.ids, ["stays"]);
      }
      assert.equal(await earlyReplica.poll(), 0);
    });

    test("is correct after more removals than a store must remember", async (conversations) => {
      const replica = new ConversationReplica(conversations);
      await add(conversations, aTitledConversation("stays"), aTitledConversation("goes"));
      await replica.poll();
      await conversations.deleteWithTombstone("ada", "goes");
      for (let removed = 0; removed < MAX_FEED_REMOVALS; removed += 1) {
        await add(conversations, aTitledConversation(`c${removed}`));
        await conversations.deleteWithTombstone("ada", `c${removed}`);
      }
      await replica.poll();
      assert.deepEqual(replica.ids, ["stays"]);
      await add(conversations, aTitledConversation("new"));
      await conversations.deleteWithTombstone("ada", "stays");
      assert.deepEqual([await replica.poll(), replica.wasReset, replica.ids], [2, false, ["new"]]);
    });

    test("reports many changes in several reads, including writes between the reads", async (conversations) => {
      const ids = Array.from({ length: 2.5 * CONVERSATION_FEED_BATCH_SIZE }, (_, number) => `c${number}`);
      await Promise.all(ids.map((id) => conversations.insertOrGet(withTranscript(aTitledConversation(id)))));
      const replica = new ConversationReplica(conversations);
      await replica.poll(async (pollNumber) => {
        if (pollNumber > 1) return;
        const [seenIds, unseenIds] = [replica.ids, ids.filter((id) => !replica.textById.has(id))];
        for (const [removed = "", edited = ""] of [seenIds, unseenIds]) {
          await conversations.deleteWithTombstone("ada", removed);
          await conversations.update("ada", edited, (current) => current.edit({ title: "new" }, now));
        }
        await add(conversations, aTitledConversation("added"));
      });
      const conversationList = await conversations.list("ada", {}, { limit: 1_000 });
      assert.deepEqual(replica.ids, conversationList.map(({ state }) => state.id).sort());
      assert.equal(conversationList.length, 2.5 * CONVERSATION_FEED_BATCH_SIZE - 2 + 1);
      assert.equal([...replica.textById.values()].filter((text) => text.startsWith("new: ")).length, 2);
    });
  });
}

type DeclareTest = (title: string, body: (memories: MemoryRepository) => Promise<void>) => unknown;
const markOwned = (existing: Memory) => existing.markUserOwned(now);
const memoryWith = (id: string, content = id) => aMemory({ id, content });

/** A replica of the memories of one user. */
class MemoryReplica extends ChangeFeedReplica<SearchableMemory> {
  constructor(memories: MemoryRepository) {
    super(memories, "ada", MEMORY_FEED_BATCH_SIZE, ({ content }) => content);
  }
}

/** Guarantees of every MemoryRepository for its change feed. */
export function memoryFeedContract({ describe }: TestFramework, test: DeclareTest): void {
  describe("MemoryRepository: the feed", () => {
    test("starts with all existing memories of the user", async (memories) => {
      const earlyReplica = new MemoryReplica(memories);
      assert.equal(await earlyReplica.poll(), 0);
      await memories.addOrGet("ada", [memoryWith("a", "Ada swims"), memoryWith("b")], markOwned);
      await memories.addOrGet("bob", [aMemory({ id: "his", userId: "bob" })], markOwned);
      const lateReplica = new MemoryReplica(memories);
      for (const replica of [earlyReplica, lateReplica]) {
        assert.equal(await replica.poll(), 2);
        assert.deepEqual(replica.ids, ["a", "b"]);
        assert.equal(replica.textById.get("a"), "Ada swims");
      }
    });

    test("reports only memories that have changed since", async (memories) => {
      const replica = new MemoryReplica(memories);
      await memories.addOrGet("ada", [memoryWith("a"), memoryWith("b"), memoryWith("e")], markOwned);
      await replica.poll();
      assert.equal(await replica.poll(), 0);
      await memories.update("ada", "b", (current) => current.edit({ content: "otherwise" }, now));
      assert.equal(await replica.poll(), 1);
      assert.equal(replica.textById.get("b"), "otherwise");
      await memories.deleteWithTombstone("ada", "a", now);
      await memories.addOrGet("bob", [aMemory({ userId: "bob" })], markOwned);
      assert.equal(await replica.poll(), 1);
      assert.deepEqual(replica.ids, ["b", "e"]);
      assert.equal(await replica.poll(), 0);
    });

    test("reports memories that are extracted from conversations or removed with them", async (memories) => {
      const replica = new MemoryReplica(memories);
      const extracted = [anExtractedMemory({ id: "a" }), anExtractedMemory({ id: "b" })];
      await memories.replaceExtracted("ada", "conversation", extracted, 1, now);
      await replica.poll();
      assert.deepEqual(replica.ids, ["a", "b"]);
      await memories.replaceExtracted("ada", "conversation", extracted.slice(1), 1, now);
      await replica.poll();
      assert.deepEqual(replica.ids, ["b"]);
      await memories.replaceExtracted("ada", "conversation", extracted, 1, now);
      await replica.poll();
      assert.deepEqual(replica.ids, ["a", "b"]);
      await memories.detachFromConversation("ada", "conversation", now);
      await replica.poll();
      assert.deepEqual(replica.ids, []);
    });

    test("excludes rejected memories until the user adds the same content again", async (memories) => {
      const replica = new MemoryReplica(memories);
      await memories.addOrGet("ada", [memoryWith("a")], markOwned);
      await replica.poll();
      await memories.update("ada", "a", ({ state }) => aMemory({ ...state, userReview: false }));
      assert.equal(await replica.poll(), 1);
      assert.deepEqual(replica.ids, []);
      await memories.addOrGet("ada", [memoryWith("again", "A")], markOwned);
      await replica.poll();
      assert.deepEqual(replica.ids, ["a"]);
    });

    test("starts over for a position that is older than the remembered removals", async (memories) => {
      const [earlyReplica, lateReplica] = [new MemoryReplica(memories), new MemoryReplica(memories)];
      const batch = Array.from({ length: 100 }, (_, number) => anExtractedMemory({ id: `m${number}` }));
      await memories.addOrGet("ada", [memoryWith("stays"), memoryWith("goes")], markOwned);
      for (const replica of [earlyReplica, lateReplica]) {
        await replica.poll();
        assert.ok(replica.wasReset);
      }
      await memories.deleteWithTombstone("ada", "goes", now);
      await lateReplica.poll();
      for (let removed = 0; removed < MAX_FEED_REMOVALS; removed += batch.length) {
        const extracted = batch.map(({ state }) => anExtractedMemory({ id: `${state.id}-${removed}` }));
        await memories.replaceExtracted("ada", "conversation", extracted, 1, now);
        await memories.replaceExtracted("ada", "conversation", [], 1, now);
      }
      await earlyReplica.poll();
      assert.deepEqual(earlyReplica.ids, ["stays"]);
      assert.deepEqual(
        [await lateReplica.poll(), lateReplica.wasReset, lateReplica.ids],
        [MAX_FEED_REMOVALS, false, ["stays"]],
      );
      await memories.addOrGet("ada", [memoryWith("new")], markOwned);
      await memories.deleteWithTombstone("ada", "stays", now);
      for (const replica of [earlyReplica, lateReplica]) {
        assert.deepEqual([await replica.poll(), replica.wasReset, replica.ids], [2, false, ["new"]]);
      }
    });

    /** Adds memories in writes of different sizes, so that some batches of the feed end within a write. */
    const addManyMemories = async (memories: MemoryRepository): Promise<string[]> => {
      const ids = Array.from({ length: 2.5 * MEMORY_FEED_BATCH_SIZE }, (_, number) => `m${number}`);
      for (let from = 0, size = 1; from < ids.length; from += size, size = (size * 7) % 1_201) {
        const batch = ids.slice(from, from + size).map((id) => memoryWith(id));
        await memories.addOrGet("ada", batch, markOwned);
      }
      return ids;
    };

    test("reports many changes in several reads, each once", async (memories) => {
      const ids = await addManyMemories(memories);
      const replica = new MemoryReplica(memories);
      assert.deepEqual(await replica.pollOnce(), { named: MEMORY_FEED_BATCH_SIZE, more: true });
      assert.ok(replica.wasReset);
      assert.deepEqual(await replica.pollOnce(), { named: MEMORY_FEED_BATCH_SIZE, more: true });
      assert.ok(!replica.wasReset);
      assert.deepEqual(await replica.pollOnce(), { named: MEMORY_FEED_BATCH_SIZE / 2, more: false });
      assert.deepEqual(replica.ids, ids.toSorted());
      assert.deepEqual(await replica.pollOnce(), { named: 0, more: false });
    });

    test("reports all later memories when the last one of a read has changed", async (memories) => {
      const ids = Array.from({ length: 1.5 * MEMORY_FEED_BATCH_SIZE }, (_, number) => `m${number}`);
      const last = `m${MEMORY_FEED_BATCH_SIZE - 1}`;
      for (const id of ids) await memories.addOrGet("ada", [memoryWith(id)], markOwned);
      await memories.update("ada", last, (current) => current.edit({ content: "otherwise" }, now));
      const replica = new MemoryReplica(memories);
      await replica.poll();
      assert.deepEqual(replica.ids, ids.toSorted());
      assert.equal(replica.textById.get(last), "otherwise");
    });

    test("is correct when memories are written between reads", async (memories) => {
      await addManyMemories(memories);
      const replica = new MemoryReplica(memories);
      const edit = (id: string) => memories.update("ada", id, (current) => current.edit({ content: `new ${id}` }, now));
      await replica.poll(async (pollNumber) => {
        if (pollNumber > 1) return;
        const [seenIds, candidateIds] = [replica.ids, Array.from({ length: 2_000 }, (_, i) => `m${500 + i}`)];
        const unseenIds = candidateIds.filter((id) => !replica.textById.has(id));
        for (const ids of [seenIds, unseenIds]) {
          const [removed = "", edited = "", rejected = ""] = ids;
          await memories.deleteWithTombstone("ada", removed, now);
          await edit(edited);
          await memories.update("ada", rejected, ({ state }) => aMemory({ ...state, userReview: false }));
        }
        await memories.addOrGet("ada", [memoryWith("added")], markOwned);
      });
      const contentById = new Map<string, string>();
      for (const { state } of await memories.list("ada", {}, { limit: 10_000 }))
        contentById.set(state.id, state.content);
      assert.deepEqual(replica.textById, contentById);
      assert.equal(contentById.size, 2.5 * MEMORY_FEED_BATCH_SIZE - 4 + 1);
      assert.equal([...contentById.values()].filter((content) => content.startsWith("new ")).length, 2);
    });

    test("is correct after many removals between reads", async (memories) => {
      const extracted = Array.from({ length: MAX_FEED_REMOVALS + 1 }, (_, number) =>
        anExtractedMemory({ id: `x${number}` }),
      );
      await memories.replaceExtracted("ada", "conversation", extracted, 1, now);
      const ids = await addManyMemories(memories);
      const replica = new MemoryReplica(memories);
      await replica.poll((pollNumber) =>
        pollNumber === 1 ? memories.replaceExtracted("ada", "conversation", [], 1, now) : Promise.resolve(),
      );
      assert.deepEqual(replica.ids, ids.toSorted());
    });

    test("misses no change that is written while it is read", async (memories) => {
      const replica = new MemoryReplica(memories);
      const writes = Array.from({ length: 40 }, async (_, number) => {
        await memories.addOrGet("ada", [memoryWith(`m${number}`)], markOwned);
        if (number % 3 === 0) await memories.deleteWithTombstone("ada", `m${number}`, now);
      });
      for (let round = 0; round < 20; round += 1) await replica.poll();
      await Promise.all(writes);
      await replica.poll();
      assert.deepEqual(
        replica.ids,
        (await memories.list("ada", {}, { limit: 100 })).map(({ state }) => state.id).sort(),
      );
      assert.equal(replica.ids.length, 26);
    });
  });
}
