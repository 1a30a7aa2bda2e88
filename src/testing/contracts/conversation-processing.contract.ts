import assert from "node:assert/strict";
import { ActionItem } from "../../domain/action-item/action-item.js";
import type { ReprocessingRun } from "../../domain/conversation/reprocessing-run.js";
import type { SummaryResult } from "../../domain/conversation/summary-result.js";
import { isLeaseLost } from "../../domain/lease.js";
import { Memory } from "../../domain/memory/memory.js";
import type { ProcessingResult, Store } from "../../ports/driven/index.js";
import type {
  ConversationRepository,
  ReprocessingRunRepository,
} from "../../ports/driven/store/conversation-repositories.js";
import {
  aClaimedConversation,
  aConversation,
  anUnprocessedConversation,
  withTranscript,
  anActionItem,
  anExtractedMemory,
  aSummary,
} from "../builders.js";
import { withSubject, type Open, type TestFramework } from "../test-framework.js";

const LEASE_MS = 30_000;
const start = new Date("2026-03-02T09:00:00.000Z");
const timeAfter = (milliseconds: number) => new Date(start.getTime() + milliseconds);

/** Guarantees of every ConversationRepository for claims. */
export function conversationClaimsContract({ describe, it }: TestFramework, open: Open<ConversationRepository>): void {
  const test = (title: string, body: (conversations: ConversationRepository) => Promise<void>) =>
    it(title, withSubject(open, body));

  describe("ConversationRepository: a processing claim", () => {
    test("returns the due conversation and stores its lease", async (conversations) => {
      const due = anUnprocessedConversation(start);
      await conversations.insertOrGet(withTranscript(due));
      const [claimed, ...otherClaims] = await conversations.claimDue(start, LEASE_MS, 10);
      assert.deepEqual(otherClaims, []);
      assert.deepEqual(claimed?.state, due.claim(start, LEASE_MS).state);
      assert.deepEqual((await conversations.get("ada", due.state.id))?.state, claimed.state);
    });

    test("skips conversations that are not due yet or have a valid lease", async (conversations) => {
      await conversations.insertOrGet(withTranscript(anUnprocessedConversation(timeAfter(1))));
      await conversations.insertOrGet(withTranscript(aClaimedConversation(start, LEASE_MS)));
      assert.deepEqual(await conversations.claimDue(start, LEASE_MS, 10), []);
      assert.equal((await conversations.claimDue(timeAfter(1), LEASE_MS, 10)).length, 1);
    });

    test("skips conversations that are neither processing nor deleting", async (conversations) => {
      const lease = anUnprocessedConversation(start).state.lease;
      for (const status of ["in_progress", "completed", "failed"] as const) {
        await conversations.insertOrGet(withTranscript(aConversation({ status, lease })));
      }
      await conversations.insertOrGet(withTranscript(aConversation({ id: "gone", status: "deleting", lease })));
      const claimed = await conversations.claimDue(start, LEASE_MS, 10);
      assert.deepEqual(
        claimed.map(({ state }) => state.id),
        ["gone"],
      );
    });

    test("covers all users, earliest due first, up to the limit", async (conversations) => {
      for (const [id, userId, dueAfterMs] of [
        ["second", "bob", 200],
        ["third", "ada", 300],
        ["first", "ada", 100],
      ] as const) {
        await conversations.insertOrGet(
          withTranscript(anUnprocessedConversation(timeAfter(dueAfterMs), { id, userId })),
        );
      }
      const claimIds = async (limit: number) =>
        (await conversations.claimDue(timeAfter(1000), LEASE_MS, limit)).map(({ state }) => state.id);
      assert.deepEqual(await claimIds(2), ["first", "second"]);
      assert.deepEqual(await claimIds(2), ["third"]);
      assert.deepEqual(await claimIds(2), []);
    });

    test("goes to exactly one of 8 workers", async (conversations) => {
      const dueConversations = Array.from({ length: 40 }, (_, index) =>
        anUnprocessedConversation(start, { id: `work-${index}` }),
      );
      await Promise.all(
        dueConversations.map((conversation) => conversations.insertOrGet(withTranscript(conversation))),
      );
      const worker = async () => {
        const claimedIds: string[] = [];
        for (;;) {
          const claimed = await conversations.claimDue(start, LEASE_MS, 3);
          if (claimed.length === 0) return claimedIds;
          claimedIds.push(...claimed.map(({ state }) => state.id));
        }
      };
      const shares = await Promise.all(Array.from({ length: 8 }, worker));
      assert.deepEqual(shares.flat().sort(), dueConversations.map(({ state }) => state.id).sort());
    });

    test("is taken over after its lease expires, and the previous holder cannot write", async (conversations) => {
      const { id } = aConversation().state;
      await conversations.insertOrGet(withTranscript(anUnprocessedConversation(start, { id })));
      const [lateClaim] = await conversations.claimDue(start, LEASE_MS, 1);
      assert.deepEqual(await conversations.claimDue(timeAfter(LEASE_MS - 1), LEASE_MS, 1), []);
      const [nextClaim] = await conversations.claimDue(timeAfter(LEASE_MS), LEASE_MS, 1);
      assert.equal(nextClaim?.state.lease.fence, 2);
      const lateUpdate = conversations.update("ada", id, (current) =>
        current.fail(lateClaim?.state.lease.fence ?? 0, timeAfter(LEASE_MS)),
      );
      await assert.rejects(lateUpdate, isLeaseLost);
      assert.deepEqual((await conversations.get("ada", id))?.state, nextClaim.state);
    });

    test("is not taken over after its lease was renewed", async (conversations) => {
      const { id } = aConversation().state;
      await conversations.insertOrGet(withTranscript(aClaimedConversation(start, LEASE_MS, { id })));
      await conversations.update("ada", id, (current) => current.renew(1, timeAfter(LEASE_MS - 1), LEASE_MS));
      assert.deepEqual(await conversations.claimDue(timeAfter(LEASE_MS), LEASE_MS, 1), []);
    });

    test("is available again at the new due time after being postponed", async (conversations) => {
      const { id } = aConversation().state;
      await conversations.insertOrGet(withTranscript(aClaimedConversation(start, LEASE_MS, { id })));
      await conversations.update("ada", id, (current) => current.postpone(1, timeAfter(100)));
      assert.deepEqual(await conversations.claimDue(timeAfter(99), LEASE_MS, 1), []);
      const [reclaimed] = await conversations.claimDue(timeAfter(100), LEASE_MS, 1);
      assert.equal(reclaimed?.state.lease.attempts, 2);
    });

    test("is not repeated after processing failed permanently", async (conversations) => {
      const { id } = aConversation().state;
      await conversations.insertOrGet(withTranscript(aClaimedConversation(start, LEASE_MS, { id })));
      await conversations.update("ada", id, (current) => current.fail(1, timeAfter(1)));
      assert.deepEqual(await conversations.claimDue(timeAfter(10 * LEASE_MS), LEASE_MS, 1), []);
    });
  });
}

