import { expect } from "chai";
import { openInMemoryStore } from "../../../../src/adapters/in-memory/index.js";
import { IndexMemoryBudget, InProcessMemoryIndex, StoredEmbeddings } from "../../../../src/adapters/search/index.js";
import type { Embedder } from "../../../../src/ports/driven/models/semantic-search.js";
import type { Store } from "../../../../src/ports/driven/index.js";
import { aMemory, FixedClock, ManualScheduler } from "../../../../src/testing/index.js";
import { silentEventLog } from "../../../support/test-core.js";

/** Knows two meanings, one a dimension, and is asked over a wire that may be down. */
class ScriptedEmbedder implements Embedder {
  dimensions: number | undefined;
  isDown = false;
  /** Whatever it is asked together with this text is refused. */
  refuses: string | undefined;
  readonly made: string[] = [];

  constructor(
    readonly id: string,
    private readonly length = 2,
  ) {}

  embed(texts: readonly string[]): Promise<Float32Array[]> {
    if (this.isDown || (this.refuses !== undefined && texts.includes(this.refuses))) {
      return Promise.reject(new Error("no answer"));
    }
    this.dimensions = this.length;
    this.made.push(...texts);
    return Promise.resolve(
      texts.map((text) => new Float32Array(this.length).fill(1, ...(/Brot|bread/.test(text) ? [0, 1] : [1, 2]))),
    );
  }
}

