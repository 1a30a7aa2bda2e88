import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { IndexMemoryBudget, InProcessMemoryIndex } from "../src/adapters/search/index.js";
import { openSqliteStore } from "../src/adapters/sqlite/index.js";
import { aMemory } from "../src/testing/index.js";
import { MEMORY_FEED_BATCH_SIZE } from "../src/domain/memory/memory.js";
import type { MemoryFeed, SearchableMemory } from "../src/ports/driven/store/change-feed.js";
import { loadMemoryRetrievalSet } from "./retrieval/memory-retrieval-set.js";
import { generateMemories } from "./support/generated-memories.js";
import { median, percentile, type Figure } from "./support/measurement.js";
import { measureLongestStallMs, measureMemoryBytes } from "./support/event-loop.js";

const SEARCHES = 1_000;
const MEGABYTE = 2 ** 20;

/** In-process searches of one user's memories, including index update. */
export async function searchLatency(): Promise<Figure[]> {
  const questions = loadMemoryRetrievalSet().questions.map(({ question }) => question);
  const measureIndex = async (count: number) => {
    const memories = generateMemories(count);
    const before = measureMemoryBytes();
    const index = new InProcessMemoryIndex(createFeed(memories), new IndexMemoryBudget(Infinity));
    const startedAtMs = performance.now();
    await index.search("ada", "first", 10);
    const loadMs = performance.now() - startedAtMs;
    const elapsedMs: number[] = [];
    for (let i = 0; i < SEARCHES; i += 1) {
      const searchStartedAtMs = performance.now();
      await index.search("ada", questions[i % questions.length] ?? "", 10);
      elapsedMs.push(performance.now() - searchStartedAtMs);
    }
    return {
      loadMs,
      elapsedMs,
      megabytes: (measureMemoryBytes() - before) / MEGABYTE,
      counted: index.bytes / MEGABYTE,
    };
  };
  await measureIndex(1_000);
  const [small, large] = [await measureIndex(10_000), await measureIndex(100_000)];
  return [
    { name: "Index load of 10,000 memories", value: small.loadMs, unit: "ms", goal: { atMost: 300 } },
    { name: "Search over 10,000 memories, median", value: median(small.elapsedMs), unit: "ms", goal: { atMost: 2 } },
    {
      name: "Search over 10,000 memories, p99",
      value: percentile(small.elapsedMs, 99),
      unit: "ms",
      goal: { atMost: 6 },
    },
    { name: "Search over 100,000 memories, median", value: median(large.elapsedMs), unit: "ms", goal: { atMost: 12 } },
    { name: "Index load of 100,000 memories", value: large.loadMs, unit: "ms" },
    {
      name: "Memory of an index of 10,000 memories, measured",
      value: small.megabytes,
      unit: "MB",
      goal: { atMost: 40 },
    },
    { name: "Memory of an index of 10,000 memories, as counted by its budget", value: small.counted, unit: "MB" },
    {
      name: "Index load of 10,000 memories from the store",
      value: await measureLoadFromStoreMs(),
      unit: "ms",
      goal: { atMost: 300 },
    },
    ...(await measureMemoryLimit()),
  ];
}

/** Times the first search after opening a store: reads the memories, indexes them and searches. */
async function measureLoadFromStoreMs(): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), "mneme-bench-"));
  try {
    const filled = await openSqliteStore({ directory });
    const memories = generateMemories(10_000).map((memory) => aMemory({ ...memory, userId: "ada" }));
    for (let i = 0; i < memories.length; i += 1_000) {
      await filled.memories.addOrGet("ada", memories.slice(i, i + 1_000), (existing) => existing);
    }
    await filled.close();
    const store = await openSqliteStore({ directory });
    const index = new InProcessMemoryIndex(store.memories);
    const startedAtMs = performance.now();
    await index.search("ada", "first", 10);
    const elapsedMs = performance.now() - startedAtMs;
    await store.close();
    return elapsedMs;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const MEMORY_COUNT = 100_000;
const EDIT_COUNT = 40_000;
const BATCH_SIZE = 1_000;

/** Longest blocks of the event loop by the index of one user with many memories. */
export async function stalls(): Promise<Figure[]> {
  const directory = await mkdtemp(join(tmpdir(), "mneme-bench-"));
  try {
    const store = await openSqliteStore({ directory });
    const contents = generateMemories(MEMORY_COUNT);
    for (let i = 0; i < MEMORY_COUNT; i += BATCH_SIZE) {
      const batch = contents.slice(i, i + BATCH_SIZE).map((memory) => aMemory({ ...memory, userId: "ada" }));
      await store.memories.addOrGet("ada", batch, (existing) => existing);
    }
    const index = new InProcessMemoryIndex(store.memories, new IndexMemoryBudget(Infinity));
    const search = (): Promise<unknown> => index.search("ada", "Where do I live?", 10);
    const loadStallMs = await measureLongestStallMs(search);
    const first = { ...contents[0], id: "another", userId: "ada", content: "I live in Lima" };
    await store.memories.addOrGet("ada", [aMemory(first)], (existing) => existing);
    const writeStallMs = await measureLongestStallMs(search);
    let editStallMs = 0;
    for (let i = 0; i < EDIT_COUNT; i += BATCH_SIZE) {
      const now = new Date();
      await Promise.all(
        contents
          .slice(i, i + BATCH_SIZE)
          .map(({ id, content }) =>
            store.memories.update("ada", id, (before) => before.edit({ content: `${content} again` }, now)),
          ),
      );
      editStallMs = Math.max(editStallMs, await measureLongestStallMs(search));
    }
    await store.close();
    const goal = { atMost: 50 };
    return [
      {
        name: "Longest event-loop stall while 100,000 memories are loaded from the store",
        value: loadStallMs,
        unit: "ms",
        goal,
      },
      {
        name: "Longest event-loop stall at a search after one write, 100,000 memories",
        value: writeStallMs,
        unit: "ms",
        goal,
      },
      {
        name: "Longest event-loop stall at a search after 1,000 edits, 100,000 memories",
        value: editStallMs,
        unit: "ms",
        goal,
      },
    ];
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const USERS = 60;
const MAX_INDEX_MEGABYTES = 32;

/** Searches for more users than fit into the memory limit. */
async function measureMemoryLimit(): Promise<Figure[]> {
  const feed = createFeed(generateMemories(2_000));
  const before = measureMemoryBytes();
  const index = new InProcessMemoryIndex(feed, new IndexMemoryBudget(MAX_INDEX_MEGABYTES * MEGABYTE));
  for (let user = 0; user < USERS; user += 1) await index.search(`user ${user}`, "Where do I live?", 10);
  const value = (measureMemoryBytes() - before) / MEGABYTE;
  if (index.userCount === USERS) throw new Error("The index memory limit was not reached");
  return [
    {
      name: `Memory of the indexes of ${USERS} users with 2,000 memories each, limit ${MAX_INDEX_MEGABYTES} MB`,
      value,
      unit: "MB",
      goal: { atMost: MAX_INDEX_MEGABYTES },
    },
  ];
}

function createFeed(memories: readonly SearchableMemory[]): MemoryFeed {
  return {
    getChangesSince: (_user, cursor) => {
      const start = Number(cursor ?? 0);
      const upserts = memories.slice(start, start + MEMORY_FEED_BATCH_SIZE);
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
