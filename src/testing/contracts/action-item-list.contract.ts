import assert from "node:assert/strict";
import type { ActionItem, ActionItemState } from "../../domain/action-item.js";
import type { ActionItemFilter, ActionItemRepository } from "../../ports/driven/action-item-repository.js";
import { anActionItem } from "../builders.js";
import { withSubject, type Open, type Registrar } from "../registrar.js";

const at = (minute: number, millisecond = 0) => new Date(Date.UTC(2026, 2, 2, 9, minute, 0, millisecond));

/** What every ActionItemRepository keeps when it lists and counts. */
export function actionItemListContract({ describe, it }: Registrar, open: Open<ActionItemRepository>): void {
  const test = (title: string, body: (items: ActionItemRepository) => Promise<void>) =>
    it(title, withSubject(open, body));

  describe("a list", () => {
    test("is open first, then by due date with none last, then newest first, then by id", async (items) => {
      const ordered: readonly Partial<ActionItemState>[] = [
        { id: "long ago", dueAt: new Date("1969-01-01T00:00:00.000Z") },
        { id: "due", dueAt: at(4) },
        { id: "due later, newer", dueAt: at(5), createdAt: at(3) },
        { id: "due later, older", dueAt: at(5), createdAt: at(2) },
        { id: "newer", createdAt: at(2) },
        { id: "older a", createdAt: at(1) },
        { id: "older b", createdAt: at(1) },
        { id: "completed, due", completed: true, dueAt: at(0) },
        { id: "completed", completed: true, createdAt: at(59) },
      ];
      await fill(items, ordered.toReversed());
      assert.deepEqual(
        await ids(items, {}),
        ordered.map(({ id }) => id),
      );
    });

    test("holds what the user made and what was extracted, of this user alone", async (items) => {
      await items.insertAll("ada", [anActionItem({ id: "made", conversationId: null, touched: true })]);
      await items.replaceExtracted("ada", "conversation", [anActionItem({ id: "found" })], 1);
      await items.insertAll("bob", [anActionItem({ id: "foreign", userId: "bob" })]);
      assert.deepEqual((await ids(items, {})).sort(), ["found", "made"]);
      assert.equal(await items.count("ada", {}), 2);
      assert.deepEqual(await items.list("nobody", {}, { limit: 9 }), []);
      assert.equal(await items.count("nobody", {}), 0);
    });

    test("follows every change of what it is chosen and ordered by", async (items) => {
      await fill(items, [{ id: "a" }, { id: "b" }]);
      await items.update("ada", "a", (before) => before.edit({ completed: true }, at(1)));
      assert.deepEqual(await ids(items, {}), ["b", "a"]);
      assert.deepEqual(await ids(items, { completed: true }), ["a"]);
      await items.update("ada", "a", (before) => before.edit({ completed: false, dueAt: at(2) }, at(2)));
      assert.deepEqual(await ids(items, { completed: false }), ["a", "b"]);
      await items.replaceExtracted("ada", "conversation", [anActionItem({ id: "c", createdAt: at(30) })], 1);
      await items.replaceExtracted("ada", "conversation", [anActionItem({ id: "c", createdAt: at(40) })], 2);
      assert.deepEqual(await ids(items, { from: at(35) }), ["c"]);
      assert.deepEqual(await ids(items, { to: at(35), from: at(25) }), []);
      await items.detachFromConversation("ada", "conversation", at(50));
      assert.deepEqual(await ids(items, { conversationId: "conversation" }), []);
      await items.deleteWithTombstone("ada", "b");
      assert.deepEqual(await ids(items, {}), ["a"]);
    });

    test("is bounded by dates of creation, both inclusive", async (items) => {
      await fill(items, [
        { id: "before", createdAt: at(1, -1) },
        { id: "first", createdAt: at(1) },
        { id: "between", createdAt: at(1, 1) },
        { id: "last", createdAt: at(2) },
        { id: "behind", createdAt: at(2, 1) },
      ]);
      assert.deepEqual(await ids(items, { from: at(1), to: at(2) }), ["last", "between", "first"]);
      assert.deepEqual(await ids(items, { from: at(2) }), ["behind", "last"]);
      assert.deepEqual(await ids(items, { to: at(1) }), ["first", "before"]);
      assert.deepEqual(await ids(items, { from: at(2), to: at(1) }), []);
    });

    test("obeys every combination of filters, as does the count", async (items) => {
      const all = various(60);
      await items.insertAll("ada", all);
      for (const filter of combinations) {
        const expected = all.filter((item) => isMeant(item, filter)).map(({ state }) => state.id);
        assert.deepEqual((await ids(items, filter)).sort(), expected.sort(), JSON.stringify(filter));
        assert.equal(await items.count("ada", filter), expected.length, JSON.stringify(filter));
      }
    });

    test("comes in pages that together are the whole, by offset and by place", async (items) => {
      await items.insertAll("ada", various(40));
      for (const filter of combinations) {
        const whole = await ids(items, filter);
        const byOffset: string[] = [];
        for (let offset = 0; offset < 40; offset += 7) byOffset.push(...(await ids(items, filter, 7, offset)));
        assert.deepEqual(byOffset, whole);
        assert.deepEqual(await walk(items, filter, 7), whole);
      }
      assert.deepEqual(await ids(items, {}, 7, 1000), []);
    });

    test("is the same for a day on which many were made as for one of few", async (items) => {
      const all = various(1_500);
      await items.insertAll("ada", all);
      for (const completed of [true, false]) {
        for (const bounds of [{ from: at(0) }, { from: at(10) }, { from: at(0), to: at(40) }, { to: at(2) }]) {
          const filter = { ...bounds, completed };
          const expected = all.filter((item) => isMeant(item, filter));
          const keys = expected.map(({ sortKey }) => sortKey).sort();
          const found = await items.list("ada", filter, { limit: 2_000 });
          assert.deepEqual(
            found.map(({ sortKey }) => sortKey),
            keys,
          );
          const after = keys[10] ?? "";
          const page = await items.list("ada", filter, { limit: 5, offset: 3, after });
          assert.deepEqual(
            page.map(({ sortKey }) => sortKey),
            keys.slice(14, 19),
          );
          assert.equal(await items.count("ada", filter), expected.length);
        }
      }
    });

    test("comes in pages by offset that are right after every change", async (items) => {
      await fill(
        items,
        Array.from({ length: 30 }, (_, minute) => ({ id: `i${minute + 10}`, createdAt: at(minute) })),
      );
      assert.deepEqual(await ids(items, {}, 3, 20), ["i19", "i18", "i17"]);
      await fill(items, [{ id: "newest", createdAt: at(59) }]);
      assert.deepEqual(await ids(items, {}, 3, 20), ["i20", "i19", "i18"]);
      await items.deleteWithTombstone("ada", "i30");
      assert.deepEqual(await ids(items, {}, 3, 20), ["i19", "i18", "i17"]);
      await items.update("ada", "i31", (before) => before.complete(true, at(59)));
      assert.deepEqual(await ids(items, {}, 3, 20), ["i18", "i17", "i16"]);
    });

    test("read on from a place neither skips nor repeats what stays, whatever comes and goes", async (items) => {
      const staying = various(30);
      const going = various(10);
      await items.insertAll("ada", [...staying, ...going]);
      const seen = await walk(items, {}, 4, async (page) => {
        const gone = going[page];
        if (!gone) return;
        await items.deleteWithTombstone("ada", gone.state.id);
        await fill(items, [{ id: `came ${page}`, dueAt: at(page) }, { completed: true }]);
      });
      assert.equal(new Set(seen).size, seen.length);
      const present = new Set(staying.map(({ state }) => state.id));
      assert.deepEqual(
        seen.filter((id) => present.has(id)),
        (await ids(items, {})).filter((id) => present.has(id)),
      );
    });
  });
}

