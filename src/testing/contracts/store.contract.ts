import assert from "node:assert/strict";
import { User } from "../../domain/user/user.js";
import type { StoreHealth, StoreMetadata, Store } from "../../ports/driven/store/store.js";
import { aConversation, aMemory, aSummary, withTranscript } from "../builders.js";
import { withSubject, type Open, type TestFramework, selectSubject } from "../test-framework.js";
import { actionItemRepositoryContract } from "./action-item-repository.contract.js";
import { appRepositoryContract, installationRepositoryContract } from "./app-repositories.contract.js";
import { archiveContract } from "./archive.contract.js";
import { processingUnitOfWorkContract, reprocessingRunRepositoryContract } from "./conversation-processing.contract.js";
import { conversationRepositoryContract } from "./conversation-repository.contract.js";
import {
  cooldownLockContract,
  distributedSemaphoreContract,
  tokenBudgetContract,
  windowCounterContract,
} from "./coordination.contract.js";
import { embeddingRepositoryContract } from "./embedding-repository.contract.js";
import { folderRepositoryContract } from "./folder-repository.contract.js";
import { goalRepositoryContract } from "./goal-repository.contract.js";
import { idempotencyRepositoryContract } from "./idempotency-repository.contract.js";
import { memoryRepositoryContract } from "./memory-repository.contract.js";
import { notificationRepositoryContract } from "./notification-repository.contract.js";
import { pushTargetRepositoryContract } from "./push-delivery.contract.js";
import { sourceDeletionContract } from "./source-deletion.contract.js";
import { apiKeyRepositoryContract, userRepositoryContract } from "./user-repositories.contract.js";
import { webhookDeliveryRepositoryContract } from "./webhook-delivery-repository.contract.js";

/** Guarantees of every StoreHealth. */
function storeHealthContract({ it }: TestFramework, open: Open<StoreHealth>): void {
  it(
    "reports a newly opened store as healthy",
    withSubject(open, async (health) => {
      assert.notEqual(health.id, "");
      await health.check();
      await Promise.all([health.check(), health.check()]);
    }),
  );
}

/** Guarantees of every StoreMetadata. */
function storeMetadataContract({ it }: TestFramework, open: Open<StoreMetadata>): void {
  const test = (title: string, body: (metadata: StoreMetadata) => Promise<void>) => it(title, withSubject(open, body));

  test("stores the first value of each name", async (metadata) => {
    assert.equal(await metadata.get("a"), undefined);
    assert.equal(await metadata.insertOrGet("a", "1"), "1");
    assert.equal(await metadata.insertOrGet("a", "2"), "1");
    assert.equal(await metadata.insertOrGet("b", "3"), "3");
    assert.deepEqual(
      [await metadata.get("a"), await metadata.get("b"), await metadata.get("c")],
      ["1", "3", undefined],
    );
  });

  test("keeps one of 20 concurrently written values", async (metadata) => {
    const values = Array.from({ length: 20 }, (_, index) => metadata.insertOrGet("a", String(index)));
    const storedValues = new Set(await Promise.all(values));
    assert.deepEqual([...storedValues], [await metadata.get("a")]);
  });
}

type Subject = Pick<Store, "statistics" | "conversations" | "memories" | "embeddings" | "users">;

const now = new Date("2026-03-02T09:00:00.000Z");
const vectorOf = (id: string) => ({ id, digest: id, vector: Float32Array.of(1) });

