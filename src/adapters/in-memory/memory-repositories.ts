import { TERMINAL_FENCING_TOKEN } from "../../domain/lease.js";
import {
  type MemoryLookup,
  type MemoryChange,
  computeExtractionChanges,
  computeDetachChanges,
} from "../../domain/memory/memory-extraction.js";
import { duplicateContent, Memory, MEMORY_FEED_BATCH_SIZE } from "../../domain/memory/memory.js";
import type { MemoryState } from "../../domain/memory/memory-state.js";
import type { ArchivedEmbedding } from "../../ports/driven/store/archive.js";
import type { MemoryChanges } from "../../ports/driven/store/change-feed.js";
import type {
  MemoryUpsertResult,
  MemoryFilter,
  MemoryRepository,
  Embedding,
  EmbeddingRepository,
  PendingEmbeddings,
} from "../../ports/driven/store/memory-repositories.js";
import type { PageRequest } from "../../ports/paging.js";
import { InMemoryChangeFeed } from "./change-feed.js";
import { InMemoryExtractionFences, compareBy, AggregateTable, InMemoryTombstones } from "./tables.js";

export class InMemoryMemoryRepository implements MemoryRepository {
  readonly #memoryTable = new AggregateTable((state: MemoryState) => Memory.restore(state));
  readonly #tombstones = new InMemoryTombstones();
  readonly #fences = new InMemoryExtractionFences();
  readonly #changeFeed = new InMemoryChangeFeed(MEMORY_FEED_BATCH_SIZE);

  /** @param onWithdrawn called with each memory that is removed or rejected. */
  constructor(private readonly onWithdrawn: (userId: string, id: string, now: Date) => void = () => undefined) {}

  /** The stored memories, for the archive. */
  get table(): AggregateTable<MemoryState, Memory> {
    return this.#memoryTable;
  }

  get tombstones(): InMemoryTombstones {
    return this.#tombstones;
  }

  get fences(): InMemoryExtractionFences {
    return this.#fences;
  }

  /** Returns the memories of all users. */
  all(): Memory[] {
    return this.#memoryTable.all();
  }

  async get(userId: string, id: string): Promise<Memory | undefined> {
    return this.#memoryTable.get(userId, id);
  }