type Subject = Pick<Store, "processing" | "conversations" | "actionItems" | "memories">;
const now = new Date("2026-03-02T09:00:00.000Z");

/** Builds a summary result in which each text is both an action item and a memory. */
const summaryResultOf = (...texts: readonly string[]): SummaryResult => ({
  ...aSummary(),
  actionItems: texts.map((description) => ({ description, dueAt: null, segmentIds: [] })),
  memories: texts.map((content) => ({ content, category: "work", segmentIds: [] })),
  discard: false,
});

/** Builds a processing result in which the ID of an item is its text. */
const resultOf = (summaryResult: SummaryResult, fence = 1): ProcessingResult => ({
  summaryResult,
  extractItems: (stored) => ({
    actionItems: stored.actionItems.map(({ description }) =>
      anActionItem({ id: description, description, conversationId: "c" }),
    ),
    memories: stored.memories.map(({ content }) => anExtractedMemory({ id: content, content, conversationIds: ["c"] })),
  }),
  selectFolder: ({ category }) => `folder ${category}`,
  fence,
  now,
});

/** Guarantees of every ProcessingUnitOfWork. */
export function processingUnitOfWorkContract({ it }: TestFramework, open: Open<Subject>): void {
  const test = (title: string, body: (store: Subject) => Promise<void>) => it(title, withSubject(open, body));
  const insert = ({ conversations }: Subject) =>
    conversations.insertOrGet(withTranscript(aClaimedConversation(now, LEASE_MS, { id: "c" })));
  const itemsOf = async ({ actionItems }: Subject) =>
    (await actionItems.findByConversations("ada", ["c"])).map(({ state }) => state.id).sort();
  const memoriesOf = async ({ memories }: Subject) =>
    (await memories.list("ada", {}, { limit: 100 })).map(({ state }) => state.id).sort();

  test("completes a conversation and stores its action items and memories", async (store) => {
    await insert(store);
    const completed = await store.processing.completeProcessing("ada", "c", resultOf(summaryResultOf("call", "write")));
    assert.equal(completed?.state.status, "completed");
    assert.equal(completed.folderId, "folder work");
    assert.deepEqual((await store.conversations.get("ada", "c"))?.state, completed.state);
    assert.deepEqual(await itemsOf(store), ["call", "write"]);
    assert.deepEqual(await memoriesOf(store), ["call", "write"]);
  });

  test("derives action items and memories from the stored draft, not from the summary result passed", async (store) => {
    await insert(store);
    await store.conversations.update("ada", "c", (current) => current.saveDraft(summaryResultOf("first"), 1));
    await store.processing.completeProcessing("ada", "c", resultOf(summaryResultOf("second")));
    assert.deepEqual(await itemsOf(store), ["first"]);
    assert.deepEqual(await memoriesOf(store), ["first"]);
  });

  test("throws a lease-lost error and changes nothing when the lease was lost", async (store) => {
    await insert(store);
    const late = new Date(now.getTime() + LEASE_MS);
    await store.conversations.claimDue(late, LEASE_MS, 1);
    await assert.rejects(
      store.processing.completeProcessing("ada", "c", resultOf(summaryResultOf("late"))),
      isLeaseLost,
    );
    assert.equal((await store.conversations.get("ada", "c"))?.state.status, "processing");
    assert.deepEqual(await itemsOf(store), []);
    assert.deepEqual(await memoriesOf(store), []);
  });

  test("stores nothing for a deleted conversation", async (store) => {
    await insert(store);
    await store.conversations.deleteWithTombstone("ada", "c");
    assert.equal(await store.processing.completeProcessing("ada", "c", resultOf(summaryResultOf("late"))), undefined);
    assert.deepEqual(await itemsOf(store), []);
    assert.deepEqual(await memoriesOf(store), []);
  });

  test("keeps items and memories that the user changed and does not restore deleted ones", async (store) => {
    await insert(store);
    await store.processing.completeProcessing("ada", "c", resultOf(summaryResultOf("mine", "gone", "old")));
    await store.actionItems.update("ada", "mine", (current) => current.setCompleted(true, now));
    await store.actionItems.deleteWithTombstone("ada", "gone");
    await store.memories.update("ada", "mine", (current) => current.edit({ tags: ["dear"] }, now));
    await store.memories.deleteWithTombstone("ada", "gone", now);
    await store.conversations.update("ada", "c", (current) => current.reprocess(now, LEASE_MS));
    await store.processing.completeProcessing("ada", "c", resultOf(summaryResultOf("mine", "gone", "new"), 2));
    assert.deepEqual(await itemsOf(store), ["mine", "new"]);
    assert.deepEqual(await memoriesOf(store), ["mine", "new"]);
    assert.equal((await store.actionItems.get("ada", "mine"))?.state.completed, true);
    assert.deepEqual((await store.memories.get("ada", "mine"))?.state.tags, ["dear"]);
  });

  test("rolls everything back when a part of the result cannot be created or stored", async (store) => {
    await insert(store);
    await store.processing.completeProcessing("ada", "c", resultOf(summaryResultOf("old")));
    const before = await store.conversations.update("ada", "c", (current) => current.reprocess(now, LEASE_MS));
    const result = resultOf(summaryResultOf("new"), 2);
    const extracted = result.extractItems(result.summaryResult);
    const [item] = extracted.actionItems;
    const [memory] = extracted.memories;
    assert.ok(item && memory);
    const unstorableItem = ActionItem.restore(withThrowingProperty(item.state, "segmentIds"));
    const unstorableMemory = Memory.restore(withThrowingProperty(memory.state, "tags"));
    const failing: readonly Partial<ProcessingResult>[] = [
      { extractItems: throwFailure },
      { selectFolder: throwFailure },
      { extractItems: () => ({ ...extracted, actionItems: [...extracted.actionItems, unstorableItem] }) },
      { extractItems: () => ({ ...extracted, memories: [unstorableMemory] }) },
    ];
    for (const failingPart of failing) {
      await assert.rejects(store.processing.completeProcessing("ada", "c", { ...result, ...failingPart }), failure);
      assert.deepEqual((await store.conversations.get("ada", "c"))?.state, before?.state);
      assert.deepEqual(await itemsOf(store), ["old"]);
      assert.deepEqual(await memoriesOf(store), ["old"]);
    }
  });
}