/** Guarantees of every StoreStatistics, together with the repositories of the same store. */
function storeStatisticsContract({ it }: TestFramework, open: Open<Subject>): void {
  const test = (title: string, body: (subject: Subject) => Promise<void>) => it(title, withSubject(open, body));

  test("reports zero for everything in an empty store", async ({ statistics }) => {
    const emptyCounts = { conversations: new Map(), summaries: new Map(), embeddings: new Map() };
    assert.deepEqual(await statistics.collect(), { users: 0, memories: 0, ...emptyCounts });
  });

  test("counts users, and conversations by their current status", async ({ statistics, conversations, users }) => {
    for (const id of ["ada", "bob"]) await users.insertOrGet(User.create({ id, now }));
    for (const [id, status] of [
      ["a", "completed"],
      ["b", "completed"],
      ["c", "failed"],
      ["d", "processing"],
    ] as const) {
      await conversations.insertOrGet(
        withTranscript(aConversation({ id, status, userId: id === "b" ? "bob" : "ada" })),
      );
    }
    await conversations.deleteWithTombstone("ada", "a");
    const { users: userCount, conversations: conversationCounts } = await statistics.collect();
    assert.equal(userCount, 2);
    assert.deepEqual(
      conversationCounts,
      new Map([
        ["completed", 1],
        ["failed", 1],
        ["processing", 1],
      ]),
    );
  });

  test("counts completed conversations by summariser", async ({ statistics, conversations }) => {
    const summarisedBy = (madeBy: string) => ({ summary: { ...aSummary(), madeBy } });
    const [byOne, byOther] = [summarisedBy("one"), summarisedBy("other")];
    for (const state of [byOne, byOne, byOther, {}, { ...byOne, status: "processing" as const }]) {
      await conversations.insertOrGet(withTranscript(aConversation(state)));
    }
    assert.deepEqual(
      (await statistics.collect()).summaries,
      new Map([
        ["one", 2],
        ["other", 1],
      ]),
    );
  });

  test("counts memories that are not deleted or rejected, and their current embeddings", async ({
    statistics,
    memories,
    embeddings,
  }) => {
    const input = ["a", "b", "c", "d"].map((id) => aMemory({ id, content: id }));
    await memories.addOrGet("ada", input, (existing) => existing);
    await memories.addOrGet("bob", [aMemory({ id: "a", userId: "bob" })], (existing) => existing);
    await embeddings.put("ada", "one", ["a", "b", "c", "d"].map(vectorOf));
    await embeddings.put("bob", "other", [vectorOf("a")]);
    await memories.deleteWithTombstone("ada", "a", now);
    await memories.update("ada", "b", (memory) => memory.edit({ userReview: false }, now));
    await memories.update("ada", "c", (memory) => memory.edit({ content: "else" }, now));
    const counts = await statistics.collect();
    assert.equal(counts.memories, 3);
    assert.deepEqual(
      counts.embeddings,
      new Map([
        ["one", 1],
        ["other", 1],
      ]),
    );
  });
}

type StoreMemberContract<T> = (framework: TestFramework, open: Open<T>) => void;

/** Members without a suite here: `close` ends every test; the others are optional, and their adapters test them. */
type UntestedMember = "close" | "clock" | "dataVersions";

const contractOfMember =
  <Name extends keyof Store>(name: Name, contract: StoreMemberContract<Store[Name]>): StoreMemberContract<Store> =>
  (framework, open) =>
    contract(
      framework,
      selectSubject(open, (store) => store[name]),
    );

const storeSuites = {
  conversations: contractOfMember("conversations", conversationRepositoryContract),
  actionItems: contractOfMember("actionItems", actionItemRepositoryContract),
  folders: contractOfMember("folders", folderRepositoryContract),
  goals: contractOfMember("goals", goalRepositoryContract),
  memories: contractOfMember("memories", memoryRepositoryContract),
  embeddings: embeddingRepositoryContract,
  apiKeys: contractOfMember("apiKeys", apiKeyRepositoryContract),
  apps: contractOfMember("apps", appRepositoryContract),
  installations: installationRepositoryContract,
  notifications: contractOfMember("notifications", notificationRepositoryContract),
  pushTargets: contractOfMember("pushTargets", pushTargetRepositoryContract),
  windowCounter: contractOfMember("windowCounter", windowCounterContract),
  webhookDeliveries: contractOfMember("webhookDeliveries", webhookDeliveryRepositoryContract),
  idempotencyRecords: contractOfMember("idempotencyRecords", idempotencyRepositoryContract),
  users: contractOfMember("users", userRepositoryContract),
  tokenBudget: contractOfMember("tokenBudget", tokenBudgetContract),
  semaphore: contractOfMember("semaphore", distributedSemaphoreContract),
  cooldownLock: contractOfMember("cooldownLock", cooldownLockContract),
  statistics: storeStatisticsContract,
  reprocessingRuns: contractOfMember("reprocessingRuns", reprocessingRunRepositoryContract),
  processing: processingUnitOfWorkContract,
  metadata: contractOfMember("metadata", storeMetadataContract),
  health: contractOfMember("health", storeHealthContract),
  archive: archiveContract,
  sourceDeletion: sourceDeletionContract,
} satisfies Record<Exclude<keyof Store, UntestedMember> | "sourceDeletion", StoreMemberContract<Store>>;

/** A member of `Store`, or a guarantee that several members keep together. */
export type StoreSuiteName = keyof typeof storeSuites;

export interface StoreContractOptions {
  /** Runs these suites instead of all: the suites of a slow store can be split over files that run in parallel. */
  readonly only?: readonly StoreSuiteName[];
}

/**
 * Registers the tests that every `Store` must pass, one suite for each member.
 * @param open is called once for each test.
 */
export function storeContract(
  framework: TestFramework,
  open: Open<Store>,
  { only = Object.keys(storeSuites) as StoreSuiteName[] }: StoreContractOptions = {},
): void {
  for (const name of only) framework.describe(name, () => storeSuites[name](framework, open));
}
