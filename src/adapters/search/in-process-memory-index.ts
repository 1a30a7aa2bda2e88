import type { MemoryHit, MemoryIndex } from "../../ports/driven/models/semantic-search.js";
import type { MemoryFeed, SearchableMemory } from "../../ports/driven/store/change-feed.js";
import { yieldToEventLoop, isYieldDue } from "../runtime/cooperative-yield.js";
import { consumeFeed } from "./feed-consumer.js";
import { warmUpAnalyzer, analyzeText } from "../text-analysis/text-analyzer.js";
import type { StoredEmbeddings } from "./embeddings/stored-embeddings.js";
import { compactIndex, UserIndex } from "./user-index.js";
import { IndexCache, IndexMemoryBudget } from "./index-cache.js";

/** The number of memories whose vectors are requested at once. */
const BATCH_SIZE = 50;

/** The index of one user. */
class UserMemoryIndex {
  readonly index = new UserIndex();
  cursor: string | undefined;

  get bytes(): number {
    return this.index.bytes;
  }
}

/** Searches memories with one in-process index per user (see `IndexCache`). */
export class InProcessMemoryIndex implements MemoryIndex {
  readonly #indexes: IndexCache<UserMemoryIndex>;

  /** @param memoryBudget shared with other indexes. @param embeddings undefined to search by words only. */
  constructor(
    private readonly feed: MemoryFeed,
    private readonly memoryBudget: IndexMemoryBudget = new IndexMemoryBudget(),
    private readonly embeddings?: StoredEmbeddings,
  ) {
    warmUpAnalyzer();
    this.#indexes = new IndexCache(
      memoryBudget,
      () => new UserMemoryIndex(),
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
    const vector = await this.embeddings?.embedQuery(query);
    return this.#indexes.withIndex(userId, async ({ index }) => {
      await yieldToEventLoop();
      return index.search(text, vector, limit, this.memoryBudget.bufferPool);
    });
  }

  #refresh(userId: string, userIndex: UserMemoryIndex): Promise<void> {
    return consumeFeed(this.feed, userId, userIndex.cursor, {
      reset: () => this.#removeMemories(userId, userIndex, userIndex.index.ids),
      remove: (deletedIds) => this.#removeMemories(userId, userIndex, deletedIds),
      upsert: (memories) => this.#addMemories(userId, userIndex, memories),
      commit: async (cursor) => {
        await compactIndex(userIndex.index);
        this.#indexes.updateSize(userId, userIndex);
        userIndex.cursor = cursor;
      },
    });
  }

  async #removeMemories(userId: string, { index }: UserMemoryIndex, deletedIds: readonly string[]): Promise<void> {
    for (const id of deletedIds) {
      index.remove(id);
      if (isYieldDue()) await yieldToEventLoop();
    }
    this.embeddings?.removeMemories(userId, deletedIds);
  }

  async #addMemories(userId: string, userIndex: UserMemoryIndex, memories: readonly SearchableMemory[]): Promise<void> {
    const { index } = userIndex;
    for (let i = 0; i < memories.length; i += BATCH_SIZE) {
      const batch = memories.slice(i, i + BATCH_SIZE);
      for (const { id, content } of batch) {
        index.put(id, analyzeText(content));
        if (isYieldDue()) await yieldToEventLoop();
      }
      // The memories are in the index already, so that no vector arrives too early.
      const vectors = await this.embeddings?.embedMemories(userId, batch, (id, vector) =>
        this.#setVector(userId, id, vector),
      );
      vectors?.forEach((vector, position) => index.setVector(batch[position]?.id ?? "", vector));
      await this.#indexes.waitForMemory(userId, userIndex);
    }
  }

  /** By user ID: a pending vector must not keep an evicted index in memory. */
  #setVector(userId: string, id: string, vector: Float32Array): void {
    const userIndex = this.#indexes.find(userId);
    if (!userIndex) return;
    userIndex.index.setVector(id, vector);
    this.#indexes.updateSize(userId, userIndex);
  }
}