async function fill(items: ActionItemRepository, states: readonly Partial<ActionItemState>[]): Promise<void> {
  await items.insertAll("ada", states.map(anActionItem));
}

async function ids(items: ActionItemRepository, filter: ActionItemFilter, limit = 200, offset = 0): Promise<string[]> {
  return (await items.list("ada", filter, { limit, offset })).map(({ state }) => state.id);
}

/** Reads page after page, each from the place where the one before it ended. */
async function walk(
  items: ActionItemRepository,
  filter: ActionItemFilter,
  limit: number,
  meanwhile: (page: number) => Promise<void> = async () => {},
): Promise<string[]> {
  const seen: string[] = [];
  let after: string | undefined;
  for (let page = 0; ; page += 1) {
    const found = await items.list("ada", filter, { limit, ...(after === undefined ? {} : { after }) });
    seen.push(...found.map(({ state }) => state.id));
    after = found.at(-1)?.sortKey;
    if (after === undefined) return seen;
    await meanwhile(page);
  }
}

/** Every mixture of completion, due date, conversation and time. */
function various(count: number): ActionItem[] {
  return Array.from({ length: count }, (_, index) =>
    anActionItem({
      completed: index % 3 === 0,
      dueAt: index % 2 === 0 ? at(index % 5) : null,
      conversationId: ["garden", "attic", null, null, null][index % 5] ?? null,
      createdAt: at(index % 48),
    }),
  );
}

const combinations: readonly ActionItemFilter[] = [{}, { from: at(5), to: at(30) }, { from: at(20) }]
  .flatMap((filter) => [filter, { ...filter, completed: true }, { ...filter, completed: false }])
  .flatMap((filter) => [
    filter,
    { ...filter, conversationId: "garden" },
    { ...filter, conversationId: "nowhere" },
    { ...filter, to: at(25) },
  ]);

function isMeant({ state }: ActionItem, { conversationId, completed, from, to }: ActionItemFilter): boolean {
  return (
    (!from || state.createdAt.getTime() >= from.getTime()) &&
    (!to || state.createdAt.getTime() <= to.getTime()) &&
    (completed === undefined || state.completed === completed) &&
    (conversationId === undefined || state.conversationId === conversationId)
  );
}
