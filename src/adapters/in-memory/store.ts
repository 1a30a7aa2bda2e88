import type { Store } from "../../ports/driven/store.js";
import { InMemoryActionItemRepository } from "./action-item-repository.js";
import { InMemoryApiKeyRepository } from "./api-key-repository.js";
import { InMemoryConversationRepository } from "./conversation-repository.js";
import { InMemoryEmbeddingRepository } from "./embedding-repository.js";
import { InMemoryFolderRepository } from "./folder-repository.js";
import { InMemoryGoalRepository } from "./goal-repository.js";
import { InMemoryKeyedCallRepository } from "./keyed-call-repository.js";
import { InMemoryMemoryRepository } from "./memory-repository.js";
import { InMemoryReprocessingRuns } from "./reprocessing-runs.js";
import { InMemoryTokenBudget } from "./token-budget.js";
import { InMemoryUserRepository } from "./user-repository.js";

/** A store for tests and trials: gone with the process, and as quick as its walk over all that a user has. */
export function openInMemoryStore(): Store {
  const memories = new InMemoryMemoryRepository();
  return {
    conversations: new InMemoryConversationRepository(),
    actionItems: new InMemoryActionItemRepository(),
    folders: new InMemoryFolderRepository(),
    goals: new InMemoryGoalRepository(),
    memories,
    embeddings: new InMemoryEmbeddingRepository(memories),
    apiKeys: new InMemoryApiKeyRepository(),
    keyedCalls: new InMemoryKeyedCallRepository(),
    users: new InMemoryUserRepository(),
    tokenBudget: new InMemoryTokenBudget(),
    reprocessingRuns: new InMemoryReprocessingRuns(),
    health: { check: async () => {} },
    close: async () => {},
  };
}
