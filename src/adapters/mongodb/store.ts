import type { Clock } from "../../ports/driven/clock.js";
import type { EventLog } from "../../ports/driven/event-log.js";
import type { Store } from "../../ports/driven/store.js";
import { CachedHealthCheck } from "../store-support/cached-health-check.js";
import { StoreFailures } from "../store-support/store-failures.js";
import { MongoActionItemRepository } from "./action-item-repository.js";
import { MongoApiKeyRepository } from "./api-key-repository.js";
import { MongoAppRepository } from "./app-repository.js";
import { MongoArchive } from "./archive.js";
import { checkSchemaVersion, createCollections } from "./collections.js";
import { connect } from "./connection.js";
import { MongoConversationRepository } from "./conversation-repository.js";
import { MongoCooldownLock } from "./cooldown-lock.js";
import { Database } from "./database.js";
import { MongoDistributedSemaphore } from "./distributed-semaphore.js";
import { MongoEmbeddingRepository } from "./embedding-repository.js";
import { asUnavailable } from "./errors.js";
import { MongoFolderRepository } from "./folder-repository.js";
import { MongoGoalRepository } from "./goal-repository.js";
import { MongoIdempotencyRepository } from "./idempotency-repository.js";
import { MongoInstallationRepository } from "./installation-repository.js";
import { MongoMemoryRepository } from "./memory-repository.js";
import { MongoNotificationRepository } from "./notification-repository.js";
import { MongoProcessing } from "./processing.js";
import { MongoPushTargetRepository } from "./push-target-repository.js";
import { MongoReprocessingRunRepository } from "./reprocessing-run-repository.js";
import { StoreClock } from "./store-clock.js";
import { MongoStoreMetadata } from "./store-metadata.js";
import { MongoStoreStatistics } from "./store-statistics.js";
import { MongoTokenBudget } from "./token-budget.js";
import { MongoUserRepository } from "./user-repository.js";
import { MongoWebhookDeliveryRepository } from "./webhook-delivery-repository.js";
import { MongoWindowCounter } from "./window-counter.js";

const DEFAULT_WRITE_TIMEOUT_MS = 10_000;

export interface MongoOptions {
  /** As `connect`: a connection string of a replica set or a sharded cluster. */
  readonly url: string;
  /** The clock of this process. */
  readonly clock: Clock;
  /** Receives `store.failed {reason, error, count}` when MongoDB fails, once a minute for each reason. */
  readonly log?: EventLog;
  /** How long a write waits for its turn and for its transaction to succeed; 10 s by default. */
  readonly writeTimeoutMs?: number;
}

/**
 * Opens a database that any number of processes share, and creates the collections and indexes that are missing.
 * @throws DomainError `unavailable` in one line, without credentials, when the database cannot be used.
 */
export async function openMongoStore({
  url,
  clock: localClock,
  log,
  writeTimeoutMs = DEFAULT_WRITE_TIMEOUT_MS,
}: MongoOptions): Promise<Store> {
  try {
    const { client, db } = await connect(url);
    const clock = new StoreClock(db, localClock);
    try {
      await checkSchemaVersion(db);
      await createCollections(db);
      await clock.start();
    } catch (error) {
      await client.close();
      throw error;
    }
    const database = new Database(client, db, clock, new StoreFailures(log), writeTimeoutMs);
    return createStore(database, async () => {
      clock.close();
      await database.close();
    });
  } catch (error) {
    throw asUnavailable(error);
  }
}

function createStore(database: Database, close: () => Promise<void>): Store {
  return {
    conversations: new MongoConversationRepository(database),
    actionItems: new MongoActionItemRepository(database),
    folders: new MongoFolderRepository(database),
    goals: new MongoGoalRepository(database),
    memories: new MongoMemoryRepository(database),
    embeddings: new MongoEmbeddingRepository(database),
    apiKeys: new MongoApiKeyRepository(database),
    apps: new MongoAppRepository(database),
    installations: new MongoInstallationRepository(database),
    notifications: new MongoNotificationRepository(database),
    pushTargets: new MongoPushTargetRepository(database),
    windowCounter: new MongoWindowCounter(database),
    webhookDeliveries: new MongoWebhookDeliveryRepository(database),
    idempotencyRecords: new MongoIdempotencyRepository(database),
    users: new MongoUserRepository(database),
    tokenBudget: new MongoTokenBudget(database),
    semaphore: new MongoDistributedSemaphore(database),
    cooldownLock: new MongoCooldownLock(database),
    statistics: new MongoStoreStatistics(database),
    reprocessingRuns: new MongoReprocessingRunRepository(database),
    processing: new MongoProcessing(database),
    archive: new MongoArchive(database),
    metadata: new MongoStoreMetadata(database),
    health: new CachedHealthCheck("mongodb", database),
    clock: database.clock,
    close,
  };
}
