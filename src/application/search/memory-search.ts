import { searchLimit, searchQuery } from "../../domain/limits.js";
import type { MemoryCategory } from "../../domain/memory/memory-category.js";
import { ensure, finite } from "../../domain/rules.js";
import type { MemoryIndex } from "../../ports/driven/models/semantic-search.js";
import type {
  RequestContext,
  MemorySearchHit,
  MemorySearchUseCases,
  MemorySearchQuery,
} from "../../ports/driving/index.js";

/** The part of a memory repository that search needs. */
export interface MemoryReader {
  /** Existing memories of the user, including rejected ones, in any order. */
  getMany(userId: string, ids: readonly string[]): Promise<readonly ReadableMemory[]>;
}

interface ReadableMemory {
  readonly isListed: boolean;
  readonly state: ReadableMemoryState;
}

interface ReadableMemoryState {
  readonly id: string;
  readonly category: MemoryCategory;
  readonly content: string;
}

const rules = { query: searchQuery, limit: finite(searchLimit) };

export class MemorySearch implements MemorySearchUseCases {
  constructor(
    private readonly index: MemoryIndex,
    private readonly memories: MemoryReader,
  ) {}

  async search({ userId }: RequestContext, search: MemorySearchQuery): Promise<MemorySearchHit[]> {
    ensure(rules, search);
    const hits = await this.index.search(userId, search.query, search.limit);
    const storedMemories = await this.memories.getMany(
      userId,
      hits.map(({ id }) => id),
    );
    const statesById = new Map(
      storedMemories.flatMap(({ isListed, state }) => (isListed ? [[state.id, state] as const] : [])),
    );
    // Leaves out memories that were deleted or rejected since the index was read.
    return hits.flatMap(({ id, relevance }) => {
      const state = statesById.get(id);
      return state ? [{ id, category: state.category, content: state.content, relevance }] : [];
    });
  }
}
