import type { EventLog } from "../../ports/driven/event-log.js";
import type { Store } from "../../ports/driven/store.js";
import { SqliteActionItemRepository } from "./action-item-repository.js";
import { SqliteApiKeyRepository } from "./api-key-repository.js";
import { SqliteStoreStatistics } from "./store-statistics.js";
import { SqliteAppRepository } from "./app-repository.js";
import { SqliteArchive } from "./archive.js";
import { SqliteConversationRepository } from "./conversation-repository.js";
import { Database } from "./database.js";
import { SqliteEmbeddingRepository } from "./embedding-repository.js";
import { SqliteFolderRepository } from "./folder-repository.js";
import { SqliteGoalRepository } from "./goal-repository.js";
import { SqliteStoreHealth } from "./health.js";
import { SqliteInstallationRepository } from "./installation-repository.js";
import { SqliteIdempotencyRepository } from "./idempotency-repository.js";
import { SqliteMemoryRepository } from "./memory-repository.js";
import { SqliteCooldownLock } from "./cooldown-lock.js";
import { SqliteNotificationRepository } from "./notification-repository.js";
import { SqlitePushTargetRepository } from "./push-target-repository.js";
import { SqliteWindowCounter } from "./window-counter.js";
import { SqliteReprocessingRunRepository } from "./reprocessing-run-repository.js";
import { SqliteProcessingUnitOfWork } from "./processing-unit-of-work.js";
import { SqliteDistributedSemaphore } from "./distributed-semaphore.js";
import { SqliteStoreMetadata } from "./store-metadata.js";
import { SqliteTokenBudget } from "./token-budget.js";
import { SqliteWebhookDeliveryRepository } from "./webhook-delivery-repository.js";
import { SqliteUserRepository } from "./user-repository.js";

export interface SqliteOptions {
  /** Where `mneme.db` lives; made, for its owner alone, when it is not there. Its parent must be there. */
  readonly directory: string;
  /** Told `store.failed {reason, error, count}` when the file or its disk fails, once a minute for each reason. */
  readonly log?: EventLog;
}

/**
 * Opens the one file that any number of processes on this machine may share.
 * @throws DomainError `unavailable` in one line that names the file when it cannot be used.
 */
export function openSqliteStore({ directory, log }: SqliteOptions): Promise<Store> {
  return Database.open(directory, storeOn, log);
}

function storeOn(database: Database): Store {
  return {
    conversations: new SqliteConversationRepository(database),
    actionItems: new SqliteActionItemRepository(database),
    folders: new SqliteFolderRepository(database),
    goals: new SqliteGoalRepository(database),
    memories: new SqliteMemoryRepository(database),
    embeddings: new SqliteEmbeddingRepository(database),
    apiKeys: new SqliteApiKeyRepository(database),
    apps: new SqliteAppRepository(database),
    installations: new SqliteInstallationRepository(database),
    idempotencyRecords: new SqliteIdempotencyRepository(database),
    notifications: new SqliteNotificationRepository(database),
    pushTargets: new SqlitePushTargetRepository(database),
    windowCounter: new SqliteWindowCounter(database),
    webhookDeliveries: new SqliteWebhookDeliveryRepository(database),
    users: new SqliteUserRepository(database),
    tokenBudget: new SqliteTokenBudget(database),
    semaphore: new SqliteDistributedSemaphore(database),
    cooldownLock: new SqliteCooldownLock(database),
    statistics: new SqliteStoreStatistics(database),
    reprocessingRuns: new SqliteReprocessingRunRepository(database),
    processing: new SqliteProcessingUnitOfWork(database),
    dataVersions: database.dataVersions,
    archive: new SqliteArchive(database),
    metadata: new SqliteStoreMetadata(database),
    health: new SqliteStoreHealth(database),
    close: () => database.close(),
  };
}
