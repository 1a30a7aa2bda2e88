import assert from "node:assert/strict";
import type { ActionItem, ActionItemState } from "../../domain/action-item/action-item.js";
import type { ActionItemFilter, ActionItemRepository } from "../../ports/driven/store/action-item-repository.js";
import { anActionItem } from "../builders.js";
import { withSubject, type Open, type TestFramework } from "../test-framework.js";

const timeAt = (minute: number, millisecond = 0) => new Date(Date.UTC(2026, 2, 2, 9, minute, 0, millisecond));

/** Guarantees of every ActionItemRepository for lists and counts. */
export function actionItemListContract({ describe, it }: TestFramework, open: Open<ActionItemRepository>): void {
  const test = (title: string, body: (items: ActionItemRepository) => Promise<void>) =>
    it(title, withSubject(open, body));

  describe("ActionItemRepository: listing and counting", () => {
    test("sorts open items first, then by due date (undated last), newest first and ID", async (items) => {
      const ordered: readonly Partial<ActionItemState>[] = [
        { id: "long ago", dueAt: new Date("1969-01-01T00:00:00.000Z") },
        { id: "due", dueAt: timeAt(4) },
        { id: "due later, newer", dueAt: timeAt(5), createdAt: timeAt(3) },
        { id: "due later, older", dueAt: timeAt(5), createdAt: timeAt(2) },
        { id: "newer", createdAt: timeAt(2) },
        { id: "older a", createdAt: timeAt(1) },
        { id: "older b", createdAt: timeAt(1) },
        { id: "completed, due", completed: true, dueAt: timeAt(0) },
        { id: "completed", completed: true, createdAt: timeAt(59) },
      ];
      await insertItems(items, ordered.toReversed());
      assert.deepEqual(
        await listIds(items, {}),
        ordered.map(({ id }) => id),
      );
    });

    test("includes the user's own and extracted items, but no other user's", async (items) => {
      await items.insertAll("ada", [anActionItem({ id: "made", conversationId: null, touched: true })]);
      await items.replaceExtracted("ada", "conversation", [anActionItem({ id: "found" })], 1);
      await items.insertAll("bob", [anActionItem({ id: "foreign", userId: "bob" })]);
      assert.deepEqual((await listIds(items, {})).sort(), ["found", "made"]);
      assert.equal(await items.count("ada", {}), 2);
      assert.deepEqual(await items.list("nobody", {}, { limit: 9 }), []);
      assert.equal(await items.count("nobody", {}), 0);
    });

    test("reflects every change to a field used for filtering or sorting", async (items) => {
      await insertItems(items, [{ id: "a" }, { id: "b" }]);
      await items.update("ada", "a", (current) => current.edit({ completed: true }, timeAt(1)));
      assert.deepEqual(await listIds(items, {}), ["b", "a"]);
      assert.deepEqual(await listIds(items, { completed: true }), ["a"]);
      await items.update("ada", "a", (current) => current.edit({ completed: false, dueAt: timeAt(2) }, timeAt(2)));
      assert.deepEqual(await listIds(items, { completed: false }), ["a", "b"]);
      await items.replaceExtracted("ada", "conversation", [anActionItem({ id: "c", createdAt: timeAt(30) })], 1);
      await items.replaceExtracted("ada", "conversation", [anActionItem({ id: "c", createdAt: timeAt(40) })], 2);
      assert.deepEqual(await listIds(items, { from: timeAt(35) }), ["c"]);
      assert.deepEqual(await listIds(items, { to: timeAt(35), from: timeAt(25) }), []);
      await items.detachFromConversation("ada", "conversation", timeAt(50));
      assert.deepEqual(await listIds(items, { conversationId: "conversation" }), []);
      await items.deleteWithTombstone("ada", "b");
      assert.deepEqual(await listIds(items, {}), ["a"]);
    });

    test("filters by an inclusive range of creation times", async (items) => {
      await insertItems(items, [
        { id: "before", createdAt: timeAt(1, -1) },
        { id: "first", createdAt: timeAt(1) },
        { id: "between", createdAt: timeAt(1, 1) },
        { id: "last", createdAt: timeAt(2) },
        { id: "behind", createdAt: timeAt(2, 1) },
      ]);
      assert.deepEqual(await listIds(items, { from: timeAt(1), to: timeAt(2) }), ["last", "between", "first"]);
      assert.deepEqual(await listIds(items, { from: timeAt(2) }), ["behind", "last"]);
      assert.deepEqual(await listIds(items, { to: timeAt(1) }), ["first", "before"]);
      assert.deepEqual(await listIds(items, { from: timeAt(2), to: timeAt(1) }), []);
    });

    test("applies every combination of filters in lists and counts alike", async (items) => {
      const allItems = buildVariedItems(60);
      await items.insertAll("ada", allItems);
      for (const filter of filterCombinations) {
        const expected = allItems.filter((item) => matchesFilter(item, filter)).map(({ state }) => state.id);
        assert.deepEqual((await listIds(items, filter)).sort(), expected.sort(), JSON.stringify(filter));
        assert.equal(await items.count("ada", filter), expected.length, JSON.stringify(filter));
      }
    });

    test("returns pages by offset and by cursor that together contain every item", async (items) => {
      await items.insertAll("ada", buildVariedItems(40));
      for (const filter of filterCombinations) {
        const expectedIds = await listIds(items, filter);
        const idsByOffset: string[] = [];
        for (let offset = 0; offset < 40; offset += 7) idsByOffset.push(...(await listIds(items, filter, 7, offset)));
        assert.deepEqual(idsByOffset, expectedIds);
        assert.deepEqual(await listIdsByCursor(items, filter, 7), expectedIds);
      }
      assert.deepEqual(await listIds(items, {}, 7, 1000), []);
    });

    test("sorts and pages equally for days with many items and days with few", async (items) => {
      const allItems = buildVariedItems(1_500);
      await items.insertAll("ada", allItems);
      for (const completed of [true, false]) {
        for (const bounds of [
          { from: timeAt(0) },
          { from: timeAt(10) },
          { from: timeAt(0), to: timeAt(40) },
          { to: timeAt(2) },
        ]) {
          const filter = { ...bounds, completed };
          const expected = allItems.filter((item) => matchesFilter(item, filter));
          const sortKeys = expected.map(({ sortKey }) => sortKey).sort();
          const result = await items.list("ada", filter, { limit: 2_000 });
          assert.deepEqual(
            result.map(({ sortKey }) => sortKey),
            sortKeys,
          );
          const after = sortKeys[10] ?? "";
          const page = await items.list("ada", filter, { limit: 5, offset: 3, after });
          assert.deepEqual(
            page.map(({ sortKey }) => sortKey),
            sortKeys.slice(14, 19),
          );
          assert.equal(await items.count("ada", filter), expected.length);
        }
      }
    });

    test("reflects every change in pages by offset", async (items) => {
      await insertItems(
        items,
        Array.from({ length: 30 }, (_, minute) => ({ id: `i${minute + 10}`, createdAt: timeAt(minute) })),
      );
      assert.deepEqual(await listIds(items, {}, 3, 20), ["i19", "i18", "i17"]);
      await insertItems(items, [{ id: "newest", createdAt: timeAt(59) }]);
      assert.deepEqual(await listIds(items, {}, 3, 20), ["i20", "i19", "i18"]);
      await items.deleteWithTombstone("ada", "i30");
      assert.deepEqual(await listIds(items, {}, 3, 20), ["i19", "i18", "i17"]);
      await items.update("ada", "i31", (current) => current.setCompleted(true, timeAt(59)));
      assert.deepEqual(await listIds(items, {}, 3, 20), ["i18", "i17", "i16"]);
    });

    test("pages by cursor without skipping or repeating items while others are added and deleted", async (items) => {
      const keptItems = buildVariedItems(30);
      const removedItems = buildVariedItems(10);
      await items.insertAll("ada", [...keptItems, ...removedItems]);
      const seenIds = await listIdsByCursor(items, {}, 4, async (page) => {
        const removed = removedItems[page];
        if (!removed) return;
        await items.deleteWithTombstone("ada", removed.state.id);
        await insertItems(items, [{ id: `came ${page}`, dueAt: timeAt(page) }, { completed: true }]);
      });
      assert.equal(new Set(seenIds).size, seenIds.length);
      const keptIds = new Set(keptItems.map(({ state }) => state.id));
      assert.deepEqual(
        seenIds.filter((id) => keptIds.has(id)),
        (await listIds(items, {})).filter((id) => keptIds.has(id)),
      );
    });
  });
}

