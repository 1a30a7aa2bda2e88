import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteStore } from "../src/adapters/sqlite/index.js";
import type { ActionItemFilter, ActionItemRepository, PageRequest } from "../src/ports/index.js";
import { anActionItem } from "../src/testing/index.js";
import { median, percentile, measureTimesMs, type Figure } from "./support/measurement.js";

const ITEMS = 100_000;
const INSERT_BATCH_SIZE = 5_000;
const PAGE_SIZE = 100;
const RUNS = 200;
const MINUTE_MS = 60_000;
const noon = Date.UTC(2026, 0, 5, 12);

/** Pages of 100,000 action items of one user, read from the store without HTTP or cache. */
export async function pages(): Promise<Figure[]> {
  const directory = await mkdtemp(join(tmpdir(), "mneme-bench-"));
  const store = await openSqliteStore({ directory });
  try {
    await fill(store.actionItems);
    const page = (filter: ActionItemFilter, place: Partial<PageRequest> = {}): Promise<number[]> =>
      measurePageTimesMs(store.actionItems, filter, { limit: PAGE_SIZE, ...place });
    const [middle] = await store.actionItems.list("bench", {}, { limit: 1, offset: ITEMS / 2 });
    const first = await page({});
    const goal = { atMost: 3 };
    return [
      { name: "First page of 100 among 100,000 action items, p50", value: median(first), unit: "ms", goal },
      { name: "First page of 100 among 100,000 action items, p99", value: percentile(first, 99), unit: "ms" },
      {
        name: "First page of 100 completed among 100,000 action items, p50",
        value: median(await page({ completed: true })),
        unit: "ms",
        goal,
      },
      {
        name: "Page of 100 by cursor at the middle of 100,000 action items, p50",
        value: median(await page({}, { after: middle?.sortKey ?? "" })),
        unit: "ms",
        goal,
      },
      {
        name: "Page of 100 at offset 50,000 of 100,000 action items, p50",
        value: median(await page({}, { offset: ITEMS / 2 })),
        unit: "ms",
      },
      {
        name: "Page of 100 with a date filter that matches the oldest 0.1 % of 100,000 action items, p50",
        value: median(await page({ to: new Date(noon - (ITEMS - ITEMS / 1000) * MINUTE_MS) })),
        unit: "ms",
        goal,
      },
    ];
  } finally {
    await store.close();
    await rm(directory, { recursive: true, force: true });
  }
}

/** Inserts items one minute apart; a third is completed, half has a due date. */
async function fill(items: ActionItemRepository): Promise<void> {
  for (let first = 0; first < ITEMS; first += INSERT_BATCH_SIZE) {
    await items.insertAll(
      "bench",
      Array.from({ length: INSERT_BATCH_SIZE }, (_, index) => {
        const number = first + index;
        const createdAt = new Date(noon - number * MINUTE_MS);
        const isCompleted = number % 3 === 0;
        return anActionItem({
          id: `00000000-0000-7000-8000-${number.toString(16).padStart(12, "0")}`,
          userId: "bench",
          description: `Send the budget of the launch to Ana, number ${number}`,
          conversationId: null,
          segmentIds: [],
          touched: true,
          completed: isCompleted,
          completedAt: isCompleted ? createdAt : null,
          dueAt: number % 2 === 0 ? new Date(noon + ((number * 7919) % ITEMS) * MINUTE_MS) : null,
          createdAt,
        });
      }),
    );
  }
}

/** @returns the durations of repeated reads in milliseconds. */
async function measurePageTimesMs(
  items: ActionItemRepository,
  filter: ActionItemFilter,
  request: PageRequest,
): Promise<number[]> {
  return measureTimesMs(RUNS, async () => {
    const { length } = await items.list("bench", filter, request);
    if (length !== PAGE_SIZE) throw new Error(`A page of ${length}`);
  });
}
