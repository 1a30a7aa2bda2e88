import type { Store } from "../../ports/driven/store.js";
import { selectSubject, type Open, type Registrar } from "../registrar.js";
import { actionItemRepositoryContract } from "./action-item-repository.contract.js";
import { apiKeyRepositoryContract } from "./api-key-repository.contract.js";
import { appRepositoryContract } from "./app-repository.contract.js";
import { archiveContract } from "./archive.contract.js";
import { conversationRepositoryContract } from "./conversation-repository.contract.js";
import { cooldownLockContract } from "./cooldown-lock.contract.js";
import { distributedSemaphoreContract } from "./distributed-semaphore.contract.js";
import { embeddingRepositoryContract } from "./embedding-repository.contract.js";
import { folderRepositoryContract } from "./folder-repository.contract.js";
import { goalRepositoryContract } from "./goal-repository.contract.js";
import { idempotencyRepositoryContract } from "./idempotency-repository.contract.js";
import { installationRepositoryContract } from "./installation-repository.contract.js";
import { memoryRepositoryContract } from "./memory-repository.contract.js";
import { notificationRepositoryContract } from "./notification-repository.contract.js";
import { processingUnitOfWorkContract } from "./processing-unit-of-work.contract.js";
import { pushTargetRepositoryContract } from "./push-target-repository.contract.js";
import { reprocessingRunRepositoryContract } from "./reprocessing-run-repository.contract.js";
import { sourceDeletionContract } from "./source-deletion.contract.js";
import { storeHealthContract } from "./store-health.contract.js";
import { storeMetadataContract } from "./store-metadata.contract.js";
import { storeStatisticsContract } from "./store-statistics.contract.js";
import { tokenBudgetContract } from "./token-budget.contract.js";
import { userRepositoryContract } from "./user-repository.contract.js";
import { webhookDeliveryRepositoryContract } from "./webhook-delivery-repository.contract.js";
import { windowCounterContract } from "./window-counter.contract.js";

type Contract<T> = (registrar: Registrar, open: Open<T>) => void;

/** Members without a suite here: `close` ends every test; the others are optional, and their adapters test them. */
type Untested = "close" | "clock" | "dataVersions";

const member =
  <Name extends keyof Store>(name: Name, contract: Contract<Store[Name]>): Contract<Store> =>
  (registrar, open) =>
    contract(
      registrar,
      selectSubject(open, (store) => store[name]),
    );

const suites = {
  conversations: member("conversations", conversationRepositoryContract),
  actionItems: member("actionItems", actionItemRepositoryContract),
  folders: member("folders", folderRepositoryContract),
  goals: member("goals", goalRepositoryContract),
  memories: member("memories", memoryRepositoryContract),
  embeddings: embeddingRepositoryContract,
  apiKeys: member("apiKeys", apiKeyRepositoryContract),
  apps: member("apps", appRepositoryContract),
  installations: installationRepositoryContract,
  notifications: member("notifications", notificationRepositoryContract),
  pushTargets: member("pushTargets", pushTargetRepositoryContract),
  windowCounter: member("windowCounter", windowCounterContract),
  webhookDeliveries: member("webhookDeliveries", webhookDeliveryRepositoryContract),
  idempotencyRecords: member("idempotencyRecords", idempotencyRepositoryContract),
  users: member("users", userRepositoryContract),
  tokenBudget: member("tokenBudget", tokenBudgetContract),
  semaphore: member("semaphore", distributedSemaphoreContract),
  cooldownLock: member("cooldownLock", cooldownLockContract),
  statistics: storeStatisticsContract,
  reprocessingRuns: member("reprocessingRuns", reprocessingRunRepositoryContract),
  processing: processingUnitOfWorkContract,
  metadata: member("metadata", storeMetadataContract),
  health: member("health", storeHealthContract),
  archive: archiveContract,
  sourceDeletion: sourceDeletionContract,
} satisfies Record<Exclude<keyof Store, Untested> | "sourceDeletion", Contract<Store>>;

/** A member of `Store`, or a guarantee that several members keep together. */
export type StoreSuiteName = keyof typeof suites;

export interface StoreContractOptions {
  /** Runs these suites instead of all: the suites of a slow store can be split over files that run in parallel. */
  readonly only?: readonly StoreSuiteName[];
}

/**
 * Registers the tests that every `Store` must pass, one suite for each member.
 * @param open is called once for each test.
 */
export function storeContract(
  registrar: Registrar,
  open: Open<Store>,
  { only = Object.keys(suites) as StoreSuiteName[] }: StoreContractOptions = {},
): void {
  for (const name of only) registrar.describe(name, () => suites[name](registrar, open));
}
