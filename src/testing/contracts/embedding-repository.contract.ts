import assert from "node:assert/strict";
import type { Embedding, EmbeddingRepository, MemoryRepository } from "../../ports/driven/store/memory-repositories.js";
import { aMemory } from "../builders.js";
import { withSubject, type Open, type TestFramework } from "../test-framework.js";

interface Subject {
  readonly memories: MemoryRepository;
  readonly embeddings: EmbeddingRepository;
}

const anEmbedding = (id: string, ...components: number[]): Embedding => ({
  id,
  digest: `of ${id}`,
  vector: Float32Array.of(...components),
});
const addMemories = (memories: MemoryRepository, userId: string, ...ids: string[]) =>
  memories.addOrGet(
    userId,
    ids.map((id) => aMemory({ id, userId, content: id })),
    (existing) => existing,
  );

/** Guarantees of every EmbeddingRepository, together with the memories of the same store. */
export function embeddingRepositoryContract({ it }: TestFramework, open: Open<Subject>): void {
  const test = (title: string, body: (subject: Subject) => Promise<void>) => it(title, withSubject(open, body));

  test("stores vectors exactly and replaces an earlier vector", async ({ memories, embeddings }) => {
    await addMemories(memories, "ada", "a", "b", "c");
    await embeddings.put("ada", "one", [anEmbedding("a", 1, 0), anEmbedding("b", 0.1, -1e-30)]);
    await embeddings.put("ada", "one", [anEmbedding("a", 0, 1)]);
    const found = await embeddings.find("ada", "one", ["a", "b", "c"]);
    assert.deepEqual(
      found.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      [anEmbedding("a", 0, 1), anEmbedding("b", 0.1, -1e-30)],
    );
    assert.deepEqual(await embeddings.find("ada", "one", ["b"]), [anEmbedding("b", 0.1, -1e-30)]);
  });

  test("keeps embedders and users separate", async ({ memories, embeddings }) => {
    await addMemories(memories, "ada", "a");
    await addMemories(memories, "bob", "a");
    await embeddings.put("ada", "one", [anEmbedding("a", 1)]);
    assert.deepEqual(await embeddings.find("ada", "two", ["a"]), []);
    assert.deepEqual(await embeddings.find("bob", "one", ["a"]), []);
  });

  test("deleteStale removes only the user's vectors of other embedders", async ({ memories, embeddings }) => {
    await addMemories(memories, "ada", "a");
    await addMemories(memories, "bob", "a");
    for (const [userId, embedderId] of [
      ["ada", "one"],
      ["ada", "two"],
      ["bob", "one"],
    ] as const) {
      await embeddings.put(userId, embedderId, [anEmbedding("a", 1)]);
    }
    await embeddings.deleteStale("ada", "two");
    assert.deepEqual(await embeddings.find("ada", "one", ["a"]), []);
    assert.equal((await embeddings.find("ada", "two", ["a"])).length, 1);
    assert.equal((await embeddings.find("bob", "one", ["a"])).length, 1);
  });

  test("removes a deleted memory's vector and ignores new ones for it", async ({ memories, embeddings }) => {
    await addMemories(memories, "ada", "a", "b");
    await embeddings.put("ada", "one", [anEmbedding("a", 1), anEmbedding("b", 1)]);
    await memories.deleteWithTombstone("ada", "a", new Date("2026-03-02T09:00:00.000Z"));
    assert.deepEqual(await embeddings.find("ada", "one", ["a", "b"]), [anEmbedding("b", 1)]);
    await embeddings.put("ada", "one", [anEmbedding("a", 1)]);
    assert.deepEqual(await embeddings.find("ada", "one", ["a"]), []);
  });

  test("removes a vector when its memory is rejected or its content changes, but not its visibility", async ({
    memories,
    embeddings,
  }) => {
    await addMemories(memories, "ada", "a", "b", "c");
    await embeddings.put("ada", "one", [anEmbedding("a", 1), anEmbedding("b", 1), anEmbedding("c", 1)]);
    const now = new Date("2026-03-02T09:00:00.000Z");
    await memories.update("ada", "a", (memory) => memory.edit({ userReview: false }, now));
    await memories.update("ada", "b", (memory) => memory.edit({ content: "b is another" }, now));
    await memories.update("ada", "c", (memory) => memory.edit({ visibility: "public" }, now));
    assert.deepEqual(await embeddings.find("ada", "one", ["a", "b", "c"]), [anEmbedding("c", 1)]);
    await embeddings.put("ada", "one", [anEmbedding("a", 1), anEmbedding("b", 2)]);
    assert.deepEqual(await embeddings.find("ada", "one", ["a", "b"]), [anEmbedding("b", 2)]);
  });

  test("finds memories of all users without a vector, in batches", async ({ memories, embeddings }) => {
    await addMemories(memories, "ada", "a", "b", "c", "d");
    await addMemories(memories, "bob", "a", "e");
    await embeddings.put("ada", "one", [anEmbedding("a", 1, 0), anEmbedding("b", 1)]);
    await embeddings.put("bob", "other", [anEmbedding("e", 1, 0)]);
    await memories.update("ada", "d", (memory) => memory.edit({ userReview: false }, new Date(0)));
    const findAllPending = async (dimensions: number | undefined, batchSize: number): Promise<string[]> => {
      const pending: string[] = [];
      let after: string | undefined;
      do {
        const batch = await embeddings.findPending("one", dimensions, {
          batchSize,
          ...(after === undefined ? {} : { after }),
        });
        assert.ok(batch.memories.length <= batchSize);
        pending.push(...batch.memories.map(({ userId, id, content }) => `${userId} ${id} ${content}`));
        after = batch.cursor;
      } while (after !== undefined);
      return pending.sort();
    };
    for (const batchSize of [1, 2, 5, 6, 7, 100]) {
      assert.deepEqual(await findAllPending(undefined, batchSize), ["ada c c", "bob a a", "bob e e"]);
      assert.deepEqual(await findAllPending(2, batchSize), ["ada b b", "ada c c", "bob a a", "bob e e"]);
    }
  });

  test("is not affected when the caller mutates input or returned vectors", async ({ memories, embeddings }) => {
    await addMemories(memories, "ada", "a");
    const input = anEmbedding("a", 1);
    await embeddings.put("ada", "one", [input]);
    input.vector[0] = 2;
    (await embeddings.find("ada", "one", ["a"]))[0]?.vector.fill(3);
    assert.deepEqual(await embeddings.find("ada", "one", ["a"]), [anEmbedding("a", 1)]);
  });
}
