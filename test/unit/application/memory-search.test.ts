import { expect } from "chai";
import { MemorySearch } from "../../../src/application/search/memory-search.js";
import { DomainError } from "../../../src/domain/errors.js";
import { SequentialIds } from "../../../src/testing/index.js";

const call = { userId: "ada", ids: new SequentialIds(), now: new Date(0) };
const memory = (id: string, isListed: boolean) => ({
  isListed,
  state: { id, category: "core", content: `content of ${id}` } as const,
});

const searching = (hits: readonly string[], there: readonly string[], rejected: readonly string[] = []): MemorySearch =>
  new MemorySearch(
    {
      search: (_user, _query, limit) =>
        Promise.resolve(hits.slice(0, limit).map((id, i) => ({ id, relevance: 1 - i / 10 }))),
    },
    {
      getMany: (_user, ids) => {
        const had = there.filter((id) => ids.includes(id));
        return Promise.resolve(had.map((id) => memory(id, !rejected.includes(id))));
      },
    },
  );

describe("Memory search", () => {
  it("returns memories in the order of the index, with their relevance", async () => {
    const found = await searching(["b", "a"], ["a", "b"]).search(call, { query: "bread", limit: 10 });
    expect(found).to.deep.equal([
      { id: "b", category: "core", content: "content of b", relevance: 1 },
      { id: "a", category: "core", content: "content of a", relevance: 0.9 },
    ]);
  });

  it("omits memories that were deleted or rejected since they were indexed", async () => {
    const found = await searching(["b", "a", "c"], ["a", "c"], ["c"]).search(call, { query: "bread", limit: 10 });
    expect(found.map(({ id }) => id)).to.deep.equal(["a"]);
  });

  for (const search of [
    { query: "", limit: 10 },
    { query: "bread", limit: 0 },
    { query: "bread", limit: 101 },
  ]) {
    it(`rejects ${JSON.stringify(search)}`, async () => {
      let failure: unknown;
      await searching([], [])
        .search(call, search)
        .catch((error: unknown) => (failure = error));
      expect(failure).to.be.instanceOf(DomainError).with.property("kind", "invalid");
    });
  }
});