  async getMany(userId: string, ids: readonly string[]): Promise<Memory[]> {
    return ids.flatMap((id) => this.#memoryTable.get(userId, id) ?? []);
  }

  async findByConversation(userId: string, conversationId: string): Promise<Memory[]> {
    return [...this.#findKnownMemories(userId, conversationId).conversationMemories];
  }

  async list(userId: string, filter: MemoryFilter, { limit, offset = 0, after = "" }: PageRequest): Promise<Memory[]> {
    return this.#findMatching(userId, filter)
      .sort(compareBy(({ sortKey }) => sortKey))
      .filter(({ sortKey }) => sortKey > after)
      .slice(offset, offset + limit);
  }

  async count(userId: string, filter: MemoryFilter): Promise<number> {
    return this.#findMatching(userId, filter).length;
  }

  async addOrGet(
    userId: string,
    memories: readonly Memory[],
    merge: (existing: Memory, input: Memory) => Memory,
  ): Promise<MemoryUpsertResult[]> {
    const memoriesByContent = this.#indexByContent(userId);
    const changedMemories = new Map<string, Memory>();
    const results = memories.map((input): MemoryUpsertResult => {
      const { id } = input.state;
      const existing =
        changedMemories.get(id) ?? this.#memoryTable.get(userId, id) ?? memoriesByContent.get(input.contentKey);
      if (!existing && this.#tombstones.has(userId, id)) return { memory: input, outcome: "deleted" };
      const memory = existing ? merge(existing, input) : input;
      if (memory !== existing) changedMemories.set(memory.state.id, memory);
      memoriesByContent.set(memory.contentKey, memory);
      return { memory, outcome: existing ? "existing" : "added" };
    });
    for (const memory of changedMemories.values()) this.#put(userId, memory);
    return results;
  }

  async update(userId: string, id: string, change: (current: Memory) => Memory): Promise<Memory | undefined> {
    const current = this.#memoryTable.get(userId, id);
    if (!current) return undefined;
    const next = change(current);
    const contentHolder = this.#indexByContent(userId).get(next.contentKey);
    if (contentHolder && contentHolder.state.id !== id) throw duplicateContent();
    if (next !== current) this.#put(userId, next);
    return next;
  }

  async isDeleted(userId: string, id: string): Promise<boolean> {
    return this.#tombstones.has(userId, id);
  }

  async restore(userId: string, id: string, now: Date): Promise<Memory | undefined> {
    const [restoration] = this.#memoryTable
      .listByUser(userId)
      .flatMap((holder) => holder.restoreSuperseded(id, now) ?? []);
    if (!restoration) return undefined;
    if (this.#indexByContent(userId).has(restoration.restored.contentKey)) throw duplicateContent();
    this.#put(userId, restoration.superseding);
    this.#put(userId, restoration.restored);
    return restoration.restored;
  }

  hasSameContent(memory: Memory): boolean {
    return this.#indexByContent(memory.state.userId).has(memory.contentKey);
  }

  /** Whether a memory with this ID exists that the user has not rejected. */
  isListed(userId: string, id: string): boolean {
    return this.#memoryTable.get(userId, id)?.isListed === true;
  }

  async deleteWithTombstone(userId: string, id: string, now: Date): Promise<boolean> {
    const memory = this.#memoryTable.get(userId, id);
    if (!memory) return false;
    this.#remove(userId, id, now);
    for (const name of memory.allIds) this.#tombstones.add(userId, name);
    return true;
  }

  async replaceExtracted(
    userId: string,
    conversationId: string,
    memories: readonly Memory[],
    fence: number,
    now: Date,
  ): Promise<void> {
    this.#fences.advance(userId, conversationId, fence);
    this.prepareExtraction(userId, conversationId, memories, now)();
  }

  /** @returns a function that writes the memories as `replaceExtracted`, without the fence. It never throws. */
  prepareExtraction(userId: string, conversationId: string, memories: readonly Memory[], now: Date): () => void {
    // Cloned before the first write, so that a memory that cannot be cloned changes nothing.
    const clonedMemories = memories.map(({ state }) => Memory.restore(structuredClone(state)));
    const changes = computeExtractionChanges(
      conversationId,
      clonedMemories,
      this.#findKnownMemories(userId, conversationId),
      now,
    );
    return () => this.#applyChanges(userId, changes, now);
  }

  async detachFromConversation(userId: string, conversationId: string, now: Date): Promise<void> {
    this.#fences.advance(userId, conversationId, TERMINAL_FENCING_TOKEN);
    this.#applyChanges(
      userId,
      computeDetachChanges(conversationId, this.#findKnownMemories(userId, conversationId), now),
      now,
    );
  }

  async getChangesSince(userId: string, cursor?: string): Promise<MemoryChanges> {
    return this.#changeFeed.changesSince(userId, cursor, (id) => {
      const memory = this.#memoryTable.get(userId, id);
      return memory?.isListed ? { id, content: memory.state.content } : undefined;
    });
  }

  #findMatching(userId: string, { categories = [] }: MemoryFilter): Memory[] {
    return this.#memoryTable
      .listByUser(userId)
      .filter(({ isListed, state }) => isListed && (categories.length === 0 || categories.includes(state.category)));
  }

  #indexByContent(userId: string): Map<string, Memory> {
    return new Map(this.#memoryTable.listByUser(userId).map((memory) => [memory.contentKey, memory]));
  }

  /** Returns lookups that give the same object for the same memory. */
  #findKnownMemories(userId: string, conversationId: string): MemoryLookup {
    const userMemories = this.#memoryTable.listByUser(userId);
    const byId = new Map(userMemories.map((memory) => [memory.state.id, memory]));
    const byContent = new Map(userMemories.map((memory) => [memory.contentKey, memory]));
    return {
      conversationMemories: userMemories.filter(({ conversationIds }) => conversationIds.includes(conversationId)),
      findByContent: ({ contentKey }) => byContent.get(contentKey),
      findById: (id) => byId.get(id),
      isDeleted: (id) => this.#tombstones.has(userId, id),
    };
  }

  #applyChanges(userId: string, changes: readonly MemoryChange[], now: Date): void {
    for (const { before, after } of changes) {
      if (after) this.#put(userId, after);
      else this.#remove(userId, before.state.id, now);
    }
  }

  #put(userId: string, memory: Memory): void {
    this.#memoryTable.put(userId, memory);
    this.#changeFeed.recordUpsert(userId, memory.state.id);
    if (!memory.isListed) this.onWithdrawn(userId, memory.state.id, memory.state.updatedAt);
  }

  #remove(userId: string, id: string, now: Date): void {
    this.#memoryTable.remove(userId, id);
    this.#changeFeed.recordRemoval(userId, id);
    this.onWithdrawn(userId, id, now);
  }
}

interface StoredEmbedding {
  readonly userId: string;
  readonly embedderId: string;
  readonly contentKey: string;
  readonly embedding: Embedding;
}

