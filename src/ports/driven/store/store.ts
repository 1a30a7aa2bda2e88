import type { ConversationStatus } from "../../../domain/conversation/conversation-state.js";
import type { Clock } from "../runtime/system.js";
import type { ActionItemRepository } from "./action-item-repository.js";
import type { AppRepository, InstallationRepository, WebhookDeliveryRepository } from "./app-repositories.js";
import type { Archive } from "./archive.js";
import type {
  ConversationRepository,
  FolderRepository,
  ReprocessingRunRepository,
} from "./conversation-repositories.js";
import type { CooldownLock, WindowCounter, DistributedSemaphore, TokenBudget } from "./coordination.js";
import type { GoalRepository } from "./goal-repository.js";
import type { IdempotencyRepository } from "./idempotency-repository.js";
import type { EmbeddingRepository, MemoryRepository } from "./memory-repositories.js";
import type { NotificationRepository, PushTargetRepository } from "./notification-repositories.js";
import type { ProcessingUnitOfWork } from "./processing-unit-of-work.js";
import type { ApiKeyRepository, UserRepository } from "./user-repositories.js";

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

export interface StoreHealth {
  /** What stores the data, such as `sqlite`; shown to operators. */
  readonly id: string;
  /** @throws when the store cannot commit a write now, or has found damaged data. */
  check(): Promise<void>;
}

/** Named values about the store as a whole. Each is written once and contains no personal data. */
export interface StoreMetadata {
  get(name: string): Promise<string | undefined>;
  /** Stores the value unless the name already has one. @returns the stored value. */
  insertOrGet(name: string, value: string): Promise<string>;
}

/** Numbers of stored objects of all users together. */
export interface StoreCounts {
  readonly users: number;
  /** By status. In every map here, a key with the count 0 is absent. */
  readonly conversations: ReadonlyMap<ConversationStatus, number>;
  /** Completed conversations by the ID of the summariser that made their summary, if known. */
  readonly summaries: ReadonlyMap<string, number>;
  /** Without rejected memories. */
  readonly memories: number;
  /** Stored vectors by the ID of the embedder that made them. */
  readonly embeddings: ReadonlyMap<string, number>;
}

/** Aggregate numbers for the operator of the service. */
export interface StoreStatistics {
  /**
   * Costs at most a scan of a few indexes, so periodic readers cache the result: the metrics show counts that are up to
   * a minute old.
   */
  collect(): Promise<StoreCounts>;
}

/** Versions of the data of each user, for caches. */
export interface DataVersions {
  /**
   * Returns a number that changes whenever data of the user may have changed, in any process. While it stays the same,
   * earlier results are still valid. Costs far less than a read.
   */
  getVersion(userId: string): number;
}
