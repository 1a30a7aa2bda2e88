import type { Embedder, MemoryHit, MemoryIndex } from "../../ports/driven/models/semantic-search.js";
import type { MemoryFeed, SearchableMemory } from "../../ports/driven/store/change-feed.js";
import { yieldToEventLoop, isYieldDue } from "../runtime/cooperative-yield.js";
import { consumeFeed } from "./feed-consumer.js";
import { IndexMemoryBudget } from "./index-memory-budget.js";
import { warmUpAnalyzer, analyzeText, type AnalyzedText } from "../text-analysis/text-analyzer.js";
import type { SparseVector, VectorSource } from "./embeddings/vector-source.js";
import { compactIndex, UserIndex } from "./user-index.js";
import { IndexCache } from "./index-cache.js";

/** The number of memories per request to the vector source. */
const BATCH_SIZE = 50;

/** The index of one user. */
class UserMemoryIndex {
  index: UserIndex;
  cursor: string | undefined;

  constructor(private readonly dimensions: number | undefined) {
    this.index = new UserIndex(dimensions);
  }

  get bytes(): number {
    return this.index.bytes;
  }

  clear(): void {
    this.index = new UserIndex(this.dimensions);
  }
}

/** Searches memories with one in-process index per user (see `IndexCache`). */
export class InProcessMemoryIndex implements MemoryIndex {
  readonly #indexes: IndexCache<UserMemoryIndex>;

  /** @param memoryBudget shared with other indexes. */
  constructor(
    private readonly feed: MemoryFeed,
    private readonly embedder: Embedder,
    private readonly vectorSource: VectorSource,
    private readonly memoryBudget: IndexMemoryBudget = new IndexMemoryBudget(),
  ) {
    warmUpAnalyzer();
    this.#indexes = new IndexCache(
      memoryBudget,
      () => new UserMemoryIndex(this.embedder.dimensions),
      (userId, userIndex) => this.#refresh(userId, userIndex),
    );
  }

  /** The estimated memory of all indexes that share the budget, in bytes. */
  get bytes(): number {
    return this.memoryBudget.bytes;
  }

  /** The number of users that have an index now. */
  get userCount(): number {
    return this.#indexes.size;
  }

  async search(userId: string, query: string, limit: number): Promise<readonly MemoryHit[]> {
    const text = analyzeText(query);
    const vector = await this.vectorSource.embedQuery(text);
    return this.#indexes.withIndex(userId, async ({ index }) => {
      await yieldToEventLoop();
      return index.search(text, vector, limit, this.memoryBudget.bufferPool);
    });
  }

  #refresh(userId: string, userIndex: UserMemoryIndex): Promise<void> {
    return consumeFeed(this.feed, userId, userIndex.cursor, {
      reset: () => this.#reset(userId, userIndex),
      remove: (deletedIds) => this.#removeMemories(userId, userIndex, deletedIds),
      upsert: (memories) => this.#addMemories(userId, userIndex, memories),
      commit: async (cursor) => {
        await compactIndex(userIndex.index);
        this.#indexes.updateSize(userId, userIndex);
        userIndex.cursor = cursor;
      },
    });
  }

  async #reset(userId: string, userIndex: UserMemoryIndex): Promise<void> {
    const { ids } = userIndex.index;
    userIndex.clear();
    if (ids.length > 0) await this.vectorSource.removeMemories(userId, ids);
  }

  async #removeMemories(userId: string, { index }: UserMemoryIndex, deletedIds: readonly string[]): Promise<void> {
    for (const id of deletedIds) {
      index.remove(id);
      if (isYieldDue()) await yieldToEventLoop();
    }
    if (deletedIds.length > 0) await this.vectorSource.removeMemories(userId, deletedIds);
  }

  async #addMemories(userId: string, userIndex: UserMemoryIndex, memories: readonly SearchableMemory[]): Promise<void> {
    const { index } = userIndex;
    for (let i = 0; i < memories.length; i += BATCH_SIZE) {
      const batch: (SearchableMemory & AnalyzedText)[] = [];
      for (const { id, content } of memories.slice(i, i + BATCH_SIZE)) {
        const analyzed = { id, ...analyzeText(content) };
        index.put(id, analyzed);
        batch.push(analyzed);
        if (isYieldDue()) await yieldToEventLoop();
      }
      // The memories are in the index already, so that no vector arrives too early.
      const vectors = await this.vectorSource.embedMemories(userId, batch, (id, vector) =>
        this.#setVector(userId, id, vector),
      );
      batch.forEach(({ id }, position) => index.setVector(id, vectors[position]));
      await this.#indexes.waitForMemory(userId, userIndex);
    }
  }

  /**
   * Updates the user's current index, if there is one. A pending vector holds no reference to an index, so that an
   * evicted one can be freed.
   */
  #setVector(userId: string, id: string, vector: SparseVector): void {
    const userIndex = this.#indexes.find(userId);
    if (!userIndex) return;
    userIndex.index.setVector(id, vector);
    this.#indexes.updateSize(userId, userIndex);
  }
}
