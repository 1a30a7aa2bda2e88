import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteStore } from "../src/adapters/sqlite/index.js";
import type { ActionItemFilter, ActionItemRepository, PageRequest } from "../src/ports/index.js";
import { anActionItem } from "../src/testing/index.js";
import { median, percentile, times, type Figure } from "./support/measure.js";

const ITEMS = 100_000;
const INSERTED_AT_ONCE = 5_000;
const PAGE = 100;
const RUNS = 200;
const MINUTE = 60_000;
const noon = Date.UTC(2026, 0, 5, 12);

/** Pages of the action items of one user who has 100,000: in the store, without HTTP and without memory of the last. */
export async function lists(): Promise<Figure[]> {
  const directory = await mkdtemp(join(tmpdir(), "mneme-bench-"));
  const store = await openSqliteStore({ directory });
  try {
    await fill(store.actionItems);
    const page = (filter: ActionItemFilter, place: Partial<PageRequest> = {}): Promise<number[]> =>
      timesOf(store.actionItems, filter, { limit: PAGE, ...place });
    const [middle] = await store.actionItems.list("bench", {}, { limit: 1, offset: ITEMS / 2 });
    const first = await page({});
    const goal = { atMost: 3 };
    return [
      { name: "First page of 100 among 100,000 action items", value: median(first), unit: "ms", goal },
      { name: "The same, 99th percentile", value: percentile(first, 99), unit: "ms" },
      { name: "Of completed ones alone", value: median(await page({ completed: true })), unit: "ms", goal },
      {
        name: "By cursor from the middle on",
        value: median(await page({}, { after: middle?.sortKey ?? "" })),
        unit: "ms",
        goal,
      },
      { name: "At offset 50,000", value: median(await page({}, { offset: ITEMS / 2 })), unit: "ms" },
      {
        name: "Of the oldest thousandth by date",
        value: median(await page({ to: new Date(noon - (ITEMS - ITEMS / 1000) * MINUTE) })),
        unit: "ms",
        goal,
      },
    ];
  } finally {
    await store.close();
    await rm(directory, { recursive: true, force: true });
  }
}

/** A minute apart; a third is completed, half is due at some time. */
async function fill(items: ActionItemRepository): Promise<void> {
  for (let begun = 0; begun < ITEMS; begun += INSERTED_AT_ONCE) {
    await items.insertAll(
      "bench",
      Array.from({ length: INSERTED_AT_ONCE }, (_, index) => {
        const number = begun + index;
        const createdAt = new Date(noon - number * MINUTE);
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
          dueAt: number % 2 === 0 ? new Date(noon + ((number * 7919) % ITEMS) * MINUTE) : null,
          createdAt,
        });
      }),
    );
  }
}

/** How long each of some reads of the page took, in milliseconds. */
async function timesOf(items: ActionItemRepository, filter: ActionItemFilter, stretch: PageRequest): Promise<number[]> {
  return times(RUNS, async () => {
    const { length } = await items.list("bench", filter, stretch);
    if (length !== PAGE) throw new Error(`A page of ${length}`);
  });
}
