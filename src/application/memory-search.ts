import { searchLimit, searchQuery } from "../domain/limits.js";
import type { MemoryCategory } from "../domain/memory-category.js";
import { ensure, finite } from "../domain/rules.js";
import type { MemoryIndex } from "../ports/driven/memory-index.js";
import type { Call, FoundMemory, MemorySearchUseCases, SearchMemories } from "../ports/driving/index.js";

/** As much of a repository of memories as search needs. */
export interface MemoriesById {
  /** Those of these ids that the user has, rejected ones too, in any order. */
  getMany(userId: string, ids: readonly string[]): Promise<readonly FoundById[]>;
}

interface FoundById {
  readonly isListed: boolean;
  readonly state: ShownState;
}

interface ShownState {
  readonly id: string;
  readonly category: MemoryCategory;
  readonly content: string;
}

const rules = { query: searchQuery, limit: finite(searchLimit) };

export class MemorySearch implements MemorySearchUseCases {
  constructor(
    private readonly index: MemoryIndex,
    private readonly memories: MemoriesById,
  ) {}

  async search({ userId }: Call, search: SearchMemories): Promise<FoundMemory[]> {
    ensure(rules, search);
    const hits = await this.index.search(userId, search.query, search.limit);
    const found = await this.memories.getMany(
      userId,
      hits.map(({ id }) => id),
    );
    const byId = new Map(found.flatMap(({ isListed, state }) => (isListed ? [[state.id, state] as const] : [])));
    // What was deleted or rejected between the two looks is not found any more.
    return hits.flatMap(({ id, relevance }) => {
      const state = byId.get(id);
      return state ? [{ id, category: state.category, content: state.content, relevance }] : [];
    });
  }
}