async function insertItems(items: ActionItemRepository, states: readonly Partial<ActionItemState>[]): Promise<void> {
  await items.insertAll("ada", states.map(anActionItem));
}

async function listIds(
  items: ActionItemRepository,
  filter: ActionItemFilter,
  limit = 200,
  offset = 0,
): Promise<string[]> {
  return (await items.list("ada", filter, { limit, offset })).map(({ state }) => state.id);
}

/** Reads all pages, each from the cursor at which the previous page ended. */
async function listIdsByCursor(
  items: ActionItemRepository,
  filter: ActionItemFilter,
  limit: number,
  betweenPages: (pageNumber: number) => Promise<void> = async () => {},
): Promise<string[]> {
  const seenIds: string[] = [];
  let after: string | undefined;
  for (let pageNumber = 0; ; pageNumber += 1) {
    const page = await items.list("ada", filter, { limit, ...(after === undefined ? {} : { after }) });
    seenIds.push(...page.map(({ state }) => state.id));
    after = page.at(-1)?.sortKey;
    if (after === undefined) return seenIds;
    await betweenPages(pageNumber);
  }
}

/** Builds items with every combination of completion, due date, conversation and time. */
function buildVariedItems(count: number): ActionItem[] {
  return Array.from({ length: count }, (_, index) =>
    anActionItem({
      completed: index % 3 === 0,
      dueAt: index % 2 === 0 ? timeAt(index % 5) : null,
      conversationId: ["garden", "attic", null, null, null][index % 5] ?? null,
      createdAt: timeAt(index % 48),
    }),
  );
}

const filterCombinations: readonly ActionItemFilter[] = [{}, { from: timeAt(5), to: timeAt(30) }, { from: timeAt(20) }]
  .flatMap((filter) => [filter, { ...filter, completed: true }, { ...filter, completed: false }])
  .flatMap((filter) => [
    filter,
    { ...filter, conversationId: "garden" },
    { ...filter, conversationId: "nowhere" },
    { ...filter, to: timeAt(25) },
  ]);

function matchesFilter({ state }: ActionItem, { conversationId, completed, from, to }: ActionItemFilter): boolean {
  return (
    (!from || state.createdAt.getTime() >= from.getTime()) &&
    (!to || state.createdAt.getTime() <= to.getTime()) &&
    (completed === undefined || state.completed === completed) &&
    (conversationId === undefined || state.conversationId === conversationId)
  );
}
