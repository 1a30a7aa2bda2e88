import type { Conversation } from "../../domain/conversation/conversation.js";
import type { ProcessingResult, ProcessingUnitOfWork } from "../../ports/driven/store/processing-unit-of-work.js";
import type { Store, StoreMetadata, StoreStatistics, StoreCounts } from "../../ports/driven/store/store.js";
import { InMemoryActionItemRepository } from "./action-item-repository.js";
import {
  InMemoryAppRepository,
  AppTables,
  InMemoryInstallationRepository,
  InMemoryWebhookDeliveryRepository,
} from "./app-repositories.js";
import { InMemoryArchive } from "./archive.js";
import {
  InMemoryConversationRepository,
  InMemoryFolderRepository,
  InMemoryReprocessingRunRepository,
} from "./conversation-repositories.js";
import {
  InMemoryCooldownLock,
  InMemoryWindowCounter,
  InMemoryDistributedSemaphore,
  InMemoryTokenBudget,
} from "./coordination.js";
import { InMemoryGoalRepository } from "./goal-repository.js";
import { InMemoryIdempotencyRepository } from "./idempotency-repository.js";
import { InMemoryEmbeddingRepository, InMemoryMemoryRepository } from "./memory-repositories.js";
import { InMemoryNotificationRepository, InMemoryPushTargetRepository } from "./notification-repositories.js";
import { InMemoryApiKeyRepository, InMemoryUserRepository } from "./user-repositories.js";

/** Opens a store for tests and trials: its data ends with the process, and its queries scan all objects of a user. */
export function openInMemoryStore(): Store {
  const conversations = new InMemoryConversationRepository();
  const actionItems = new InMemoryActionItemRepository();
  const idempotencyRecords = new InMemoryIdempotencyRepository();
  const forgetStoredResponses = (userId: string, ids: readonly string[], now: Date): void =>
    idempotencyRecords.forgetSync(userId, ids, now);
  const memories = new InMemoryMemoryRepository((userId, id, now) =>
    notifications.deleteDependentsSync(userId, { kind: "memory", id }, now),
  );
  const notifications = new InMemoryNotificationRepository(
    (userId, { kind, id }) => (kind === "memory" ? memories.isListed(userId, id) : !conversations.isGone(userId, id)),
    forgetStoredResponses,
  );
  const embeddings = new InMemoryEmbeddingRepository(memories);
  const users = new InMemoryUserRepository();
  const appTables = new AppTables();
  const archivedRepositories = {
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
    apps: new InMemoryAppRepository(appTables),
    webhookDeliveries: new InMemoryWebhookDeliveryRepository(
      (userId, id) => conversations.isGone(userId, id),
      forgetStoredResponses,
    ),
  };
  return {
    ...archivedRepositories,
    archive: new InMemoryArchive({ ...archivedRepositories, appTables, forgetStoredResponses }),
    installations: new InMemoryInstallationRepository(appTables),
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

/** Atomic: all calls that may throw precede the first write, and no other code runs between the writes. */
class InMemoryProcessingUnitOfWork implements ProcessingUnitOfWork {
  constructor(
    private readonly conversations: InMemoryConversationRepository,
    private readonly actionItems: InMemoryActionItemRepository,
    private readonly memories: InMemoryMemoryRepository,
  ) {}

  async completeProcessing(
    userId: string,
    conversationId: string,
    { summaryResult, extractItems, selectFolder, fence, now }: ProcessingResult,
  ): Promise<Conversation | undefined> {
    const current = this.conversations.find(userId, conversationId);
    const withDraft = current?.saveDraft(summaryResult, fence);
    const draft = withDraft?.state.draft;
    if (!current || !withDraft || !draft) return undefined;
    const extractedItems = extractItems(draft);
    const completed = withDraft.complete(selectFolder(draft), fence, now);
    const writeActionItems = this.actionItems.prepareExtraction(userId, conversationId, extractedItems.actionItems);
    const writeMemories = this.memories.prepareExtraction(userId, conversationId, extractedItems.memories, now);
    this.conversations.replace(current, completed);
    writeActionItems();
    writeMemories();
    return completed;
  }
}

class InMemoryStoreMetadata implements StoreMetadata {
  private readonly values = new Map<string, string>();

  async get(name: string): Promise<string | undefined> {
    return this.values.get(name);
  }

  async insertOrGet(name: string, value: string): Promise<string> {
    const stored = this.values.get(name) ?? value;
    this.values.set(name, stored);
    return stored;
  }
}

interface CountedRepositories {
  readonly users: InMemoryUserRepository;
  readonly conversations: InMemoryConversationRepository;
  readonly memories: InMemoryMemoryRepository;
  readonly embeddings: InMemoryEmbeddingRepository;
}

class InMemoryStoreStatistics implements StoreStatistics {
  constructor(private readonly repositories: CountedRepositories) {}

  async collect(): Promise<StoreCounts> {
    const { users, conversations, memories, embeddings } = this.repositories;
    const allConversations = conversations.all();
    const completedConversations = allConversations.filter(({ state }) => state.status === "completed");
    return {
      users: users.all().length,
      conversations: countByName(allConversations.map(({ state }) => state.status)),
      summaries: countByName(completedConversations.flatMap(({ state }) => state.summary?.madeBy ?? [])),
      memories: memories.all().filter(({ isListed }) => isListed).length,
      embeddings: countByName(await embeddings.listEmbedderIds()),
    };
  }
}

function countByName<Name>(names: readonly Name[]): ReadonlyMap<Name, number> {
  return new Map([...Map.groupBy(names, (name) => name)].map(([name, occurrences]) => [name, occurrences.length]));
}
