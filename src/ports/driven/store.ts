import type { ActionItemRepository } from "./action-item-repository.js";
import type { ApiKeyRepository } from "./api-key-repository.js";
import type { Census } from "./census.js";
import type { AppRepository } from "./app-repository.js";
import type { Changes } from "./changes.js";
import type { ConversationRepository } from "./conversation-repository.js";
import type { EmbeddingRepository } from "./embedding-repository.js";
import type { FolderRepository } from "./folder-repository.js";
import type { GoalRepository } from "./goal-repository.js";
import type { InstallationRepository } from "./installation-repository.js";
import type { KeyedCallRepository } from "./keyed-call-repository.js";
import type { MemoryRepository } from "./memory-repository.js";
import type { OnceGuard } from "./once-guard.js";
import type { NotificationRepository } from "./notification-repository.js";
import type { PushTargetRepository } from "./push-target-repository.js";
import type { Quotas } from "./quotas.js";
import type { ReprocessingRuns } from "./reprocessing-runs.js";
import type { Settlements } from "./settlements.js";
import type { Slots } from "./slots.js";
import type { StoreHealth } from "./store-health.js";
import type { StoreMetadata } from "./store-metadata.js";
import type { TokenBudget } from "./token-budget.js";
import type { WebhookDeliveryRepository } from "./webhook-delivery-repository.js";
import type { UserRepository } from "./user-repository.js";

/** All repositories over one place where things are kept. */
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
  readonly quotas: Quotas;
  readonly webhookDeliveries: WebhookDeliveryRepository;
  readonly keyedCalls: KeyedCallRepository;
  readonly users: UserRepository;
  readonly tokenBudget: TokenBudget;
  readonly slots: Slots;
  readonly onceGuard: OnceGuard;
  readonly census: Census;
  readonly reprocessingRuns: ReprocessingRuns;
  /** Absent where one thing can only be written after another. */
  readonly settlements?: Settlements;
  readonly metadata: StoreMetadata;
  readonly health: StoreHealth;
  /** Absent where to ask would cost as much as to read. */
  readonly changes?: Changes;
  /** Finishes what was begun and lets go of everything held. Nothing may be asked of the store afterwards. */
  close(): Promise<void>;
}