const failure = new Error("Failed on purpose");
const throwFailure = (): never => {
  throw failure;
};

function withThrowingProperty<T extends object>(state: T, name: keyof T): T {
  return Object.defineProperty({ ...state }, name, { get: throwFailure, enumerable: true });
}

const timeAtMinute = (minute: number) => new Date(Date.UTC(2026, 2, 2, 9, minute));
const aRun = (overrides: Partial<ReprocessingRun> = {}): ReprocessingRun => ({
  userId: "ada",
  summariser: "llm:m",
  outdatedOnly: false,
  startedAt: timeAtMinute(0),
  ...overrides,
});

/** Guarantees of every ReprocessingRunRepository. */
export function reprocessingRunRepositoryContract({ it }: TestFramework, open: Open<ReprocessingRunRepository>): void {
  const test = (title: string, body: (runs: ReprocessingRunRepository) => Promise<void>) =>
    it(title, withSubject(open, body));

  test("resumes a run that has the same parameters until it is finished", async (runs) => {
    assert.deepEqual(await runs.resumeOrStart(aRun()), aRun());
    assert.deepEqual(await runs.resumeOrStart(aRun({ startedAt: timeAtMinute(5) })), aRun());
    await runs.finish(aRun());
    await runs.finish(aRun());
    assert.deepEqual(
      await runs.resumeOrStart(aRun({ startedAt: timeAtMinute(7) })),
      aRun({ startedAt: timeAtMinute(7) }),
    );
  });

  test("starts a new run when the parameters differ or a restart is requested", async (runs) => {
    await runs.resumeOrStart(aRun());
    for (const [index, difference] of [{ summariser: "llm:n" }, { outdatedOnly: true }, {}].entries()) {
      const next = aRun({ ...difference, startedAt: timeAtMinute(index + 1) });
      assert.deepEqual(await runs.resumeOrStart(next), next);
    }
    await runs.restart(aRun({ startedAt: timeAtMinute(9) }));
    assert.deepEqual(
      await runs.resumeOrStart(aRun({ startedAt: timeAtMinute(10) })),
      aRun({ startedAt: timeAtMinute(9) }),
    );
  });

  test("does not finish a run that replaced the given one", async (runs) => {
    await runs.resumeOrStart(aRun());
    await runs.restart(aRun({ startedAt: timeAtMinute(1) }));
    await runs.finish(aRun());
    assert.deepEqual(
      await runs.resumeOrStart(aRun({ startedAt: timeAtMinute(2) })),
      aRun({ startedAt: timeAtMinute(1) }),
    );
  });

  test("stores one run per user and one for all users", async (runs) => {
    const allRuns = [
      aRun(),
      aRun({ userId: "bob", startedAt: timeAtMinute(1) }),
      aRun({ userId: null, startedAt: timeAtMinute(2) }),
    ];
    for (const run of allRuns) await runs.resumeOrStart(run);
    for (const run of allRuns) assert.deepEqual(await runs.resumeOrStart({ ...run, startedAt: timeAtMinute(3) }), run);
  });

  test("starts one run for 10 concurrent callers", async (runs) => {
    const startedRuns = await Promise.all(
      Array.from({ length: 10 }, (_, index) => runs.resumeOrStart(aRun({ startedAt: timeAtMinute(index) }))),
    );
    assert.equal(new Set(startedRuns.map(({ startedAt }) => startedAt.getTime())).size, 1);
  });
}
