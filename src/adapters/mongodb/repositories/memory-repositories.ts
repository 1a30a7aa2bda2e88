import type { Filter } from "mongodb";
import { TERMINAL_FENCING_TOKEN } from "../../../domain/lease.js";
import { duplicateContent, MEMORY_FEED_BATCH_SIZE, type Memory } from "../../../domain/memory/memory.js";
import type { MemoryChanges } from "../../../ports/driven/store/change-feed.js";
import type {
  MemoryFilter,
  MemoryRepository,
  MemoryUpsertResult,
  Embedding,
  EmbeddingRepository,
  PendingEmbeddings,
} from "../../../ports/driven/store/memory-repositories.js";
import type { PageRequest } from "../../../ports/paging.js";
import { getUserQueueKey, type MongoDatabase } from "../database/database.js";
import { type Row, documentId, toSessionOptions, type StoredDocument } from "../documents/documents.js";
import {
  EmbeddingDocuments,
  formatEmbeddingId,
  formatEmbedderMark,
  toVector,
} from "../documents/embedding-documents.js";
import { MongoExtractionFences } from "../documents/extraction-fences.js";
import { MemoryDocuments } from "../documents/memory-documents.js";
import { RevisionCounters } from "../documents/revision-counters.js";
import { readChangeFeed } from "./change-feed.js";

/** A memory with its pending changes; `row` is undefined if it is new. */
interface PendingMemory {
  readonly row: Row<Memory> | undefined;
  memory: Memory;
}

export class MongoMemoryRepository implements MemoryRepository {
  readonly #memories: MemoryDocuments;
  readonly #fences: MongoExtractionFences;

  constructor(private readonly database: MongoDatabase) {
    this.#memories = new MemoryDocuments(database);
    this.#fences = new MongoExtractionFences(database, "memory");
  }

  get(userId: string, id: string): Promise<Memory | undefined> {
    return this.#memories.get({ user: userId, id });
  }