describe("Stored embeddings", () => {
  let store: Store;
  let scheduler: ManualScheduler;

  beforeEach(async () => {
    store = openInMemoryStore();
    scheduler = new ManualScheduler(new FixedClock());
    await write("a", "I bake bread");
    await write("b", "I drive trains");
  });

  const write = (id: string, content: string) =>
    store.memories.addOrGet("ada", [aMemory({ id, content })], (existing) => existing);
  const process = (embedder: Embedder): InProcessMemoryIndex =>
    new InProcessMemoryIndex(
      store.memories,
      undefined,
      new StoredEmbeddings(embedder, store.embeddings, scheduler, silentEventLog),
    );
  const found = async (index: InProcessMemoryIndex, query: string): Promise<string[]> =>
    (await index.search("ada", query, 10)).map(({ id }) => id);

  it("are created in the background; until then, search uses words only", async () => {
    const index = process(new ScriptedEmbedder("one"));
    expect(await found(index, "bread")).to.deep.equal(["a"]);
    expect(await found(index, "Brot")).to.deep.equal([]);
    await scheduler.advance(0);
    expect(await found(index, "Brot")).to.deep.equal(["a"]);
  });

  it("are created once and survive a restart", async () => {
    await found(process(new ScriptedEmbedder("one")), "bread");
    await scheduler.advance(0);
    const embedder = new ScriptedEmbedder("one");
    expect(await found(process(embedder), "Brot")).to.deep.equal(["a"]);
    await scheduler.advance(0);
    expect(embedder.made).to.deep.equal(["Brot"]);
  });

  it("are replaced for another embedder without interrupting search", async () => {
    await found(process(new ScriptedEmbedder("one")), "bread");
    await scheduler.advance(0);
    const index = process(new ScriptedEmbedder("two"));
    expect(await found(index, "bread")).to.deep.equal(["a"]);
    await scheduler.advance(0);
    expect(await found(index, "Brot")).to.deep.equal(["a"]);
    expect(await store.embeddings.find("ada", "one", ["a", "b"])).to.deep.equal([]);
    expect(await store.embeddings.find("ada", "two", ["a", "b"])).to.have.length(2);
  });

  it("are created again when a model of the same name has other dimensions", async () => {
    await found(process(new ScriptedEmbedder("one")), "bread");
    await scheduler.advance(0);
    const index = process(new ScriptedEmbedder("one", 5));
    expect(await found(index, "Brot")).to.deep.equal([]);
    await scheduler.advance(0);
    expect(await found(index, "Brot")).to.deep.equal(["a"]);
    const kept = await store.embeddings.find("ada", "one", ["a", "b"]);
    expect(kept.map(({ vector }) => vector.length)).to.deep.equal([5, 5]);
  });

  it("are not created again when the embedder was down at the first lookup", async () => {
    await found(process(new ScriptedEmbedder("one")), "bread");
    await scheduler.advance(0);
    const embedder = new ScriptedEmbedder("one");
    embedder.isDown = true;
    const index = process(embedder);
    expect(await found(index, "bread")).to.deep.equal(["a"]);
    embedder.isDown = false;
    expect(await found(index, "Brot")).to.deep.equal([]);
    await scheduler.advance(0);
    expect(await found(index, "Brot")).to.deep.equal(["a"]);
    expect(embedder.made).to.deep.equal(["Brot", "Brot"]);
  });

  it("are created for all other texts when one text is rejected every time", async () => {
    for (let n = 0; n < 70; n += 1) await write(`c${n}`, `Text ${n}`);
    const embedder = new ScriptedEmbedder("one");
    embedder.refuses = "Text 7";
    const index = process(embedder);
    await found(index, "bread");
    await scheduler.advance(600_000);
    const ids = ["a", "b", ...Array.from({ length: 70 }, (_, n) => `c${n}`)];
    expect(await store.embeddings.find("ada", "one", ids)).to.have.length(71);
  });

  it("are stored when the index is evicted in the meantime, and used when it is loaded again", async () => {
    const embedder = new ScriptedEmbedder("one");
    const kept = new StoredEmbeddings(embedder, store.embeddings, scheduler, silentEventLog);
    const index = new InProcessMemoryIndex(store.memories, new IndexMemoryBudget(1), kept);
    await found(index, "bread");
    await index.search("bob", "bread", 10);
    expect(index.userCount).to.equal(1);
    expect(await found(index, "Brot")).to.deep.equal([]);
    await scheduler.advance(0);
    expect(await found(index, "Brot")).to.deep.equal(["a"]);
    await index.search("bob", "bread", 10);
    expect(await found(index, "Brot")).to.deep.equal(["a"]);
    expect(embedder.made.filter((text) => text === "I bake bread")).to.have.length(1);
  });

  it("are retried when the embedder is unavailable", async () => {
    const embedder = new ScriptedEmbedder("one");
    const index = process(embedder);
    embedder.isDown = true;
    expect(await found(index, "bread")).to.deep.equal(["a"]);
    await scheduler.advance(0);
    embedder.isDown = false;
    await scheduler.advance(60_000);
    expect(await found(index, "Brot")).to.deep.equal(["a"]);
  });

  it("are no longer created after close()", async () => {
    const embedder = new ScriptedEmbedder("one");
    embedder.isDown = true;
    const kept = new StoredEmbeddings(embedder, store.embeddings, scheduler, silentEventLog);
    const index = new InProcessMemoryIndex(store.memories, undefined, kept);
    await found(index, "bread");
    await scheduler.advance(0);
    expect(scheduler.pendingCount).to.equal(1);
    kept.close();
    embedder.isDown = false;
    await found(index, "bread");
    await scheduler.advance(100_000);
    expect([scheduler.pendingCount, embedder.made.includes("I bake bread")]).to.deep.equal([0, false]);
  });

  it("belong to the current content and are removed with their memory", async () => {
    const index = process(new ScriptedEmbedder("one"));
    await found(index, "bread");
    await scheduler.advance(0);
    await store.memories.update("ada", "a", (memory) => memory.edit({ content: "I fly planes" }, new Date(0)));
    await store.memories.deleteWithTombstone("ada", "b", new Date(0));
    expect(await found(index, "Brot")).to.deep.equal([]);
    await scheduler.advance(0);
    expect(await found(index, "Brot")).to.deep.equal([]);
    expect(
      (await store.embeddings.find("ada", "one", ["a", "b"])).map(({ id, vector }) => [id, ...vector]),
    ).to.deep.equal([["a", 0, 1]]);
  });
});
