import type { ActionItemRepository } from "./action-item-repository.js";
import type { ApiKeyRepository } from "./api-key-repository.js";
import type { StoreStatistics } from "./store-statistics.js";
import type { AppRepository } from "./app-repository.js";
import type { Clock } from "./clock.js";
import type { Archive } from "./archive.js";
import type { DataVersions } from "./data-versions.js";
import type { ConversationRepository } from "./conversation-repository.js";
import type { EmbeddingRepository } from "./embedding-repository.js";
import type { FolderRepository } from "./folder-repository.js";
import type { GoalRepository } from "./goal-repository.js";
import type { InstallationRepository } from "./installation-repository.js";
import type { IdempotencyRepository } from "./idempotency-repository.js";
import type { MemoryRepository } from "./memory-repository.js";
import type { CooldownLock } from "./cooldown-lock.js";
import type { NotificationRepository } from "./notification-repository.js";
import type { PushTargetRepository } from "./push-target-repository.js";
import type { WindowCounter } from "./window-counter.js";
import type { ReprocessingRunRepository } from "./reprocessing-run-repository.js";
import type { ProcessingUnitOfWork } from "./processing-unit-of-work.js";
import type { DistributedSemaphore } from "./distributed-semaphore.js";
import type { StoreHealth } from "./store-health.js";
import type { StoreMetadata } from "./store-metadata.js";
import type { TokenBudget } from "./token-budget.js";
import type { WebhookDeliveryRepository } from "./webhook-delivery-repository.js";
import type { UserRepository } from "./user-repository.js";

/** All repositories of one data store. */
export interface Store {
  readonly conversations: ConversationRepository;
  readonly actionItems: ActionItemRepository;
  readonly folders: FolderRepository;
  readonly goals: GoalRepository;
  readonly memories: MemoryRepository;
  readonly embeddings: EmbeddingRepository;
  readonly apiKeys: ApiKeyRepository;
  readonly apps: AppRepository;
  readonly installations: InstallationRepository;
  readonly notifications: NotificationRepository;
  readonly pushTargets: PushTargetRepository;
  readonly windowCounter: WindowCounter;
  readonly webhookDeliveries: WebhookDeliveryRepository;
  readonly idempotencyRecords: IdempotencyRepository;
  readonly users: UserRepository;
  readonly tokenBudget: TokenBudget;
  readonly semaphore: DistributedSemaphore;
  readonly cooldownLock: CooldownLock;
  readonly statistics: StoreStatistics;
  readonly reprocessingRuns: ReprocessingRunRepository;
  readonly processing: ProcessingUnitOfWork;
  /** Clock shared by all processes that use the store. Absent when they run on one machine and share its clock. */
  readonly clock?: Clock;
  readonly archive: Archive;
  readonly metadata: StoreMetadata;
  readonly health: StoreHealth;
  /** Absent when reading a version would cost as much as reading the data. */
  readonly dataVersions?: DataVersions;
  /** Completes pending calls and releases all resources. The store must not be used afterwards. */
  close(): Promise<void>;
}
