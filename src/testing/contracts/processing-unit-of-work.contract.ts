import assert from "node:assert/strict";
import type { Digest } from "../../domain/digest.js";
import { isLeaseLost } from "../../domain/lease.js";
import type { ProcessingResult, Store } from "../../ports/driven/index.js";
import { aClaimedConversation, anActionItem, anExtractedMemory, aSummary, recorded } from "../builders.js";
import { withSubject, type Open, type Registrar } from "../registrar.js";

/** The unit of work with the repositories that it writes to. */
type ProcessingStore = Pick<Store, "conversations" | "actionItems" | "memories"> & Required<Pick<Store, "processing">>;

const LEASE = 30_000;
const now = new Date("2026-03-02T09:00:00.000Z");

/** The same texts are to be done and worth knowing. */
const digestOf = (...texts: readonly string[]): Digest => ({
  ...aSummary(),
  actionItems: texts.map((description) => ({ description, dueAt: null, segmentIds: [] })),
  memories: texts.map((content) => ({ content, category: "work", segmentIds: [] })),
  discard: false,
});

/** The IDs of the extracted items are their texts. */
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
export function processingUnitOfWorkContract({ it }: Registrar, open: Open<ProcessingStore>): void {
  const test = (title: string, body: (store: ProcessingStore) => Promise<void>) => it(title, withSubject(open, body));
  const insert = ({ conversations }: ProcessingStore) =>
    conversations.insertOrGet(recorded(aClaimedConversation(now, LEASE, { id: "c" })));
  const itemsOf = async ({ actionItems }: ProcessingStore) =>
    (await actionItems.findByConversations("ada", ["c"])).map(({ state }) => state.id).sort();
  const memoriesOf = async ({ memories }: ProcessingStore) =>
    (await memories.list("ada", {}, { limit: 100 })).map(({ state }) => state.id).sort();

  test("complete a conversation with its items and memories", async (store) => {
    await insert(store);
    const completed = await store.processing.completeProcessing("ada", "c", resultOf(digestOf("call", "write")));
    assert.equal(completed?.state.status, "completed");
    assert.equal(completed.folderId, "folder work");
    assert.deepEqual((await store.conversations.get("ada", "c"))?.state, completed.state);
    assert.deepEqual(await itemsOf(store), ["call", "write"]);
    assert.deepEqual(await memoriesOf(store), ["call", "write"]);
  });

  test("derive from the digest that was kept first, whatever was said the second time", async (store) => {
    await insert(store);
    await store.conversations.update("ada", "c", (before) => before.keepDigest(digestOf("first"), 1));
    await store.processing.completeProcessing("ada", "c", resultOf(digestOf("second")));
    assert.deepEqual(await itemsOf(store), ["first"]);
    assert.deepEqual(await memoriesOf(store), ["first"]);
  });

  test("change nothing when the claim was taken over", async (store) => {
    await insert(store);
    const late = new Date(now.getTime() + LEASE);
    await store.conversations.claimDue(late, LEASE, 1);
    await assert.rejects(store.processing.completeProcessing("ada", "c", resultOf(digestOf("late"))), isLeaseLost);
    assert.equal((await store.conversations.get("ada", "c"))?.state.status, "processing");
    assert.deepEqual(await itemsOf(store), []);
    assert.deepEqual(await memoriesOf(store), []);
  });

  test("leave nothing of a conversation that is gone", async (store) => {
    await insert(store);
    await store.conversations.deleteWithTombstone("ada", "c");
    assert.equal(await store.processing.completeProcessing("ada", "c", resultOf(digestOf("late"))), undefined);
    assert.deepEqual(await itemsOf(store), []);
    assert.deepEqual(await memoriesOf(store), []);
  });

  test("keep what the user has touched, and what was deleted away", async (store) => {
    await insert(store);
    await store.processing.completeProcessing("ada", "c", resultOf(digestOf("mine", "gone", "old")));
    await store.actionItems.update("ada", "mine", (before) => before.complete(true, now));
    await store.actionItems.deleteWithTombstone("ada", "gone");
    await store.memories.update("ada", "mine", (before) => before.edit({ tags: ["dear"] }, now));
    await store.memories.deleteWithTombstone("ada", "gone", now);
    await store.conversations.update("ada", "c", (before) => before.reprocess(now, LEASE));
    await store.processing.completeProcessing("ada", "c", resultOf(digestOf("mine", "gone", "new"), 2));
    assert.deepEqual(await itemsOf(store), ["mine", "new"]);
    assert.deepEqual(await memoriesOf(store), ["mine", "new"]);
    assert.equal((await store.actionItems.get("ada", "mine"))?.state.completed, true);
    assert.deepEqual((await store.memories.get("ada", "mine"))?.state.tags, ["dear"]);
  });
}
