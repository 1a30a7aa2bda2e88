import assert from "node:assert/strict";
import { ActionItem } from "../../domain/action-item.js";
import type { Digest } from "../../domain/digest.js";
import { isLeaseLost } from "../../domain/lease.js";
import { Memory } from "../../domain/memory.js";
import type { ProcessingResult, Store } from "../../ports/driven/index.js";
import { aClaimedConversation, anActionItem, anExtractedMemory, aSummary, recorded } from "../builders.js";
import { withSubject, type Open, type Registrar } from "../registrar.js";

type Subject = Pick<Store, "processing" | "conversations" | "actionItems" | "memories">;

const LEASE_MS = 30_000;
const now = new Date("2026-03-02T09:00:00.000Z");

/** Each text is an action item and a memory. */
const digestOf = (...texts: readonly string[]): Digest => ({
  ...aSummary(),
  actionItems: texts.map((description) => ({ description, dueAt: null, segmentIds: [] })),
  memories: texts.map((content) => ({ content, category: "work", segmentIds: [] })),
  discard: false,
});

/** The text of an item is its ID. */
const resultOf = (digest: Digest, fence = 1): ProcessingResult => ({
  digest,
  extractItems: (kept) => ({
    actionItems: kept.actionItems.map(({ description }) =>
      anActionItem({ id: description, description, conversationId: "c" }),
    ),
    memories: kept.memories.map(({ content }) => anExtractedMemory({ id: content, content, conversationIds: ["c"] })),
  }),
  selectFolder: ({ category }) => `folder ${category}`,
  fence,
  now,
});

/** Guarantees of every ProcessingUnitOfWork. */
export function processingUnitOfWorkContract({ it }: Registrar, open: Open<Subject>): void {
  const test = (title: string, body: (store: Subject) => Promise<void>) => it(title, withSubject(open, body));
  const insert = ({ conversations }: Subject) =>
    conversations.insertOrGet(recorded(aClaimedConversation(now, LEASE_MS, { id: "c" })));
  const itemsOf = async ({ actionItems }: Subject) =>
    (await actionItems.findByConversations("ada", ["c"])).map(({ state }) => state.id).sort();
  const memoriesOf = async ({ memories }: Subject) =>
    (await memories.list("ada", {}, { limit: 100 })).map(({ state }) => state.id).sort();

  test("completes a conversation with its items and memories", async (store) => {
    await insert(store);
    const completed = await store.processing.completeProcessing("ada", "c", resultOf(digestOf("call", "write")));
    assert.equal(completed?.state.status, "completed");
    assert.equal(completed.folderId, "folder work");
    assert.deepEqual((await store.conversations.get("ada", "c"))?.state, completed.state);
    assert.deepEqual(await itemsOf(store), ["call", "write"]);
    assert.deepEqual(await memoriesOf(store), ["call", "write"]);
  });

  test("derives the items from the stored digest, whatever digest is passed", async (store) => {
    await insert(store);
    await store.conversations.update("ada", "c", (before) => before.keepDigest(digestOf("first"), 1));
    await store.processing.completeProcessing("ada", "c", resultOf(digestOf("second")));
    assert.deepEqual(await itemsOf(store), ["first"]);
    assert.deepEqual(await memoriesOf(store), ["first"]);
  });

  test("changes nothing when the lease was lost", async (store) => {
    await insert(store);
    const late = new Date(now.getTime() + LEASE_MS);
    await store.conversations.claimDue(late, LEASE_MS, 1);
    await assert.rejects(store.processing.completeProcessing("ada", "c", resultOf(digestOf("late"))), isLeaseLost);
    assert.equal((await store.conversations.get("ada", "c"))?.state.status, "processing");
    assert.deepEqual(await itemsOf(store), []);
    assert.deepEqual(await memoriesOf(store), []);
  });

  test("stores nothing of a deleted conversation", async (store) => {
    await insert(store);
    await store.conversations.deleteWithTombstone("ada", "c");
    assert.equal(await store.processing.completeProcessing("ada", "c", resultOf(digestOf("late"))), undefined);
    assert.deepEqual(await itemsOf(store), []);
    assert.deepEqual(await memoriesOf(store), []);
  });

  test("keeps items that the user changed, and does not restore deleted ones", async (store) => {
    await insert(store);
    await store.processing.completeProcessing("ada", "c", resultOf(digestOf("mine", "gone", "old")));
    await store.actionItems.update("ada", "mine", (before) => before.complete(true, now));
    await store.actionItems.deleteWithTombstone("ada", "gone");
    await store.memories.update("ada", "mine", (before) => before.edit({ tags: ["dear"] }, now));
    await store.memories.deleteWithTombstone("ada", "gone", now);
    await store.conversations.update("ada", "c", (before) => before.reprocess(now, LEASE_MS));
    await store.processing.completeProcessing("ada", "c", resultOf(digestOf("mine", "gone", "new"), 2));
    assert.deepEqual(await itemsOf(store), ["mine", "new"]);
    assert.deepEqual(await memoriesOf(store), ["mine", "new"]);
    assert.equal((await store.actionItems.get("ada", "mine"))?.state.completed, true);
    assert.deepEqual((await store.memories.get("ada", "mine"))?.state.tags, ["dear"]);
  });

  test("changes nothing when a part of the result cannot be made or stored", async (store) => {
    await insert(store);
    await store.processing.completeProcessing("ada", "c", resultOf(digestOf("old")));
    const before = await store.conversations.update("ada", "c", (current) => current.reprocess(now, LEASE_MS));
    const result = resultOf(digestOf("new"), 2);
    const extracted = result.extractItems(result.digest);
    const [item] = extracted.actionItems;
    const [memory] = extracted.memories;
    assert.ok(item && memory);
    const unstorableItem = ActionItem.restore(withThrowingProperty(item.state, "segmentIds"));
    const unstorableMemory = Memory.restore(withThrowingProperty(memory.state, "tags"));
    const failing: readonly Partial<ProcessingResult>[] = [
      { extractItems: fail },
      { selectFolder: fail },
      { extractItems: () => ({ ...extracted, actionItems: [...extracted.actionItems, unstorableItem] }) },
      { extractItems: () => ({ ...extracted, memories: [unstorableMemory] }) },
    ];
    for (const part of failing) {
      await assert.rejects(store.processing.completeProcessing("ada", "c", { ...result, ...part }), failure);
      assert.deepEqual((await store.conversations.get("ada", "c"))?.state, before?.state);
      assert.deepEqual(await itemsOf(store), ["old"]);
      assert.deepEqual(await memoriesOf(store), ["old"]);
    }
  });
}

const failure = new Error("Failed on purpose");
const fail = (): never => {
  throw failure;
};

function withThrowingProperty<T extends object>(state: T, name: keyof T): T {
  return Object.defineProperty({ ...state }, name, { get: fail, enumerable: true });
}