export class InMemoryEmbeddingRepository implements EmbeddingRepository {
  /** By user, embedder and memory. */
  readonly #embeddings = new Map<string, StoredEmbedding>();

  constructor(private readonly memories: Pick<InMemoryMemoryRepository, "getMany" | "all">) {}

  async find(userId: string, embedderId: string, ids: readonly string[]): Promise<readonly Embedding[]> {
    await this.#removeStale();
    return ids.flatMap((id) => {
      const stored = this.#embeddings.get(buildKey(userId, embedderId, id));
      return stored ? cloneEmbedding(stored.embedding) : [];
    });
  }

  async put(userId: string, embedderId: string, embeddings: readonly Embedding[]): Promise<void> {
    const ids = embeddings.map(({ id }) => id);
    const listedMemories = await this.#findListedMemories(userId, ids);
    for (const { id, ...embedding } of embeddings) {
      const memory = listedMemories.get(id);
      if (memory) this.putForMemory(memory, { embedderId, ...embedding });
    }
  }

  /** As `put`, for one listed memory. */
  putForMemory({ contentKey, state: { userId, id } }: Memory, { embedderId, digest, vector }: ArchivedEmbedding): void {
    const embedding = cloneEmbedding({ id, digest, vector });
    this.#embeddings.set(buildKey(userId, embedderId, id), { userId, embedderId, contentKey, embedding });
  }

  /** Returns all vectors of the memory, ordered by embedder ID. */
  findByMemory({ isListed, contentKey, state }: Memory): ArchivedEmbedding[] {
    const archivedEmbeddings = [...this.#embeddings.values()].flatMap(
      ({ userId, embedderId, contentKey: storedContentKey, embedding }) => {
        const isForMemory = userId === state.userId && embedding.id === state.id && storedContentKey === contentKey;
        const { digest, vector } = cloneEmbedding(embedding);
        return isListed && isForMemory ? { embedderId, digest, vector } : [];
      },
    );
    return archivedEmbeddings.sort(compareBy(({ embedderId }) => embedderId));
  }

  async deleteStale(userId: string, embedderId: string): Promise<void> {
    for (const [key, stored] of this.#embeddings) {
      if (stored.userId === userId && stored.embedderId !== embedderId) this.#embeddings.delete(key);
    }
  }

  async findPending(
    embedderId: string,
    dimensions: number | undefined,
    { batchSize, after = "" }: { readonly batchSize: number; readonly after?: string },
  ): Promise<PendingEmbeddings> {
    await this.#removeStale();
    const entries = this.memories
      .all()
      .map((memory) => ({ memory, key: buildKey(memory.state.userId, memory.state.id) }));
    const batch = entries
      .filter(({ key }) => key > after)
      .sort(compareBy(({ key }) => key))
      .slice(0, batchSize);
    const missing = batch.filter(({ memory: { isListed, state } }) => {
      const vector = this.#embeddings.get(buildKey(state.userId, embedderId, state.id))?.embedding.vector;
      return isListed && (!vector || (dimensions !== undefined && vector.length !== dimensions));
    });
    return {
      memories: missing.map(({ memory: { state } }) => ({
        userId: state.userId,
        id: state.id,
        content: state.content,
      })),
      cursor: batch.length < batchSize ? undefined : batch.at(-1)?.key,
    };
  }

  /** Returns the embedder ID of each stored vector. */
  async listEmbedderIds(): Promise<string[]> {
    await this.#removeStale();
    return [...this.#embeddings.values()].map(({ embedderId }) => embedderId);
  }

  /** Removes vectors whose memory was deleted, was rejected, or has another content. */
  async #removeStale(): Promise<void> {
    for (const [userId, stored] of Map.groupBy(this.#embeddings, ([, entry]) => entry.userId)) {
      const ids = stored.map(([, { embedding }]) => embedding.id);
      const listedMemories = await this.#findListedMemories(userId, ids);
      for (const [key, { embedding, contentKey }] of stored) {
        if (listedMemories.get(embedding.id)?.contentKey !== contentKey) this.#embeddings.delete(key);
      }
    }
  }

  async #findListedMemories(userId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Memory>> {
    const memories = await this.memories.getMany(userId, ids);
    return new Map(memories.flatMap((memory) => (memory.isListed ? [[memory.state.id, memory] as const] : [])));
  }
}

const buildKey = (...parts: readonly string[]): string => JSON.stringify(parts);

const cloneEmbedding = (embedding: Embedding): Embedding => ({ ...embedding, vector: embedding.vector.slice() });
