import type { Store } from "../../ports/driven/store.js";
import { InMemoryActionItemRepository } from "./action-item-repository.js";
import { InMemoryApiKeyRepository } from "./api-key-repository.js";
import { InMemoryCensus } from "./census.js";
import { InMemoryAppRepository } from "./app-repository.js";
import { AppShelf } from "./app-shelf.js";
import { InMemoryConversationRepository } from "./conversation-repository.js";
import { InMemoryEmbeddingRepository } from "./embedding-repository.js";
import { InMemoryFolderRepository } from "./folder-repository.js";
import { InMemoryGoalRepository } from "./goal-repository.js";
import { InMemoryInstallationRepository } from "./installation-repository.js";
import { InMemoryKeyedCallRepository } from "./keyed-call-repository.js";
import { InMemoryMemoryRepository } from "./memory-repository.js";
import { InMemoryOnceGuard } from "./once-guard.js";
import { InMemoryNotificationRepository } from "./notification-repository.js";
import { InMemoryPushTargetRepository } from "./push-target-repository.js";
import { InMemoryQuotas } from "./quotas.js";
import { InMemorySlots } from "./slots.js";
import { InMemoryReprocessingRuns } from "./reprocessing-runs.js";
import { InMemoryStoreMetadata } from "./store-metadata.js";
import { InMemoryTokenBudget } from "./token-budget.js";
import { InMemoryWebhookDeliveryRepository } from "./webhook-delivery-repository.js";
import { InMemoryUserRepository } from "./user-repository.js";

/** A store for tests and trials: gone with the process, and as quick as its walk over all that a user has. */
export function openInMemoryStore(): Store {
  const conversations = new InMemoryConversationRepository();
  const keyedCalls = new InMemoryKeyedCallRepository();
  const forgetAnswers = (userId: string, ids: readonly string[], now: Date): void =>
    keyedCalls.forgetNow(userId, ids, now);
  const memories = new InMemoryMemoryRepository((userId, id, now) =>
    notifications.release(userId, { kind: "memory", id }, now),
  );
  const notifications = new InMemoryNotificationRepository(
    (userId, { kind, id }) =>
      kind === "memory" ? memories.isListed(userId, id) : !conversations.isDeleted(userId, id),
    forgetAnswers,
  );
  const embeddings = new InMemoryEmbeddingRepository(memories);
  const users = new InMemoryUserRepository();
  const shelf = new AppShelf();
  return {
    conversations,
    actionItems: new InMemoryActionItemRepository(),
    folders: new InMemoryFolderRepository(),
    goals: new InMemoryGoalRepository(),
    memories,
    embeddings,
    apiKeys: new InMemoryApiKeyRepository(),
    apps: new InMemoryAppRepository(shelf),
    installations: new InMemoryInstallationRepository(shelf),
    keyedCalls,
    notifications,
    pushTargets: new InMemoryPushTargetRepository(),
    quotas: new InMemoryQuotas(),
    webhookDeliveries: new InMemoryWebhookDeliveryRepository(
      (userId, id) => conversations.isDeleted(userId, id),
      forgetAnswers,
    ),
    users,
    tokenBudget: new InMemoryTokenBudget(),
    slots: new InMemorySlots(),
    onceGuard: new InMemoryOnceGuard(),
    census: new InMemoryCensus({ users, conversations, memories, embeddings }),
    reprocessingRuns: new InMemoryReprocessingRuns(),
    metadata: new InMemoryStoreMetadata(),
    health: { check: async () => {} },
    close: async () => {},
  };
}
