import { createHash } from "node:crypto";
import type { Embedder } from "../../../ports/driven/models/semantic-search.js";
import type { EmbeddingRepository } from "../../../ports/driven/store/memory-repositories.js";
import type { EventLog, Scheduler } from "../../../ports/driven/runtime/system.js";
import type { SearchableMemory } from "../../../ports/driven/store/change-feed.js";

const DEFAULT_BATCH_SIZE = 32;
/** How long a search waits for the vector of its query. */
const QUERY_TIMEOUT_MS = 1_000;
const MIN_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 60_000;

interface PendingMemory extends SearchableMemory {
  readonly userId: string;
  readonly onVector: (id: string, vector: Float32Array) => void;
}

/**
 * Provides the vectors of a slow embedder, such as a model. It stores finished vectors and makes missing ones in the
 * background, batch by batch. Until then memories are found by their words (decision 5.7).
 */
export class StoredEmbeddings {
  /** By user and memory, oldest first. A memory that changes meanwhile moves to the end. */
  readonly #pending = new Map<string, PendingMemory>();
  #isScheduled = false;
  #isClosed = false;
  #cancelTimer: () => void = () => undefined;
  #backoffMs = MIN_BACKOFF_MS;
  /** Reduced after a failure, because the embedder may reject one of the texts. */
  #batchSize: number;

  /** @param maxBatchSize the maximum number of texts in one call of the embedder. */
  constructor(
    private readonly embedder: Embedder,
    private readonly embeddings: EmbeddingRepository,
    private readonly scheduler: Scheduler,
    private readonly log: EventLog,
    private readonly maxBatchSize = DEFAULT_BATCH_SIZE,
  ) {
    this.#batchSize = maxBatchSize;
  }

  /** @returns undefined when no vector is available now; the search then uses words only. */
  async embedQuery(query: string): Promise<Float32Array | undefined> {
    try {
      const [vector] = await this.embedder.embed([query], QUERY_TIMEOUT_MS);
      return vector;
    } catch (error) {
      this.log.warn("search.query_embedding_failed", { embedder: this.embedder.id, error: String(error) });
      return undefined;
    }
  }

  /**
   * @param onVector called once for each vector that is not available yet, unless the memory changes or is deleted
   * meanwhile.
   * @returns a vector for each memory, in the same order; undefined for one that is not available yet.
   */
  async embedMemories(
    userId: string,
    memories: readonly SearchableMemory[],
    onVector: PendingMemory["onVector"],
  ): Promise<(Float32Array | undefined)[]> {
    const stored = await this.#findStored(userId, memories);
    return memories.map(({ id, content }) => {
      this.#pending.delete(buildPendingKey(userId, id));
      const vector = stored.get(id);
      if (vector) return vector;
      this.#pending.set(buildPendingKey(userId, id), { id, content, userId, onVector });
      this.#schedule();
      return undefined;
    });
  }

  /** Removes pending memories. Stored vectors are deleted together with the memory. */
  removeMemories(userId: string, ids: readonly string[]): void {
    for (const id of ids) this.#pending.delete(buildPendingKey(userId, id));
  }

  /** Stops making vectors. */
  close(): void {
    this.#isClosed = true;
    this.#cancelTimer();
  }

  #schedule(delayMs = 0): void {
    if (this.#isScheduled || this.#isClosed) return;
    this.#isScheduled = true;
    this.#cancelTimer = this.scheduler.schedule(delayMs, () => void this.#processBatch());
  }

