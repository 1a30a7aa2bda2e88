import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BuiltInEmbedder, IndexRoom, InProcessMemoryIndex, MadeAtOnce } from "../src/adapters/language/index.js";
import { openSqliteStore } from "../src/adapters/sqlite/index.js";
import { aMemory } from "../src/testing/index.js";
import { MEMORIES_A_LOOK } from "../src/domain/memory.js";
import type { MemoryFeed, SearchableMemory } from "../src/ports/driven/memory-feed.js";
import { life } from "./retrieval/life.js";
import { madeUpMemories } from "./support/memories.js";
import { median, percentile, type Figure } from "./support/measure.js";
import { longestStall, memoryInUse } from "./support/process.js";

const SEARCHES = 1_000;
const MEGABYTE = 2 ** 20;

/** Searches of one user's memories in process: bringing up to date, embedding of the query and fusion included. */
export async function searching(): Promise<Figure[]> {
  const embedder = new BuiltInEmbedder();
  const questions = life().questions.map(({ question }) => question);
  const measured = async (count: number) => {
    const memories = madeUpMemories(count);
    const before = memoryInUse();
    const index = new InProcessMemoryIndex(
      feedOf(memories),
      embedder,
      new MadeAtOnce(embedder),
      new IndexRoom(Infinity),
    );
    const begun = performance.now();
    await index.search("ada", "first", 10);
    const load = performance.now() - begun;
    const taken: number[] = [];
    for (let i = 0; i < SEARCHES; i += 1) {
      const started = performance.now();
      await index.search("ada", questions[i % questions.length] ?? "", 10);
      taken.push(performance.now() - started);
    }
    return { load, taken, megabytes: (memoryInUse() - before) / MEGABYTE, counted: index.bytes / MEGABYTE };
  };
  await measured(1_000);
  const [small, large] = [await measured(10_000), await measured(100_000)];
  return [
    { name: "Index load of 10,000 memories", value: small.load, unit: "ms", goal: { atMost: 300 } },
    { name: "Search over 10,000 memories, median", value: median(small.taken), unit: "ms", goal: { atMost: 2 } },
    { name: "Search over 10,000 memories, p99", value: percentile(small.taken, 99), unit: "ms", goal: { atMost: 6 } },
    { name: "Search over 100,000 memories, median", value: median(large.taken), unit: "ms", goal: { atMost: 12 } },
    { name: "Index load of 100,000 memories", value: large.load, unit: "ms" },
    { name: "Memory of an index of 10,000 memories", value: small.megabytes, unit: "MB", goal: { atMost: 40 } },
    { name: "What the index itself counts for it", value: small.counted, unit: "MB" },
    {
      name: "Index load of 10,000 memories from the store",
      value: await fromStore(),
      unit: "ms",
      goal: { atMost: 300 },
    },
    ...(await bounded(embedder)),
  ];
}

/** The first search after a store was opened: reading of the memories, indexing and the search itself. */
async function fromStore(): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), "mneme-bench-"));
  try {
    const filled = await openSqliteStore({ directory });
    const memories = madeUpMemories(10_000).map((memory) => aMemory({ ...memory, userId: "ada" }));
    for (let i = 0; i < memories.length; i += 1_000) {
      await filled.memories.addOrGet("ada", memories.slice(i, i + 1_000), (existing) => existing);
    }
    await filled.close();
    const store = await openSqliteStore({ directory });
    const embedder = new BuiltInEmbedder();
    const index = new InProcessMemoryIndex(store.memories, embedder, new MadeAtOnce(embedder));
    const begun = performance.now();
    await index.search("ada", "first", 10);
    const taken = performance.now() - begun;
    await store.close();
    return taken;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const MANY = 100_000;
const EDITED = 40_000;
const EDITED_AT_ONCE = 1_000;

/** How long others wait at worst while the index of one user with very many memories is at work. */
export async function stalls(): Promise<Figure[]> {
  const directory = await mkdtemp(join(tmpdir(), "mneme-bench-"));
  try {
    const store = await openSqliteStore({ directory });
    const contents = madeUpMemories(MANY);
    for (let i = 0; i < MANY; i += EDITED_AT_ONCE) {
      const some = contents.slice(i, i + EDITED_AT_ONCE).map((memory) => aMemory({ ...memory, userId: "ada" }));
      await store.memories.addOrGet("ada", some, (existing) => existing);
    }
    const embedder = new BuiltInEmbedder();
    const index = new InProcessMemoryIndex(store.memories, embedder, new MadeAtOnce(embedder), new IndexRoom(Infinity));
    const search = (): Promise<unknown> => index.search("ada", "Where do I live?", 10);
    const loading = await longestStall(search);
    const first = { ...contents[0], id: "another", userId: "ada", content: "I live in Lima" };
    await store.memories.addOrGet("ada", [aMemory(first)], (existing) => existing);
    const writing = await longestStall(search);
    let editing = 0;
    for (let i = 0; i < EDITED; i += EDITED_AT_ONCE) {
      const now = new Date();
      await Promise.all(
        contents
          .slice(i, i + EDITED_AT_ONCE)
          .map(({ id, content }) =>
            store.memories.update("ada", id, (before) => before.edit({ content: `${content} again` }, now)),
          ),
      );
      editing = Math.max(editing, await longestStall(search));
    }
    await store.close();
    const goal = { atMost: 50 };
    return [
      { name: "Longest stall while 100,000 memories are loaded from the store", value: loading, unit: "ms", goal },
      { name: "Longest stall at the first write after it", value: writing, unit: "ms", goal },
      { name: "Longest stall while 40,000 of them are edited, 1,000 a search", value: editing, unit: "ms", goal },
    ];
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const USERS = 60;
const MOST = 32;

/** Many users, one after the other, under a bound that a few of them fill. */
async function bounded(embedder: BuiltInEmbedder): Promise<Figure[]> {
  const feed = feedOf(madeUpMemories(2_000));
  const before = memoryInUse();
  const index = new InProcessMemoryIndex(feed, embedder, new MadeAtOnce(embedder), new IndexRoom(MOST * MEGABYTE));
  for (let user = 0; user < USERS; user += 1) await index.search(`user ${user}`, "Where do I live?", 10);
  const value = (memoryInUse() - before) / MEGABYTE;
  if (index.users === USERS) throw new Error("The bound was not reached");
  return [
    { name: `${USERS} users of 2,000 memories under a bound of ${MOST} MB`, value, unit: "MB", goal: { atMost: MOST } },
  ];
}

function feedOf(memories: readonly SearchableMemory[]): MemoryFeed {
  return {
    changesSince: (_user, cursor) => {
      const start = Number(cursor ?? 0);
      const upserts = memories.slice(start, start + MEMORIES_A_LOOK);
      const next = start + upserts.length;
      return Promise.resolve({
        reset: cursor === undefined,
        upserts,
        deletes: [],
        cursor: String(next),
        hasMore: next < memories.length,
      });
    },
  };
}
