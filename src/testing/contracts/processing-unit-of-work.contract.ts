import assert from "node:assert/strict";
import type { Digest } from "../../domain/digest.js";
import { isLeaseLost } from "../../domain/lease.js";
import type {
  ActionItemRepository,
  ConversationRepository,
  MemoryRepository,
  ProcessingResult,
  ProcessingUnitOfWork,
} from "../../ports/driven/index.js";
import { aClaimedConversation, anActionItem, anExtractedMemory, aSummary, recorded } from "../builders.js";
import { using, type Open, type Runner } from "../runner.js";

/** The unit of work with the repositories that it writes to. */
export interface Settling {
  readonly processing: ProcessingUnitOfWork;
  readonly conversations: ConversationRepository;
  readonly actionItems: ActionItemRepository;
  readonly memories: MemoryRepository;
}

const LEASE = 30_000;
const now = new Date("2026-03-02T09:00:00.000Z");

/** The same texts are to be done and worth knowing. */
const digestOf = (...texts: readonly string[]): Digest => ({
  ...aSummary(),
  actionItems: texts.map((description) => ({ description, dueAt: null, segmentIds: [] })),
  memories: texts.map((content) => ({ content, category: "work", segmentIds: [] })),
  discard: false,
});

/** What is derived has its text for an id. */
const settlementOf = (digest: Digest, fence = 1): ProcessingResult => ({
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
export function processingUnitOfWorkContract({ describe, it }: Runner, open: Open<Settling>): void {
  const test = (title: string, body: (settling: Settling) => Promise<void>) => it(title, using(open, body));
  const insert = ({ conversations }: Settling) =>
    conversations.insertOrGet(recorded(aClaimedConversation(now, LEASE, { id: "c" })));
  const itemsOf = async ({ actionItems }: Settling) =>
    (await actionItems.findByConversations("ada", ["c"])).map(({ state }) => state.id).sort();
  const memoriesOf = async ({ memories }: Settling) =>
    (await memories.list("ada", {}, { limit: 100 })).map(({ state }) => state.id).sort();

  describe("ProcessingUnitOfWork", () => {
    test("complete a conversation with its items and memories", async (settling) => {
      await insert(settling);
      const settled = await settling.processing.completeProcessing("ada", "c", settlementOf(digestOf("call", "write")));
      assert.equal(settled?.state.status, "completed");
      assert.equal(settled.folderId, "folder work");
      assert.deepEqual((await settling.conversations.get("ada", "c"))?.state, settled.state);
      assert.deepEqual(await itemsOf(settling), ["call", "write"]);
      assert.deepEqual(await memoriesOf(settling), ["call", "write"]);
    });

    test("derive from the digest that was kept first, whatever was said the second time", async (settling) => {
      await insert(settling);
      await settling.conversations.update("ada", "c", (before) => before.keepDigest(digestOf("first"), 1));
      await settling.processing.completeProcessing("ada", "c", settlementOf(digestOf("second")));
      assert.deepEqual(await itemsOf(settling), ["first"]);
      assert.deepEqual(await memoriesOf(settling), ["first"]);
    });

    test("change nothing when the claim was taken over", async (settling) => {
      await insert(settling);
      const late = new Date(now.getTime() + LEASE);
      await settling.conversations.claimDue(late, LEASE, 1);
      await assert.rejects(
        settling.processing.completeProcessing("ada", "c", settlementOf(digestOf("late"))),
        isLeaseLost,
      );
      assert.equal((await settling.conversations.get("ada", "c"))?.state.status, "processing");
      assert.deepEqual(await itemsOf(settling), []);
      assert.deepEqual(await memoriesOf(settling), []);
    });

    test("leave nothing of a conversation that is gone", async (settling) => {
      await insert(settling);
      await settling.conversations.deleteWithTombstone("ada", "c");
      assert.equal(await settling.processing.completeProcessing("ada", "c", settlementOf(digestOf("late"))), undefined);
      assert.deepEqual(await itemsOf(settling), []);
      assert.deepEqual(await memoriesOf(settling), []);
    });

    test("keep what the user has touched, and what was deleted away", async (settling) => {
      await insert(settling);
      await settling.processing.completeProcessing("ada", "c", settlementOf(digestOf("mine", "gone", "old")));
      await settling.actionItems.update("ada", "mine", (before) => before.complete(true, now));
      await settling.actionItems.deleteWithTombstone("ada", "gone");
      await settling.memories.update("ada", "mine", (before) => before.edit({ tags: ["dear"] }, now));
      await settling.memories.deleteWithTombstone("ada", "gone", now);
      await settling.conversations.update("ada", "c", (before) => before.reprocess(now, LEASE));
      await settling.processing.completeProcessing("ada", "c", settlementOf(digestOf("mine", "gone", "new"), 2));
      assert.deepEqual(await itemsOf(settling), ["mine", "new"]);
      assert.deepEqual(await memoriesOf(settling), ["mine", "new"]);
      assert.equal((await settling.actionItems.get("ada", "mine"))?.state.completed, true);
      assert.deepEqual((await settling.memories.get("ada", "mine"))?.state.tags, ["dear"]);
    });
  });
}
