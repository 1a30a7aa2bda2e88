import { expect } from "chai";
import { LruVersionedCache } from "../../../src/adapters/runtime/lru-versioned-cache.js";

describe("The versioned cache", () => {
  const open = (most = 4) => {
    const changes = new Map<string, number>();
    const asked: string[] = [];
    const remembered = new LruVersionedCache<string>({
      dataVersions: { getVersion: (userId) => changes.get(userId) ?? 0 },
      maxWeight: most,
    });
    return {
      asked,
      change: (userId: string) => changes.set(userId, (changes.get(userId) ?? 0) + 1),
      get: (question: string, { userId = "ana", weight = 1 } = {}) =>
        remembered.get(
          userId,
          question,
          async () => {
            asked.push(`${userId} ${question}`);
            return Promise.resolve(`answer to ${question}`);
          },
          () => weight,
        ),
    };
  };

  it("loads a value once while the version is unchanged", async () => {
    const { get, asked } = open();
    expect([await get("a"), await get("a")]).to.deep.equal(["answer to a", "answer to a"]);
    expect(asked).to.deep.equal(["ana a"]);
  });

  it("reloads a value only after the version of its user changes", async () => {
    const { get, asked, change } = open();
    await get("a");
    change("bob");
    await get("a");
    change("ana");
    await get("a");
    expect(asked).to.deep.equal(["ana a", "ana a"]);
  });

  it("keeps values separate per user", async () => {
    const { get, asked } = open();
    await get("a");
    await get("a", { userId: "bob" });
    expect(asked).to.deep.equal(["ana a", "bob a"]);
  });

  it("evicts the least recently used entry", async () => {
    const { get, asked } = open(3);
    await get("a");
    await get("b");
    await get("c");
    await get("a");
    await get("d");
    await get("a");
    expect(asked).to.deep.equal(["ana a", "ana b", "ana c", "ana d"]);
    await get("b");
    expect(asked.at(-1)).to.equal("ana b");
  });

  it("does not store an entry that would fill the cache", async () => {
    const { get, asked } = open();
    await get("a");
    await get("whale", { weight: 3 });
    await get("whale", { weight: 3 });
    await get("a");
    expect(asked).to.deep.equal(["ana a", "ana whale", "ana whale"]);
  });

  it("does not store a value when the version changed during the load", async () => {
    let change = 0;
    let times = 0;
    const remembered = new LruVersionedCache<string>({ dataVersions: { getVersion: () => change }, maxWeight: 4 });
    const ask = async () => {
      times += 1;
      if (times === 1) change += 1;
      return Promise.resolve("answer");
    };
    await remembered.get("ana", "a", ask);
    await remembered.get("ana", "a", ask);
    await remembered.get("ana", "a", ask);
    expect(times).to.equal(2);
  });
});
