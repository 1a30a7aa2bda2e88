import { FINAL_FENCE } from "../../domain/lease.js";
import { contentTaken, MEMORIES_A_LOOK, type Memory } from "../../domain/memory.js";
import type { MemoryChanges } from "../../ports/driven/memory-feed.js";
import type { MemoryFilter, MemoryRepository, MemoryUpsertResult } from "../../ports/driven/memory-repository.js";
import type { PageRequest } from "../../ports/driven/page-request.js";
import { readChanges } from "./change-feed.js";
import { userQueue, type Database } from "./database.js";
import type { Row } from "./documents.js";
import { ExtractionFences } from "./extraction-fences.js";
import { MemoryDocuments } from "./memory-documents.js";

/** A memory as it becomes; without a row when it is new. */
interface MemoryEntry {
  readonly row: Row<Memory> | undefined;
  memory: Memory;
}

export class MongoMemoryRepository implements MemoryRepository {
  readonly #memories: MemoryDocuments;
  readonly #fences: ExtractionFences;

  constructor(private readonly database: Database) {
    this.#memories = new MemoryDocuments(database);
    this.#fences = new ExtractionFences(database, "memory");
  }

  get(userId: string, id: string): Promise<Memory | undefined> {
    return this.#memories.get({ user: userId, id });
  }

  async getMany(userId: string, ids: readonly string[]): Promise<Memory[]> {
    const documents = await this.#memories.findDocumentsById(userId, ids);
    const rows = new Map(documents.map((document) => [document.id, this.#memories.rowOf(document)]));
    return ids.flatMap((id) => rows.get(id)?.aggregate ?? []);
  }

  async findByConversation(userId: string, conversationId: string): Promise<Memory[]> {
    return aggregatesOf(await this.#memories.findByConversation(userId, conversationId));
  }

  list(userId: string, filter: MemoryFilter, page: PageRequest): Promise<Memory[]> {
    return this.#memories.listPage(queryOf(userId, filter), { by: "key", ...page });
  }

  count(userId: string, filter: MemoryFilter): Promise<number> {
    return this.#memories.count(queryOf(userId, filter));
  }

  addOrGet(
    userId: string,
    memories: readonly Memory[],
    merge: (existing: Memory, given: Memory) => Memory,
  ): Promise<MemoryUpsertResult[]> {
    return this.database.write(userQueue(userId), async (transaction) => {
      const revision = await this.#memories.takeRevision(userId, transaction);
      const ids = memories.map(({ state }) => state.id);
      const loaded = await this.#memories.load(userId, ids, memories, transaction);
      const entries = new Map<string, MemoryEntry>();
      for (const [id, row] of loaded.byId) entries.set(id, { row, memory: row.aggregate });
      const idByContent = new Map([...loaded.byContent].map(([key, row]) => [key, row.aggregate.state.id]));
      const results = memories.map((given): MemoryUpsertResult => {
        const { id } = given.state;
        const existing = entries.get(id) ?? entries.get(idByContent.get(given.contentKey) ?? "");
        if (existing) {
          existing.memory = merge(existing.memory, given);
          return { memory: existing.memory, outcome: "existing" };
        }
        if (loaded.deletedIds.has(id)) return { memory: given, outcome: "deleted" };
        entries.set(id, { row: undefined, memory: given });
        idByContent.set(given.contentKey, id);
        return { memory: given, outcome: "added" };
      });
      const added: Memory[] = [];
      for (const { row, memory } of entries.values()) {
        if (!row) added.push(memory);
        else if (memory !== row.aggregate) await this.#memories.replaceInFeed(row, memory, revision, transaction);
      }
      await this.#memories.add(added, revision, transaction, loaded.storedIds);
      return results;
    });
  }

  update(userId: string, id: string, change: (current: Memory) => Memory): Promise<Memory | undefined> {
    return this.database.write(userQueue(userId), async (transaction) => {
      const row = await this.#memories.find({ user: userId, id }, transaction);
      if (!row) return undefined;
      const next = change(row.aggregate);
      if (next === row.aggregate) return next;
      if (next.contentKey !== row.aggregate.contentKey) {
        const holder = await this.#memories.findByContent(next, transaction);
        if (holder && holder.aggregate.state.id !== id) throw contentTaken();
      }
      const revision = await this.#memories.takeRevision(userId, transaction);
      await this.#memories.replaceInFeed(row, next, revision, transaction);
      return next;
    });
  }

  restore(userId: string, id: string, now: Date): Promise<Memory | undefined> {
    return this.database.write(userQueue(userId), (transaction) =>
      this.#memories.restoreFormer(userId, id, now, transaction),
    );
  }

  isDeleted(userId: string, id: string): Promise<boolean> {
    return this.#memories.isDeleted({ user: userId, id });
  }

  deleteWithTombstone(userId: string, id: string, now: Date): Promise<boolean> {
    return this.database.write(userQueue(userId), (transaction) =>
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
    return this.database.write(userQueue(userId), async (transaction) => {
      await this.#fences.advance(userId, conversationId, fence, transaction);
      await this.#memories.replaceExtracted(userId, conversationId, memories, now, transaction);
    });
  }

  detachFromConversation(userId: string, conversationId: string, now: Date): Promise<void> {
    return this.database.write(userQueue(userId), async (transaction) => {
      await this.#fences.advance(userId, conversationId, FINAL_FENCE, transaction);
      await this.#memories.detachFromConversation(userId, conversationId, now, transaction);
    });
  }

  changesSince(userId: string, cursor?: string): Promise<MemoryChanges> {
    return readChanges(this.#memories, { userId, cursor, limit: MEMORIES_A_LOOK }, ({ aggregate: { state } }) => ({
      id: state.id,
      content: state.content,
    }));
  }
}

function queryOf(userId: string, { categories = [] }: MemoryFilter): Record<string, unknown> {
  return {
    user: userId,
    listed: true,
    ...(categories.length === 0 ? {} : { category: { $in: [...new Set(categories)] } }),
  };
}

function aggregatesOf(rows: readonly Row<Memory>[]): Memory[] {
  return rows.map(({ aggregate }) => aggregate);
}