  async #processBatch(): Promise<void> {
    const batch = [...this.#pending.values()].slice(0, this.#batchSize);
    let delayMs = 0;
    try {
      await this.#deliverBatch(batch);
      this.#backoffMs = MIN_BACKOFF_MS;
      this.#batchSize = Math.min(this.#batchSize * 2, this.maxBatchSize);
    } catch (error) {
      if (this.#isClosed) return;
      this.#logFailure(error);
      delayMs = this.#backoffMs;
      this.#backoffMs = Math.min(this.#backoffMs * 2, MAX_BACKOFF_MS);
      this.#batchSize = Math.max(1, Math.floor(batch.length / 2));
      if (batch.length === 1) for (const memory of batch) this.#moveToEnd(memory);
    }
    this.#isScheduled = false;
    if (this.#pending.size > 0) this.#schedule(delayMs);
  }

  /** Prevents a text that is always rejected from blocking the others. */
  #moveToEnd(memory: PendingMemory): void {
    if (!this.#isPending(memory)) return;
    const key = buildPendingKey(memory.userId, memory.id);
    this.#pending.delete(key);
    this.#pending.set(key, memory);
  }

  /** Embeds only memories whose vectors another process or component has not stored meanwhile. */
  async #deliverBatch(batch: readonly PendingMemory[]): Promise<void> {
    const missing: PendingMemory[] = [];
    for (const [userId, userMemories] of Map.groupBy(batch, ({ userId }) => userId)) {
      const stored = await this.#findStored(userId, userMemories);
      for (const memory of userMemories) {
        const vector = stored.get(memory.id);
        if (vector) this.#deliver(memory, vector);
        else missing.push(memory);
      }
    }
    if (missing.length > 0) await this.#embedMissing(missing);
    for (const userId of new Set(batch.map(({ userId }) => userId))) {
      const hasPending = [...this.#pending.values()].some((memory) => memory.userId === userId);
      if (!hasPending) await this.embeddings.deleteStale(userId, this.embedder.id);
    }
  }

  async #embedMissing(batch: readonly PendingMemory[]): Promise<void> {
    const vectors = await this.embedder.embed(batch.map(({ content }) => content));
    const embedded = batch.flatMap((memory, i) => {
      const vector = vectors[i];
      // The vector of a memory that has changed or was deleted meanwhile is out of date.
      const digest = computeEmbeddingDigest(memory.content);
      return vector && this.#isPending(memory) ? [{ id: memory.id, digest, vector, memory }] : [];
    });
    for (const [userId, userEmbeddings] of Map.groupBy(embedded, ({ memory }) => memory.userId)) {
      const embeddings = userEmbeddings.map(({ id, digest, vector }) => ({ id, digest, vector }));
      await this.embeddings.put(userId, this.embedder.id, embeddings);
      for (const { memory, vector } of userEmbeddings) this.#deliver(memory, vector);
    }
  }

  /** Returns the stored vectors, by memory, that match the current content and the embedder's dimensions. */
  async #findStored(userId: string, memories: readonly SearchableMemory[]): Promise<ReadonlyMap<string, Float32Array>> {
    const { id: embedderId, dimensions } = this.embedder;
    // Before the dimensions are known, stored vectors cannot be checked.
    if (dimensions === undefined) return new Map();
    const contents = new Map(memories.map(({ id, content }) => [id, content]));
    const stored = await this.embeddings.find(userId, embedderId, [...contents.keys()]);
    return new Map(
      stored.flatMap(({ id, digest, vector }) => {
        const isCurrent = digest === computeEmbeddingDigest(contents.get(id) ?? "");
        return isCurrent && vector.length === dimensions ? [[id, vector] as const] : [];
      }),
    );
  }

  #isPending(memory: PendingMemory): boolean {
    return this.#pending.get(buildPendingKey(memory.userId, memory.id)) === memory;
  }

  #deliver(memory: PendingMemory, vector: Float32Array): void {
    if (!this.#isPending(memory)) return;
    this.#pending.delete(buildPendingKey(memory.userId, memory.id));
    memory.onVector(memory.id, vector);
  }

  #logFailure(error: unknown): void {
    this.log.warn("embedding.failed", { embedder: this.embedder.id, error: String(error) });
  }
}

const buildPendingKey = (userId: string, id: string): string => JSON.stringify([userId, id]);

/** Computes `Embedding.digest`: the SHA-256 of the content, in hexadecimal. */
export const computeEmbeddingDigest = (content: string): string =>
  createHash("sha256").update(content, "utf16le").digest("hex");
