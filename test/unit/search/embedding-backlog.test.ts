import { expect } from "chai";
import { openInMemoryStore } from "../../../src/adapters/in-memory/index.js";
import { EmbeddingBacklog } from "../../../src/adapters/language/index.js";
import type { Embedder } from "../../../src/ports/driven/embedder.js";
import type { Store } from "../../../src/ports/driven/index.js";
import { aMemory, FixedClock, ManualScheduler } from "../../../src/testing/index.js";
import { silent } from "../../support/core.js";

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

describe("the backlog of embeddings", () => {
  let store: Store;
  let scheduler: ManualScheduler;
  let running: EmbeddingBacklog[];

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
    expect(scheduler.waiting).to.equal(0);
  });

  const write = (userId: string, content: string) =>
    store.memories.addOrGet(userId, [aMemory({ id: content, userId, content })], (existing) => existing);
  const begin = (embedder: Embedder): EmbeddingBacklog => {
    const { embeddings } = store;
    const turns = { run: (task: () => Promise<void>) => task() };
    const backlog = new EmbeddingBacklog({ embedder, embeddings, scheduler, log: silent, turns }, BATCH);
    running.push(backlog);
    backlog.start();
    return backlog;
  };
  const done = async (embedderId: string): Promise<number> =>
    (await store.statistics.collect()).embeddings.get(embedderId) ?? 0;

  it("is made of all users' memories, though nobody searches, and each once", async () => {
    const embedder = new CountingEmbedder("one");
    begin(embedder);
    await scheduler.advance(REST_MS);
    expect(await done("one")).to.equal(100);
    expect(new Set(embedder.made).size).to.equal(embedder.made.length).and.to.equal(100);
  });

  it("goes on where a process before it has stopped", async () => {
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

  it("grows by what is written, and by what comes to say something else", async () => {
    const embedder = new CountingEmbedder("one");
    begin(embedder);
    await scheduler.advance(REST_MS);
    await write("bob", "zoe is a friend");
    await store.memories.update("ada", "ada 7", (memory) => memory.edit({ content: "else" }, new Date(0)));
    await scheduler.advance(REST_MS * 70);
    expect(embedder.made.slice(100).toSorted()).to.deep.equal(["else", "zoe is a friend"]);
    expect(await done("one")).to.equal(101);
  });

  it("is made anew for another embedder, and what the former made goes", async () => {
    const former = begin(new CountingEmbedder("one"));
    await scheduler.advance(REST_MS);
    await former.stop();
    begin(new CountingEmbedder("two"));
    await scheduler.advance(REST_MS);
    expect([await done("one"), await done("two")]).to.deep.equal([0, 100]);
  });

  it("waits for an embedder that does not answer", async () => {
    const embedder = new CountingEmbedder("one");
    embedder.isDown = true;
    begin(embedder);
    await scheduler.advance(20_000);
    expect(await done("one")).to.equal(0);
    embedder.isDown = false;
    await scheduler.advance(REST_MS * 70);
    expect(await done("one")).to.equal(100);
  });

  it("leaves out none but the text that is refused each time", async () => {
    const embedder = new CountingEmbedder("one");
    embedder.refuses = "ada 30";
    begin(embedder);
    await scheduler.advance(60_000);
    expect(await done("one")).to.equal(99);
  });
});
