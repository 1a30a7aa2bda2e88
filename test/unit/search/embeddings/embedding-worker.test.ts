import { expect } from "chai";
import { openInMemoryStore } from "../../../../src/adapters/in-memory/index.js";
import { EmbeddingWorker } from "../../../../src/adapters/search/index.js";
import type { Embedder } from "../../../../src/ports/driven/models/semantic-search.js";
import type { Store } from "../../../../src/ports/driven/index.js";
import { aMemory, FixedClock, ManualScheduler } from "../../../../src/testing/index.js";
import { silentEventLog } from "../../../support/test-core.js";

const BATCH = 8;
const REST_MS = 10_000;

class CountingEmbedder implements Embedder {
  dimensions: number | undefined;
  isDown = false;
  /** After so many texts. */
  dies = Infinity;
  refuses: string | undefined;
  readonly made: string[] = [];

  constructor(readonly id: string) {}

  embed(texts: readonly string[]): Promise<Float32Array[]> {
    if (this.isDown || this.made.length >= this.dies || (this.refuses !== undefined && texts.includes(this.refuses))) {
      return Promise.reject(new Error("no answer"));
    }
    expect(texts.length).to.be.at.most(BATCH);
    this.dimensions = 1;
    this.made.push(...texts);
    return Promise.resolve(texts.map(() => Float32Array.of(1)));
  }
}

describe("The embedding worker", () => {
  let store: Store;
  let scheduler: ManualScheduler;
  let running: EmbeddingWorker[];

  beforeEach(async () => {
    store = openInMemoryStore();
    scheduler = new ManualScheduler(new FixedClock());
    running = [];
    for (const userId of ["ada", "bob"]) {
      for (let n = 0; n < 50; n += 1) await write(userId, `${userId} ${n}`);
    }
  });
  afterEach(async () => {
    await Promise.all(running.map((backlog) => backlog.stop()));
    expect(scheduler.pendingCount).to.equal(0);
  });

  const write = (userId: string, content: string) =>
    store.memories.addOrGet(userId, [aMemory({ id: content, userId, content })], (existing) => existing);
  const begin = (embedder: Embedder): EmbeddingWorker => {
    const { embeddings } = store;
    const turns = { run: (task: () => Promise<void>) => task() };
    const backlog = new EmbeddingWorker({ embedder, embeddings, scheduler, log: silentEventLog, turns }, BATCH);
    running.push(backlog);
    backlog.start();
    return backlog;
  };
  const done = async (embedderId: string): Promise<number> =>
    (await store.statistics.collect()).embeddings.get(embedderId) ?? 0;

  it("embeds the memories of all users once, without a search", async () => {
    const embedder = new CountingEmbedder("one");
    begin(embedder);
    await scheduler.advance(REST_MS);
    expect(await done("one")).to.equal(100);
    expect(new Set(embedder.made).size).to.equal(embedder.made.length).and.to.equal(100);
  });

  it("resumes where a previous process stopped", async () => {
    const first = new CountingEmbedder("one");
    first.dies = 24;
    const backlog = begin(first);
    await scheduler.advance(0);
    await backlog.stop();
    const before = await done("one");
    expect(before).to.be.within(24, 99);
    const second = new CountingEmbedder("one");
    begin(second);
    await scheduler.advance(REST_MS);
    expect(await done("one")).to.equal(100);
    expect(second.made).to.have.length(100 - before);
  });

  it("embeds new memories and memories with changed content", async () => {
    const embedder = new CountingEmbedder("one");
    begin(embedder);
    await scheduler.advance(REST_MS);
    await write("bob", "zoe is a friend");
    await store.memories.update("ada", "ada 7", (memory) => memory.edit({ content: "else" }, new Date(0)));
    await scheduler.advance(REST_MS * 70);
    expect(embedder.made.slice(100).toSorted()).to.deep.equal(["else", "zoe is a friend"]);
    expect(await done("one")).to.equal(101);
  });

  it("embeds everything again for a new embedder and removes the previous vectors", async () => {
    const former = begin(new CountingEmbedder("one"));
    await scheduler.advance(REST_MS);
    await former.stop();
    begin(new CountingEmbedder("two"));
    await scheduler.advance(REST_MS);
    expect([await done("one"), await done("two")]).to.deep.equal([0, 100]);
  });

  it("waits while the embedder is unavailable", async () => {
    const embedder = new CountingEmbedder("one");
    embedder.isDown = true;
    begin(embedder);
    await scheduler.advance(20_000);
    expect(await done("one")).to.equal(0);
    embedder.isDown = false;
    await scheduler.advance(REST_MS * 70);
    expect(await done("one")).to.equal(100);
  });

  it("skips only a text that is rejected every time", async () => {
    const embedder = new CountingEmbedder("one");
    embedder.refuses = "ada 30";
    begin(embedder);
    await scheduler.advance(60_000);
    expect(await done("one")).to.equal(99);
  });
});
