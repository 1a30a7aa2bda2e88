import assert from "node:assert/strict";
import type { Embedding, EmbeddingRepository } from "../../ports/driven/embedding-repository.js";
import type { MemoryRepository } from "../../ports/driven/memory-repository.js";
import { aMemory } from "../builders.js";
import { withSubject, type Open, type Registrar } from "../registrar.js";

interface Subject {
  readonly memories: MemoryRepository;
  readonly embeddings: EmbeddingRepository;
}

const made = (id: string, ...parts: number[]): Embedding => ({
  id,
  digest: `of ${id}`,
  vector: Float32Array.of(...parts),
});
const write = (memories: MemoryRepository, userId: string, ...ids: string[]) =>
  memories.addOrGet(
    userId,
    ids.map((id) => aMemory({ id, userId, content: id })),
    (existing) => existing,
  );

/** What every EmbeddingRepository keeps, whatever stores it, beside the memories of the same store. */
export function embeddingRepositoryContract({ it }: Registrar, open: Open<Subject>): void {
  const test = (title: string, body: (subject: Subject) => Promise<void>) => it(title, withSubject(open, body));

  test("keeps vectors exactly, and the later one of the same memory and embedder", async ({ memories, embeddings }) => {
    await write(memories, "ada", "a", "b", "c");
    await embeddings.put("ada", "one", [made("a", 1, 0), made("b", 0.1, -1e-30)]);
    await embeddings.put("ada", "one", [made("a", 0, 1)]);
    const found = await embeddings.find("ada", "one", ["a", "b", "c"]);
    assert.deepEqual(
      found.toSorted((x, y) => (x.id < y.id ? -1 : 1)),
      [made("a", 0, 1), made("b", 0.1, -1e-30)],
    );
    assert.deepEqual(await embeddings.find("ada", "one", ["b"]), [made("b", 0.1, -1e-30)]);
  });

  test("keeps embedders and users apart", async ({ memories, embeddings }) => {
    await write(memories, "ada", "a");
    await write(memories, "bob", "a");
    await embeddings.put("ada", "one", [made("a", 1)]);
    assert.deepEqual(await embeddings.find("ada", "two", ["a"]), []);
    assert.deepEqual(await embeddings.find("bob", "one", ["a"]), []);
  });

  test("removes what other embedders made of the user's memories, and nothing else", async ({
    memories,
    embeddings,
  }) => {
    await write(memories, "ada", "a");
    await write(memories, "bob", "a");
    for (const [user, embedder] of [
      ["ada", "one"],
      ["ada", "two"],
      ["bob", "one"],
    ] as const) {
      await embeddings.put(user, embedder, [made("a", 1)]);
    }
    await embeddings.deleteStale("ada", "two");
    assert.deepEqual(await embeddings.find("ada", "one", ["a"]), []);
    assert.equal((await embeddings.find("ada", "two", ["a"])).length, 1);
    assert.equal((await embeddings.find("bob", "one", ["a"])).length, 1);
  });

  test("lets a vector go with its memory, and takes none of a memory that is gone", async ({
    memories,
    embeddings,
  }) => {
    await write(memories, "ada", "a", "b");
    await embeddings.put("ada", "one", [made("a", 1), made("b", 1)]);
    await memories.deleteWithTombstone("ada", "a", new Date("2026-03-02T09:00:00.000Z"));
    assert.deepEqual(await embeddings.find("ada", "one", ["a", "b"]), [made("b", 1)]);
    await embeddings.put("ada", "one", [made("a", 1)]);
    assert.deepEqual(await embeddings.find("ada", "one", ["a"]), []);
  });

  test("lets a vector go when its memory is rejected or says something else, and not when it is read or renamed", async ({
    memories,
    embeddings,
  }) => {
    await write(memories, "ada", "a", "b", "c");
    await embeddings.put("ada", "one", [made("a", 1), made("b", 1), made("c", 1)]);
    const now = new Date("2026-03-02T09:00:00.000Z");
    await memories.update("ada", "a", (memory) => memory.edit({ userReview: false }, now));
    await memories.update("ada", "b", (memory) => memory.edit({ content: "b is another" }, now));
    await memories.update("ada", "c", (memory) => memory.edit({ visibility: "public" }, now));
    assert.deepEqual(await embeddings.find("ada", "one", ["a", "b", "c"]), [made("c", 1)]);
    await embeddings.put("ada", "one", [made("a", 1), made("b", 2)]);
    assert.deepEqual(await embeddings.find("ada", "one", ["a", "b"]), [made("b", 2)]);
  });

  test("finds what is missing, of all users, look by look", async ({ memories, embeddings }) => {
    await write(memories, "ada", "a", "b", "c", "d");
    await write(memories, "bob", "a", "e");
    await embeddings.put("ada", "one", [made("a", 1, 0), made("b", 1)]);
    await embeddings.put("bob", "other", [made("e", 1, 0)]);
    await memories.update("ada", "d", (memory) => memory.edit({ userReview: false }, new Date(0)));
    const missing = async (dimensions: number | undefined, among: number): Promise<string[]> => {
      const found: string[] = [];
      let after: string | undefined;
      do {
        const look = await embeddings.findPending("one", dimensions, {
          batchSize: among,
          ...(after === undefined ? {} : { after }),
        });
        assert.ok(look.memories.length <= among);
        found.push(...look.memories.map(({ userId, id, content }) => `${userId} ${id} ${content}`));
        after = look.cursor;
      } while (after !== undefined);
      return found.sort();
    };
    for (const among of [1, 2, 5, 6, 7, 100]) {
      assert.deepEqual(await missing(undefined, among), ["ada c c", "bob a a", "bob e e"]);
      assert.deepEqual(await missing(2, among), ["ada b b", "ada c c", "bob a a", "bob e e"]);
    }
  });

  test("keeps nothing that its caller still holds", async ({ memories, embeddings }) => {
    await write(memories, "ada", "a");
    const given = made("a", 1);
    await embeddings.put("ada", "one", [given]);
    given.vector[0] = 2;
    (await embeddings.find("ada", "one", ["a"]))[0]?.vector.fill(3);
    assert.deepEqual(await embeddings.find("ada", "one", ["a"]), [made("a", 1)]);
  });
}
