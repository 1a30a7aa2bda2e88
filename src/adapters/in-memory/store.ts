import type { Store } from "../../ports/driven/store.js";
import { InMemoryActionItemRepository } from "./action-item-repository.js";
import { InMemoryApiKeyRepository } from "./api-key-repository.js";
import { InMemoryStoreStatistics } from "./store-statistics.js";
import { InMemoryAppRepository } from "./app-repository.js";
import { AppShelf } from "./app-shelf.js";
import { InMemoryArchive } from "./archive.js";
import { InMemoryConversationRepository } from "./conversation-repository.js";
import { InMemoryEmbeddingRepository } from "./embedding-repository.js";
import { InMemoryFolderRepository } from "./folder-repository.js";
import { InMemoryGoalRepository } from "./goal-repository.js";
import { InMemoryInstallationRepository } from "./installation-repository.js";
import { InMemoryIdempotencyRepository } from "./idempotency-repository.js";
import { InMemoryMemoryRepository } from "./memory-repository.js";
import { InMemoryCooldownLock } from "./cooldown-lock.js";
import { InMemoryNotificationRepository } from "./notification-repository.js";
import { InMemoryProcessingUnitOfWork } from "./processing-unit-of-work.js";
import { InMemoryPushTargetRepository } from "./push-target-repository.js";
import { InMemoryWindowCounter } from "./window-counter.js";
import { InMemoryDistributedSemaphore } from "./distributed-semaphore.js";
import { InMemoryReprocessingRunRepository } from "./reprocessing-run-repository.js";
import { InMemoryStoreMetadata } from "./store-metadata.js";
import { InMemoryTokenBudget } from "./token-budget.js";
import { InMemoryWebhookDeliveryRepository } from "./webhook-delivery-repository.js";
import { InMemoryUserRepository } from "./user-repository.js";

/** A store for tests and trials: its data ends with the process, and its queries scan all objects of a user. */
export function openInMemoryStore(): Store {
  const conversations = new InMemoryConversationRepository();
  const actionItems = new InMemoryActionItemRepository();
  const idempotencyRecords = new InMemoryIdempotencyRepository();
  const forgetAnswers = (userId: string, ids: readonly string[], now: Date): void =>
    idempotencyRecords.forgetNow(userId, ids, now);
  const memories = new InMemoryMemoryRepository((userId, id, now) =>
    notifications.release(userId, { kind: "memory", id }, now),
  );
  const notifications = new InMemoryNotificationRepository(
    (userId, { kind, id }) => (kind === "memory" ? memories.isListed(userId, id) : !conversations.isGone(userId, id)),
    forgetAnswers,
  );
  const embeddings = new InMemoryEmbeddingRepository(memories);
  const users = new InMemoryUserRepository();
  const shelf = new AppShelf();
  const archived = {
    users,
    folders: new InMemoryFolderRepository(),
    conversations,
    actionItems,
    memories,
    embeddings,
    goals: new InMemoryGoalRepository(),
    notifications,
    pushTargets: new InMemoryPushTargetRepository(),
    apiKeys: new InMemoryApiKeyRepository(),
    apps: new InMemoryAppRepository(shelf),
    webhookDeliveries: new InMemoryWebhookDeliveryRepository(
      (userId, id) => conversations.isGone(userId, id),
      forgetAnswers,
    ),
  };
  return {
    ...archived,
    archive: new InMemoryArchive({ ...archived, shelf, forgetAnswers }),
    installations: new InMemoryInstallationRepository(shelf),
    idempotencyRecords,
    windowCounter: new InMemoryWindowCounter(),
    tokenBudget: new InMemoryTokenBudget(),
    semaphore: new InMemoryDistributedSemaphore(),
    cooldownLock: new InMemoryCooldownLock(),
    statistics: new InMemoryStoreStatistics({ users, conversations, memories, embeddings }),
    reprocessingRuns: new InMemoryReprocessingRunRepository(),
    processing: new InMemoryProcessingUnitOfWork(conversations, actionItems, memories),
    metadata: new InMemoryStoreMetadata(),
    health: { id: "memory", check: async () => {} },
    close: async () => {},
  };
}
