import assert from "node:assert/strict";
import { ActionItem } from "../../domain/action-item/action-item.js";
import { LEASE_LOST } from "../../domain/lease.js";
import type { ActionItemRepository } from "../../ports/driven/store/action-item-repository.js";
import { anActionItem } from "../builders.js";
import { withSubject, type Open, type TestFramework } from "../test-framework.js";
import { actionItemListContract } from "./action-item-list.contract.js";
import { awkwardTexts } from "./awkward-texts.js";

const now = new Date("2026-03-02T10:00:00.000Z");
const dayOfMarch = (day: number) => new Date(Date.UTC(2026, 2, day));

/** Guarantees of every ActionItemRepository. */
export function actionItemRepositoryContract({ describe, it }: TestFramework, open: Open<ActionItemRepository>): void {
  const test = (title: string, body: (items: ActionItemRepository) => Promise<void>) =>
    it(title, withSubject(open, body));

  test("stores an item with every field unchanged", async (items) => {
    const input = [
      anActionItem({ dueAt: dayOfMarch(9), completed: true, completedAt: dayOfMarch(4), segmentIds: ["a", "b"] }),
      anActionItem({ keyedChanges: ["call", "another"] }),
      ...awkwardTexts.map((description) => anActionItem({ description })),
    ];
    await items.replaceExtracted("ada", "conversation", input, 1);
    for (const { state } of input) assert.deepEqual((await items.get("ada", state.id))?.state, state);
  });

  test("is not affected when the caller mutates the objects it passed in or received", async (items) => {
    const item = anActionItem({ dueAt: dayOfMarch(9) });
    await items.replaceExtracted("ada", "conversation", [item], 1);
    item.state.dueAt?.setTime(0);
    (await items.get("ada", item.state.id))?.state.dueAt?.setTime(0);
    assert.deepEqual((await items.get("ada", item.state.id))?.state.dueAt, dayOfMarch(9));
  });

  test("does not get, update, delete or list unknown items or another user's items", async (items) => {
    await items.replaceExtracted("ada", "conversation", [anActionItem({ id: "hers" })], 1);
    for (const [userId, id] of [
      ["ada", "nowhere"],
      ["bob", "hers"],
    ] as const) {
      assert.equal(await items.get(userId, id), undefined);
      assert.equal(await items.update(userId, id, (current) => current), undefined);
      assert.equal(await items.deleteWithTombstone(userId, id), false);
    }
    assert.deepEqual(await items.findByConversations("bob", ["conversation"]), []);
    assert.deepEqual(await items.findByConversations("ada", []), []);
  });

  test("lists the items of several conversations: open first, then by due date, newest first and ID", async (items) => {
    const shuffled = [
      anActionItem({ id: "9 completed", completed: true, dueAt: dayOfMarch(1) }),
      anActionItem({ id: "5 no date, older", createdAt: dayOfMarch(1) }),
      anActionItem({ id: "2 due later, newer", dueAt: dayOfMarch(5), createdAt: dayOfMarch(3) }),
      anActionItem({ id: "4 no date, newer", createdAt: dayOfMarch(2) }),
      anActionItem({ id: "6 no date, older, by id", createdAt: dayOfMarch(1) }),
      anActionItem({ id: "0 long ago", dueAt: new Date("1969-01-01T00:00:00.000Z") }),
    ];
    const otherItems = [
      anActionItem({ id: "1 due first", conversationId: "other", dueAt: dayOfMarch(4) }),
      anActionItem({
        id: "3 due later, older",
        conversationId: "other",
        dueAt: dayOfMarch(5),
        createdAt: dayOfMarch(2),
      }),
    ];
    await items.replaceExtracted("ada", "conversation", shuffled, 1);
    await items.replaceExtracted("ada", "other", otherItems, 1);
    await items.replaceExtracted("ada", "third", [anActionItem({ conversationId: "third" })], 1);
    const listedIds = idsOf(await items.findByConversations("ada", ["other", "conversation", "other", "nowhere"]));
    assert.deepEqual(listedIds, idsOf([...shuffled, ...otherItems]).sort());
  });

  test("updates an item and its position in the sort order", async (items) => {
    await items.replaceExtracted("ada", "conversation", [anActionItem({ id: "a" }), anActionItem({ id: "b" })], 1);
    const updated = await items.update("ada", "a", (current) => current.setCompleted(true, now));
    assert.deepEqual(updated?.state.completedAt, now);
    assert.deepEqual(idsOf(await items.findByConversations("ada", ["conversation"])), ["b", "a"]);
  });

  test("loses none of 20 concurrent changes", async (items) => {
    await items.replaceExtracted("ada", "conversation", [anActionItem({ id: "a", description: "0" })], 1);
    const increment = () =>
      items.update("ada", "a", ({ state }) =>
        anActionItem({ ...state, description: String(Number(state.description) + 1) }),
      );
    await Promise.all(Array.from({ length: 20 }, increment));
    assert.equal((await items.get("ada", "a"))?.state.description, "20");
  });

  test("changes nothing when the update callback throws", async (items) => {
    await items.replaceExtracted("ada", "conversation", [anActionItem({ id: "a" })], 1);
    const failure = new Error("no");
    const failedUpdate = items.update("ada", "a", () => {
      throw failure;
    });
    await assert.rejects(failedUpdate, failure);
    assert.equal((await items.get("ada", "a"))?.state.touched, false);
  });

  describe("ActionItemRepository: insertAll", () => {
    test("stores every field of each item and returns the items in order", async (items) => {
      const input = awkwardTexts.map((description, index) =>
        anActionItem({
          description,
          completed: index % 2 === 0,
          completedAt: dayOfMarch(4),
          dueAt: dayOfMarch(9),
          touched: true,
        }),
      );
      const results = await items.insertAll("ada", input);
      assert.deepEqual(
        results.map((item) => item?.state),
        input.map(stateOf),
      );
      for (const { state } of input) assert.deepEqual((await items.get("ada", state.id))?.state, state);
      assert.deepEqual(await items.insertAll("ada", []), []);
    });

    test("is not affected when the caller mutates the objects it passed in or received", async (items) => {
      const item = anActionItem({ dueAt: dayOfMarch(9) });
      await items.insertAll("ada", [item]);
      item.state.dueAt?.setTime(0);
      assert.deepEqual((await items.get("ada", item.state.id))?.state.dueAt, dayOfMarch(9));
    });

    test("inserts no item when one of them cannot be stored", async (items) => {
      const { state } = anActionItem();
      const unstorable = ActionItem.restore({
        ...state,
        get description(): string {
          throw new Error("no");
        },
      });
      const batch = Array.from({ length: 50 }, (_, index) => (index === 36 ? unstorable : anActionItem()));
      await assert.rejects(items.insertAll("ada", batch));
      assert.equal(await items.count("ada", {}), 0);
    });

    test("leaves an existing item unchanged and returns it", async (items) => {
      await items.insertAll("ada", [anActionItem({ id: "a" })]);
      const changed = await items.update("ada", "a", (current) => current.edit({ description: "Otherwise" }, now));
      const results = await items.insertAll("ada", [anActionItem({ id: "a" }), anActionItem({ id: "b" })]);
      assert.deepEqual(
        results.map((item) => item?.state.id),
        ["a", "b"],
      );
      assert.deepEqual(results[0]?.state, changed?.state);
      assert.deepEqual((await items.get("ada", "a"))?.state, changed?.state);
      assert.equal(await items.count("ada", {}), 2);
    });

    test("does not insert a deleted item again, and returns undefined for it", async (items) => {
      const input = [anActionItem({ id: "a" }), anActionItem({ id: "b" })];
      await items.insertAll("ada", input);
      await items.deleteWithTombstone("ada", "a");
      assert.deepEqual(
        (await items.insertAll("ada", input)).map((item) => item?.state.id),
        [undefined, "b"],
      );
      assert.equal(await items.get("ada", "a"), undefined);
      assert.equal(await items.count("ada", {}), 1);
      await items.insertAll("bob", [anActionItem({ id: "a", userId: "bob" })]);
      assert.notEqual(await items.get("bob", "a"), undefined);
    });

    test("inserts each item once when 20 callers insert the same items concurrently", async (items) => {
      const input = [anActionItem({ id: "a" }), anActionItem({ id: "b" })];
      const resultsPerCall = await Promise.all(Array.from({ length: 20 }, () => items.insertAll("ada", input)));
      for (const results of resultsPerCall)
        assert.deepEqual(
          results.map((item) => item?.state),
          input.map(stateOf),
        );
      assert.equal(await items.count("ada", {}), 2);
    });
  });

  describe("ActionItemRepository: replaceExtracted", () => {
    test("is idempotent", async (items) => {
      const extracted = [anActionItem({ id: "a" }), anActionItem({ id: "b" })];
      await items.replaceExtracted("ada", "conversation", extracted, 1);
      await items.replaceExtracted("ada", "conversation", extracted, 1);
      assert.deepEqual(idsOf(await items.findByConversations("ada", ["conversation"])), ["a", "b"]);
    });

    test("removes items that were not extracted again and replaces those that were", async (items) => {
      await items.replaceExtracted("ada", "conversation", [anActionItem({ id: "a" }), anActionItem({ id: "b" })], 1);
      await items.replaceExtracted("ada", "other", [anActionItem({ id: "c", conversationId: "other" })], 1);
      await items.replaceExtracted("ada", "conversation", [anActionItem({ id: "b", dueAt: dayOfMarch(9) })], 1);
      assert.equal(await items.get("ada", "a"), undefined);
      assert.deepEqual((await items.get("ada", "b"))?.state.dueAt, dayOfMarch(9));
      assert.notEqual(await items.get("ada", "c"), undefined);
    });

    test("restores an item that an earlier call removed", async (items) => {
      await items.replaceExtracted("ada", "conversation", [anActionItem({ id: "a" })], 1);
      await items.replaceExtracted("ada", "conversation", [], 1);
      await items.replaceExtracted("ada", "conversation", [anActionItem({ id: "a" })], 1);
      assert.notEqual(await items.get("ada", "a"), undefined);
    });

    test("leaves items that the user changed untouched, whether extracted again or not", async (items) => {
      await items.replaceExtracted("ada", "conversation", [anActionItem({ id: "a" }), anActionItem({ id: "b" })], 1);
      for (const id of ["a", "b"]) await items.update("ada", id, (current) => current.setCompleted(true, now));
      await items.replaceExtracted("ada", "conversation", [anActionItem({ id: "a", description: "Otherwise" })], 1);
      const remaining = await items.findByConversations("ada", ["conversation"]);
      assert.deepEqual(idsOf(remaining), ["a", "b"]);
      assert.ok(remaining.every(({ state }) => state.completed && state.description === "Send Bob the report"));
    });

    test("does not restore an item that the user deleted", async (items) => {
      const extracted = [anActionItem({ id: "a" }), anActionItem({ id: "b" })];
      await items.replaceExtracted("ada", "conversation", extracted, 1);
      assert.equal(await items.isDeleted("ada", "a"), false);
      assert.equal(await items.deleteWithTombstone("ada", "a"), true);
      assert.equal(await items.deleteWithTombstone("ada", "a"), false);
      const deletionChecks = [items.isDeleted("ada", "a"), items.isDeleted("ada", "b"), items.isDeleted("bob", "a")];
      assert.deepEqual(await Promise.all(deletionChecks), [true, false, false]);
      await items.replaceExtracted("ada", "conversation", extracted, 1);
      assert.deepEqual(idsOf(await items.findByConversations("ada", ["conversation"])), ["b"]);
      await items.replaceExtracted("bob", "conversation", [anActionItem({ id: "a", userId: "bob" })], 1);
      assert.notEqual(await items.get("bob", "a"), undefined);
    });
  });

  describe("ActionItemRepository: replaceExtracted with a stale fence", () => {
    test("is rejected after a write with a higher fence, even if that one contained no items", async (items) => {
      for (const [conversationId, extracted] of [
        ["some", [anActionItem({ id: "new", conversationId: "some" })]],
        ["none", []],
      ] as const) {
        const outdated = anActionItem({ id: "old", conversationId });
        await items.replaceExtracted("ada", conversationId, extracted, 3);
        await assert.rejects(items.replaceExtracted("ada", conversationId, [outdated], 2), leaseLostError);
        assert.deepEqual(idsOf(await items.findByConversations("ada", [conversationId])), idsOf(extracted));
        assert.equal(await items.get("ada", "old"), undefined);
      }
    });

    test("is rejected also after another stale call was rejected", async (items) => {
      await items.replaceExtracted("ada", "conversation", [], 3);
      await assert.rejects(items.replaceExtracted("ada", "conversation", [], 1), leaseLostError);
      await assert.rejects(items.replaceExtracted("ada", "conversation", [anActionItem()], 2), leaseLostError);
      await items.replaceExtracted("ada", "conversation", [anActionItem({ id: "a" })], 3);
      await items.replaceExtracted("ada", "conversation", [anActionItem({ id: "b" })], 4);
      assert.deepEqual(idsOf(await items.findByConversations("ada", ["conversation"])), ["b"]);
    });

    test("does not affect other conversations or other users", async (items) => {
      await items.replaceExtracted("ada", "conversation", [], 3);
      await items.replaceExtracted("ada", "other", [anActionItem({ id: "a", conversationId: "other" })], 1);
      await items.replaceExtracted("bob", "conversation", [anActionItem({ id: "b", userId: "bob" })], 1);
      assert.notEqual(await items.get("ada", "a"), undefined);
      assert.notEqual(await items.get("bob", "b"), undefined);
    });
  });

  describe("ActionItemRepository: detachFromConversation", () => {
    test("removes items that the user did not change and detaches the others", async (items) => {
      await items.replaceExtracted("ada", "conversation", [anActionItem({ id: "a" }), anActionItem({ id: "b" })], 1);
      await items.replaceExtracted("ada", "other", [anActionItem({ id: "c", conversationId: "other" })], 1);
      const updated = await items.update("ada", "a", (current) => current.setCompleted(true, dayOfMarch(3)));
      await items.detachFromConversation("ada", "conversation", now);
      assert.equal(await items.get("ada", "b"), undefined);
      assert.deepEqual((await items.get("ada", "a"))?.state, updated?.detach(now).state);
      assert.notEqual(await items.get("ada", "c"), undefined);
      assert.deepEqual(await items.findByConversations("ada", ["conversation"]), []);
    });

    test("is idempotent and does not affect another user's items", async (items) => {
      await items.replaceExtracted("ada", "conversation", [anActionItem({ id: "a" })], 1);
      await items.detachFromConversation("bob", "conversation", now);
      assert.notEqual(await items.get("ada", "a"), undefined);
      await items.detachFromConversation("ada", "conversation", now);
      await items.detachFromConversation("ada", "conversation", now);
      assert.equal(await items.get("ada", "a"), undefined);
    });

    test("rejects every later replaceExtracted of the conversation", async (items) => {
      await items.replaceExtracted("ada", "conversation", [anActionItem({ id: "a" })], 1);
      await items.update("ada", "a", (current) => current.setCompleted(true, now));
      await items.detachFromConversation("ada", "conversation", now);
      const lateItems = [anActionItem({ id: "a" }), anActionItem({ id: "b" })];
      for (const fence of [1, 2]) {
        await assert.rejects(items.replaceExtracted("ada", "conversation", lateItems, fence), leaseLostError);
      }
      assert.equal(await items.get("ada", "b"), undefined);
      assert.equal((await items.get("ada", "a"))?.state.conversationId, null);
    });
  });

  actionItemListContract({ describe, it }, open);
}

const leaseLostError = { kind: "conflict", code: LEASE_LOST };
const idsOf = (items: readonly ActionItem[]) => items.map(({ state }) => state.id);
const stateOf = ({ state }: ActionItem) => state;
