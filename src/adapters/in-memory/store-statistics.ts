import type { StoreStatistics, StoreCounts } from "../../ports/driven/store-statistics.js";
import type { InMemoryConversationRepository } from "./conversation-repository.js";
import type { InMemoryEmbeddingRepository } from "./embedding-repository.js";
import type { InMemoryMemoryRepository } from "./memory-repository.js";
import type { InMemoryUserRepository } from "./user-repository.js";

interface Counted {
  readonly users: InMemoryUserRepository;
  readonly conversations: InMemoryConversationRepository;
  readonly memories: InMemoryMemoryRepository;
  readonly embeddings: InMemoryEmbeddingRepository;
}

export class InMemoryStoreStatistics implements StoreStatistics {
  constructor(private readonly repositories: Counted) {}

  async collect(): Promise<StoreCounts> {
    const { users, conversations, memories, embeddings } = this.repositories;
    const all = conversations.all();
    const completed = all.filter(({ state }) => state.status === "completed");
    return {
      users: users.all().length,
      conversations: tally(all.map(({ state }) => state.status)),
      summaries: tally(completed.flatMap(({ state }) => state.summary?.madeBy ?? [])),
      memories: memories.all().filter(({ isListed }) => isListed).length,
      embeddings: tally(await embeddings.makers()),
    };
  }
}

function tally<Name>(names: readonly Name[]): ReadonlyMap<Name, number> {
  return new Map([...Map.groupBy(names, (name) => name)].map(([name, same]) => [name, same.length]));
}