  async getMany(userId: string, ids: readonly string[]): Promise<Memory[]> {
    const documents = await this.#memories.findDocumentsById(userId, ids);
    const rows = new Map(documents.map((document) => [document.id, this.#memories.toRow(document)]));
    return ids.flatMap((id) => rows.get(id)?.aggregate ?? []);
  }

  async findByConversation(userId: string, conversationId: string): Promise<Memory[]> {
    return getAggregates(await this.#memories.findByConversation(userId, conversationId));
  }

  list(userId: string, filter: MemoryFilter, page: PageRequest): Promise<Memory[]> {
    return this.#memories.listPage(buildFilter(userId, filter), { orderBy: "key", ...page });
  }

  count(userId: string, filter: MemoryFilter): Promise<number> {
    return this.#memories.count(buildFilter(userId, filter));
  }

  addOrGet(
    userId: string,
    memories: readonly Memory[],
    merge: (existing: Memory, input: Memory) => Memory,
  ): Promise<MemoryUpsertResult[]> {
    return this.database.write(getUserQueueKey(userId), async (transaction) => {
      const revision = await this.#memories.allocateRevision(userId, transaction);
      const ids = memories.map(({ state }) => state.id);
      const loaded = await this.#memories.load(userId, ids, memories, transaction);
      const pendingById = new Map<string, PendingMemory>();
      for (const [id, row] of loaded.byId) pendingById.set(id, { row, memory: row.aggregate });
      const idByContent = new Map([...loaded.byContent].map(([key, row]) => [key, row.aggregate.state.id]));
      const results = memories.map((input): MemoryUpsertResult => {
        const { id } = input.state;
        const existing = pendingById.get(id) ?? pendingById.get(idByContent.get(input.contentKey) ?? "");
        if (existing) {
          existing.memory = merge(existing.memory, input);
          return { memory: existing.memory, outcome: "existing" };
        }
        if (loaded.deletedIds.has(id)) return { memory: input, outcome: "deleted" };
        pendingById.set(id, { row: undefined, memory: input });
        idByContent.set(input.contentKey, id);
        return { memory: input, outcome: "added" };
      });
      const added: Memory[] = [];
      for (const { row, memory } of pendingById.values()) {
        if (!row) added.push(memory);
        else if (memory !== row.aggregate) await this.#memories.replaceInFeed(row, memory, revision, transaction);
      }
      await this.#memories.add(added, revision, transaction, loaded.storedIds);
      return results;
    });
  }

  update(userId: string, id: string, change: (current: Memory) => Memory): Promise<Memory | undefined> {
    return this.database.write(getUserQueueKey(userId), async (transaction) => {
      const row = await this.#memories.find({ user: userId, id }, transaction);
      if (!row) return undefined;
      const next = change(row.aggregate);
      if (next === row.aggregate) return next;
      if (next.contentKey !== row.aggregate.contentKey) {
        const holder = await this.#memories.findByContent(next, transaction);
        if (holder && holder.aggregate.state.id !== id) throw duplicateContent();
      }
      const revision = await this.#memories.allocateRevision(userId, transaction);
      await this.#memories.replaceInFeed(row, next, revision, transaction);
      return next;
    });
  }

  restore(userId: string, id: string, now: Date): Promise<Memory | undefined> {
    return this.database.write(getUserQueueKey(userId), (transaction) =>
      this.#memories.restoreSuperseded(userId, id, now, transaction),
    );
  }

  isDeleted(userId: string, id: string): Promise<boolean> {
    return this.#memories.isDeleted({ user: userId, id });
  }

  deleteWithTombstone(userId: string, id: string, now: Date): Promise<boolean> {
    return this.database.write(getUserQueueKey(userId), (transaction) =>
      this.#memories.deleteWithTombstone(userId, id, now, transaction),
    );
  }

  replaceExtracted(
    userId: string,
    conversationId: string,
    memories: readonly Memory[],
    fence: number,
    now: Date,
  ): Promise<void> {
    return this.database.write(getUserQueueKey(userId), async (transaction) => {
      await this.#fences.advance(userId, conversationId, fence, transaction);
      await this.#memories.replaceExtracted(userId, conversationId, memories, now, transaction);
    });
  }

  detachFromConversation(userId: string, conversationId: string, now: Date): Promise<void> {
    return this.database.write(getUserQueueKey(userId), async (transaction) => {
      await this.#fences.advance(userId, conversationId, TERMINAL_FENCING_TOKEN, transaction);
      await this.#memories.detachFromConversation(userId, conversationId, now, transaction);
    });
  }

  getChangesSince(userId: string, cursor?: string): Promise<MemoryChanges> {
    return readChangeFeed(
      this.#memories,
      { userId, cursor, limit: MEMORY_FEED_BATCH_SIZE },
      ({ aggregate: { state } }) => ({
        id: state.id,
        content: state.content,
      }),
    );
  }
}

function buildFilter(userId: string, { categories = [] }: MemoryFilter): Record<string, unknown> {
  return {
    user: userId,
    listed: true,
    ...(categories.length === 0 ? {} : { category: { $in: [...new Set(categories)] } }),
  };
}

function getAggregates(rows: readonly Row<Memory>[]): Memory[] {
  return rows.map(({ aggregate }) => aggregate);
}

/** Sorts after every character of an embedder ID. */
const MAX_CODE_POINT = "\u{10FFFF}";

/**
 * `embeddedBy` of a memory holds the embedder of its latest vector, so that an index finds memories without a vector or
 * with one of another embedder. A lookup then excludes those with an older vector of the requested embedder.
 */
export class MongoEmbeddingRepository implements EmbeddingRepository {
  readonly #embeddings: EmbeddingDocuments;
  readonly #memories: MemoryDocuments;
  readonly #revisionCounters: RevisionCounters;

  constructor(private readonly database: MongoDatabase) {
    this.#embeddings = new EmbeddingDocuments(database);
    this.#memories = new MemoryDocuments(database);
    this.#revisionCounters = new RevisionCounters(database);
  }

  async find(userId: string, embedderId: string, ids: readonly string[]): Promise<readonly Embedding[]> {
    const documents = await this.database.run(() =>
      this.#embeddings.collection.find({ user: userId, memory: { $in: [...ids] }, embedder: embedderId }).toArray(),
    );
    return documents.map(({ memory, digest, vector }) => ({ id: memory, digest, vector: toVector(vector) }));
  }

  async put(userId: string, embedderId: string, embeddings: readonly Embedding[]): Promise<void> {
    if (embeddings.length === 0) return;
    await this.database.write(getUserQueueKey(userId), async (transaction) => {
      await this.#revisionCounters.lock(userId, transaction);
      const ids = embeddings.map(({ id }) => id);
      const documents = await this.#memories.findDocumentsById(userId, ids, transaction);
      const listedIds = new Set(documents.flatMap(({ id, listed: listedIds }) => (listedIds === true ? [id] : [])));
      const storable = embeddings.filter(({ id }) => listedIds.has(id));
      if (storable.length > 0) await this.#embeddings.put(userId, embedderId, storable, transaction);
    });
  }

  async findPending(
    embedderId: string,
    dimensions: number | undefined,
    { batchSize, after }: { readonly batchSize: number; readonly after?: string },
  ): Promise<PendingEmbeddings> {
    const candidates = await this.#scan(formatEmbedderMark(embedderId, dimensions), batchSize, after);
    const embedded = await this.#findEmbedded(embedderId, dimensions, candidates);
    const memories = candidates
      .filter(({ document }) => !embedded.has(document._id))
      .map(({ aggregate: { state } }) => ({ userId: state.userId, id: state.id, content: state.content }));
    const last = candidates.at(-1)?.document;
    return { memories, cursor: last && candidates.length === batchSize ? formatCursor(last) : undefined };
  }

  deleteStale(userId: string, embedderId: string): Promise<void> {
    return this.database.write(getUserQueueKey(userId), async (transaction) => {
      transaction.markWritten();
      await this.#embeddings.collection.deleteMany(
        { user: userId, embedder: { $ne: embedderId } },
        toSessionOptions(transaction),
      );
    });
  }

  /** Finds listed memories whose `embeddedBy` does not begin with `mark`, ordered by `embeddedBy` and `_id`. */
  async #scan(mark: string, limit: number, after: string | undefined): Promise<Row<Memory>[]> {
    const [afterMark, afterId] = after === undefined ? ["", ""] : (JSON.parse(after) as [string, string]);
    const ranges: Filter<StoredDocument>[] = [
      { embeddedBy: afterMark, _id: { $gt: afterId } },
      { embeddedBy: { $gt: afterMark, $lt: mark } },
      { embeddedBy: { $gt: afterMark > mark ? afterMark : mark + MAX_CODE_POINT } },
    ];
    const rows: Row<Memory>[] = [];
    for (const range of ranges) {
      if (rows.length === limit) break;
      const options = { sort: { embeddedBy: 1, _id: 1 }, limit: limit - rows.length } as const;
      rows.push(...(await this.#memories.findAll({ listed: true, ...range }, options)));
    }
    return rows;
  }

  /** @returns the document IDs of memories that have a vector of this embedder. */
  async #findEmbedded(
    embedderId: string,
    dimensions: number | undefined,
    rows: readonly Row<Memory>[],
  ): Promise<ReadonlySet<string>> {
    const ids = rows.map(({ document }) => formatEmbeddingId(String(document.user), document.id, embedderId));
    const documents = await this.database.run(() =>
      this.#embeddings.collection
        .find(
          { _id: { $in: ids }, ...(dimensions === undefined ? {} : { dimensions }) },
          { projection: { user: 1, memory: 1 } },
        )
        .toArray(),
    );
    return new Set(documents.map(({ user, memory }) => documentId({ user, id: memory })));
  }
}

function formatCursor(document: StoredDocument): string {
  return JSON.stringify([document["embeddedBy"], document._id]);
}
