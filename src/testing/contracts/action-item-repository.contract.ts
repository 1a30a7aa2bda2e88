import assert from "node:assert/strict";
import { ActionItem } from "../../domain/action-item.js";
import { LEASE_LOST } from "../../domain/lease.js";
import type { ActionItemRepository } from "../../ports/driven/action-item-repository.js";
import { anActionItem } from "../builders.js";
import { withSubject, type Open, type Registrar } from "../registrar.js";
import { actionItemListContract } from "./action-item-list.contract.js";
import { awkwardTexts } from "./texts.js";

const now = new Date("2026-03-02T10:00:00.000Z");
const on = (day: number) => new Date(Date.UTC(2026, 2, day));

/** What every ActionItemRepository keeps, whatever stores it. */
export function actionItemRepositoryContract({ describe, it }: Registrar, open: Open<ActionItemRepository>): void {
  const test = (title: string, body: (items: ActionItemRepository) => Promise<void>) =>
    it(title, withSubject(open, body));

  test("keeps an item exactly as it was given", async (items) => {
    const given = [
      anActionItem({ dueAt: on(9), completed: true, completedAt: on(4), segmentIds: ["a", "b"] }),
      anActionItem({ keyedChanges: ["call", "another"] }),
      ...awkwardTexts.map((description) => anActionItem({ description })),
    ];
    await items.replaceExtracted("ada", "conversation", given, 1);
    for (const { state } of given) assert.deepEqual((await items.get("ada", state.id))?.state, state);
  });

  test("keeps nothing that its caller still holds", async (items) => {
    const item = anActionItem({ dueAt: on(9) });
    await items.replaceExtracted("ada", "conversation", [item], 1);
    item.state.dueAt?.setTime(0);
    (await items.get("ada", item.state.id))?.state.dueAt?.setTime(0);
    assert.deepEqual((await items.get("ada", item.state.id))?.state.dueAt, on(9));
  });

  test("knows nothing of what was never there, nor of another user's", async (items) => {
    await items.replaceExtracted("ada", "conversation", [anActionItem({ id: "hers" })], 1);
    for (const [userId, id] of [
      ["ada", "nowhere"],
      ["bob", "hers"],
    ] as const) {
      assert.equal(await items.get(userId, id), undefined);
      assert.equal(await items.update(userId, id, (before) => before), undefined);
      assert.equal(await items.deleteWithTombstone(userId, id), false);
    }
    assert.deepEqual(await items.findByConversations("bob", ["conversation"]), []);
    assert.deepEqual(await items.findByConversations("ada", []), []);
  });

  test("lists those of some conversations: open first, then by due date, then newest, then by id", async (items) => {
    const shuffled = [
      anActionItem({ id: "9 completed", completed: true, dueAt: on(1) }),
      anActionItem({ id: "5 no date, older", createdAt: on(1) }),
      anActionItem({ id: "2 due later, newer", dueAt: on(5), createdAt: on(3) }),
      anActionItem({ id: "4 no date, newer", createdAt: on(2) }),
      anActionItem({ id: "6 no date, older, by id", createdAt: on(1) }),
      anActionItem({ id: "0 long ago", dueAt: new Date("1969-01-01T00:00:00.000Z") }),
    ];
    const others = [
      anActionItem({ id: "1 due first", conversationId: "other", dueAt: on(4) }),
      anActionItem({ id: "3 due later, older", conversationId: "other", dueAt: on(5), createdAt: on(2) }),
    ];
    await items.replaceExtracted("ada", "conversation", shuffled, 1);
    await items.replaceExtracted("ada", "other", others, 1);
    await items.replaceExtracted("ada", "third", [anActionItem({ conversationId: "third" })], 1);
    const listed = ids(await items.findByConversations("ada", ["other", "conversation", "other", "nowhere"]));
    assert.deepEqual(listed, ids([...shuffled, ...others]).sort());
  });

  test("changes an item, and moves it in the order", async (items) => {
    await items.replaceExtracted("ada", "conversation", [anActionItem({ id: "a" }), anActionItem({ id: "b" })], 1);
    const answered = await items.update("ada", "a", (before) => before.complete(true, now));
    assert.deepEqual(answered?.state.completedAt, now);
    assert.deepEqual(ids(await items.findByConversations("ada", ["conversation"])), ["b", "a"]);
  });

  test("loses none of 20 changes at once", async (items) => {
    await items.replaceExtracted("ada", "conversation", [anActionItem({ id: "a", description: "0" })], 1);
    const increment = () =>
      items.update("ada", "a", ({ state }) =>
        anActionItem({ ...state, description: String(Number(state.description) + 1) }),
      );
    await Promise.all(Array.from({ length: 20 }, increment));
    assert.equal((await items.get("ada", "a"))?.state.description, "20");
  });

  test("changes nothing when the change throws", async (items) => {
    await items.replaceExtracted("ada", "conversation", [anActionItem({ id: "a" })], 1);
    const refusal = new Error("no");
    const refused = items.update("ada", "a", () => {
      throw refusal;
    });
    await assert.rejects(refused, refusal);
    assert.equal((await items.get("ada", "a"))?.state.touched, false);
  });

  describe("inserting several", () => {
    test("keeps each exactly as it was given, and answers them in order", async (items) => {
      const given = awkwardTexts.map((description, index) =>
        anActionItem({ description, completed: index % 2 === 0, completedAt: on(4), dueAt: on(9), touched: true }),
      );
      const answered = await items.insertAll("ada", given);
      assert.deepEqual(
        answered.map((item) => item?.state),
        given.map(stateOf),
      );
      for (const { state } of given) assert.deepEqual((await items.get("ada", state.id))?.state, state);
      assert.deepEqual(await items.insertAll("ada", []), []);
    });

    test("keeps nothing that its caller still holds", async (items) => {
      const item = anActionItem({ dueAt: on(9) });
      await items.insertAll("ada", [item]);
      item.state.dueAt?.setTime(0);
      assert.deepEqual((await items.get("ada", item.state.id))?.state.dueAt, on(9));
    });

    test("inserts none when one of them cannot be kept", async (items) => {
      const { state } = anActionItem();
      const unkept = ActionItem.restore({
        ...state,
        get description(): string {
          throw new Error("no");
        },
      });
      const batch = Array.from({ length: 50 }, (_, index) => (index === 36 ? unkept : anActionItem()));
      await assert.rejects(items.insertAll("ada", batch));
      assert.equal(await items.count("ada", {}), 0);
    });

    test("leaves what is there already, and answers it as it is", async (items) => {
      await items.insertAll("ada", [anActionItem({ id: "a" })]);
      const changed = await items.update("ada", "a", (before) => before.edit({ description: "Otherwise" }, now));
      const answered = await items.insertAll("ada", [anActionItem({ id: "a" }), anActionItem({ id: "b" })]);
      assert.deepEqual(
        answered.map((item) => item?.state.id),
        ["a", "b"],
      );
      assert.deepEqual(answered[0]?.state, changed?.state);
      assert.deepEqual((await items.get("ada", "a"))?.state, changed?.state);
      assert.equal(await items.count("ada", {}), 2);
    });

    test("never brings back what was deleted, and says so", async (items) => {
      const given = [anActionItem({ id: "a" }), anActionItem({ id: "b" })];
      await items.insertAll("ada", given);
      await items.deleteWithTombstone("ada", "a");
      assert.deepEqual(
        (await items.insertAll("ada", given)).map((item) => item?.state.id),
        [undefined, "b"],
      );
      assert.equal(await items.get("ada", "a"), undefined);
      assert.equal(await items.count("ada", {}), 1);
      await items.insertAll("bob", [anActionItem({ id: "a", userId: "bob" })]);
      assert.notEqual(await items.get("bob", "a"), undefined);
    });

    test("inserts each once when many insert the same at the same time", async (items) => {
      const given = [anActionItem({ id: "a" }), anActionItem({ id: "b" })];
      const answers = await Promise.all(Array.from({ length: 20 }, () => items.insertAll("ada", given)));
      for (const answered of answers)
        assert.deepEqual(
          answered.map((item) => item?.state),
          given.map(stateOf),
        );
      assert.equal(await items.count("ada", {}), 2);
    });
  });

  describe("replacing what was extracted", () => {
    test("may be repeated", async (items) => {
      const found = [anActionItem({ id: "a" }), anActionItem({ id: "b" })];
      await items.replaceExtracted("ada", "conversation", found, 1);
      await items.replaceExtracted("ada", "conversation", found, 1);
      assert.deepEqual(ids(await items.findByConversations("ada", ["conversation"])), ["a", "b"]);
    });

    test("removes what was not found again, and renews what was", async (items) => {
      await items.replaceExtracted("ada", "conversation", [anActionItem({ id: "a" }), anActionItem({ id: "b" })], 1);
      await items.replaceExtracted("ada", "other", [anActionItem({ id: "c", conversationId: "other" })], 1);
      await items.replaceExtracted("ada", "conversation", [anActionItem({ id: "b", dueAt: on(9) })], 1);
      assert.equal(await items.get("ada", "a"), undefined);
      assert.deepEqual((await items.get("ada", "b"))?.state.dueAt, on(9));
      assert.notEqual(await items.get("ada", "c"), undefined);
    });

    test("brings back what an earlier one removed, for the user did not", async (items) => {
      await items.replaceExtracted("ada", "conversation", [anActionItem({ id: "a" })], 1);
      await items.replaceExtracted("ada", "conversation", [], 1);
      await items.replaceExtracted("ada", "conversation", [anActionItem({ id: "a" })], 1);
      assert.notEqual(await items.get("ada", "a"), undefined);
    });

    test("leaves what the user touched as it is, found again or not", async (items) => {
      await items.replaceExtracted("ada", "conversation", [anActionItem({ id: "a" }), anActionItem({ id: "b" })], 1);
      for (const id of ["a", "b"]) await items.update("ada", id, (before) => before.complete(true, now));
      await items.replaceExtracted("ada", "conversation", [anActionItem({ id: "a", description: "Otherwise" })], 1);
      const left = await items.findByConversations("ada", ["conversation"]);
      assert.deepEqual(ids(left), ["a", "b"]);
      assert.ok(left.every(({ state }) => state.completed && state.description === "Send Bob the report"));
    });

    test("never brings back what the user deleted", async (items) => {
      const found = [anActionItem({ id: "a" }), anActionItem({ id: "b" })];
      await items.replaceExtracted("ada", "conversation", found, 1);
      assert.equal(await items.isDeleted("ada", "a"), false);
      assert.equal(await items.deleteWithTombstone("ada", "a"), true);
      assert.equal(await items.deleteWithTombstone("ada", "a"), false);
      const buried = [items.isDeleted("ada", "a"), items.isDeleted("ada", "b"), items.isDeleted("bob", "a")];
      assert.deepEqual(await Promise.all(buried), [true, false, false]);
      await items.replaceExtracted("ada", "conversation", found, 1);
      assert.deepEqual(ids(await items.findByConversations("ada", ["conversation"])), ["b"]);
      await items.replaceExtracted("bob", "conversation", [anActionItem({ id: "a", userId: "bob" })], 1);
      assert.notEqual(await items.get("bob", "a"), undefined);
    });
  });

  describe("replacing what was extracted, late", () => {
    test("changes nothing when a later claim has written, even if that found nothing", async (items) => {
      for (const [conversationId, found] of [
        ["some", [anActionItem({ id: "new", conversationId: "some" })]],
        ["none", []],
      ] as const) {
        const old = anActionItem({ id: "old", conversationId });
        await items.replaceExtracted("ada", conversationId, found, 3);
        await assert.rejects(items.replaceExtracted("ada", conversationId, [old], 2), leaseLost);
        assert.deepEqual(ids(await items.findByConversations("ada", [conversationId])), ids(found));
        assert.equal(await items.get("ada", "old"), undefined);
      }
    });

    test("is as late after another late one was refused", async (items) => {
      await items.replaceExtracted("ada", "conversation", [], 3);
      await assert.rejects(items.replaceExtracted("ada", "conversation", [], 1), leaseLost);
      await assert.rejects(items.replaceExtracted("ada", "conversation", [anActionItem()], 2), leaseLost);
      await items.replaceExtracted("ada", "conversation", [anActionItem({ id: "a" })], 3);
      await items.replaceExtracted("ada", "conversation", [anActionItem({ id: "b" })], 4);
      assert.deepEqual(ids(await items.findByConversations("ada", ["conversation"])), ["b"]);
    });

    test("is no matter of other conversations, nor of another user's", async (items) => {
      await items.replaceExtracted("ada", "conversation", [], 3);
      await items.replaceExtracted("ada", "other", [anActionItem({ id: "a", conversationId: "other" })], 1);
      await items.replaceExtracted("bob", "conversation", [anActionItem({ id: "b", userId: "bob" })], 1);
      assert.notEqual(await items.get("ada", "a"), undefined);
      assert.notEqual(await items.get("bob", "b"), undefined);
    });
  });

  describe("releasing a conversation", () => {
    test("removes what is untouched and detaches the rest", async (items) => {
      await items.replaceExtracted("ada", "conversation", [anActionItem({ id: "a" }), anActionItem({ id: "b" })], 1);
      await items.replaceExtracted("ada", "other", [anActionItem({ id: "c", conversationId: "other" })], 1);
      const kept = await items.update("ada", "a", (before) => before.complete(true, on(3)));
      await items.detachFromConversation("ada", "conversation", now);
      assert.equal(await items.get("ada", "b"), undefined);
      assert.deepEqual((await items.get("ada", "a"))?.state, kept?.detach(now).state);
      assert.notEqual(await items.get("ada", "c"), undefined);
      assert.deepEqual(await items.findByConversations("ada", ["conversation"]), []);
    });

    test("may be repeated, and is another user's no business", async (items) => {
      await items.replaceExtracted("ada", "conversation", [anActionItem({ id: "a" })], 1);
      await items.detachFromConversation("bob", "conversation", now);
      assert.notEqual(await items.get("ada", "a"), undefined);
      await items.detachFromConversation("ada", "conversation", now);
      await items.detachFromConversation("ada", "conversation", now);
      assert.equal(await items.get("ada", "a"), undefined);
    });

    test("is final: a late replacement takes nothing back and brings nothing", async (items) => {
      await items.replaceExtracted("ada", "conversation", [anActionItem({ id: "a" })], 1);
      await items.update("ada", "a", (before) => before.complete(true, now));
      await items.detachFromConversation("ada", "conversation", now);
      const late = [anActionItem({ id: "a" }), anActionItem({ id: "b" })];
      for (const fence of [1, 2]) {
        await assert.rejects(items.replaceExtracted("ada", "conversation", late, fence), leaseLost);
      }
      assert.equal(await items.get("ada", "b"), undefined);
      assert.equal((await items.get("ada", "a"))?.state.conversationId, null);
    });
  });

  actionItemListContract({ describe, it }, open);
}

const leaseLost = { kind: "conflict", code: LEASE_LOST };
const ids = (items: readonly ActionItem[]) => items.map(({ state }) => state.id);
const stateOf = ({ state }: ActionItem) => state;
