import { FINAL_FENCE } from "../../domain/lease.js";
import { contentTaken, type Memory } from "../../domain/memory.js";
import type { MemoryChanges } from "../../ports/driven/memory-feed.js";
import type { MemoryUpsertResult, MemoryFilter, MemoryRepository } from "../../ports/driven/memory-repository.js";
import type { PageRequest } from "../../ports/driven/page-request.js";
import type { Database } from "./database.js";
import { ExtractionFences } from "./extraction-fences.js";
import { countOf, pageOf } from "./memory-query.js";
import { memoryOf, MemoryTable } from "./memory-table.js";
import { PageMarks } from "./page-marks.js";
import { placeOf, type Place } from "./place.js";

export class SqliteMemoryRepository implements MemoryRepository {
  readonly #table: MemoryTable;
  readonly #fences: ExtractionFences;
  readonly #marks: PageMarks;

  constructor(private readonly database: Database) {
    this.#table = new MemoryTable(database);
    this.#fences = new ExtractionFences(database, "memory");
    this.#marks = new PageMarks(database.dataVersions);
  }

  get(userId: string, id: string): Promise<Memory | undefined> {
    return this.database.read(() => this.#table.find(userId, id)?.memory);
  }

  getMany(userId: string, ids: readonly string[]): Promise<Memory[]> {
    return this.database.read(() => ids.flatMap((id) => this.#table.find(userId, id)?.memory ?? []));
  }

  findByConversation(userId: string, conversationId: string): Promise<Memory[]> {
    return this.database.read(() => this.#table.findByConversation(userId, conversationId));
  }

  list(userId: string, filter: MemoryFilter, page: PageRequest): Promise<Memory[]> {
    return this.database.read(() =>
      this.#marks.page(userId, filter, placeOf(page), (place) => this.#page(userId, filter, place)),
    );
  }

  count(userId: string, filter: MemoryFilter): Promise<number> {
    const { sql, values } = countOf(userId, filter);
    return this.database.read(() => Number(this.database.prepare(sql).get(...values)?.count));
  }

  addOrGet(
    userId: string,
    memories: readonly Memory[],
    merge: (existing: Memory, given: Memory) => Memory,
  ): Promise<MemoryUpsertResult[]> {
    return this.database.write(userId, () => {
      const revision = this.#table.nextRevision(userId);
      return memories.map((given): MemoryUpsertResult => {
        const { id } = given.state;
        if (!this.#table.isDeleted(userId, id) && this.#table.insert(given, revision)) {
          return { memory: given, outcome: "added" };
        }
        const row = this.#table.find(userId, id) ?? this.#table.findByContent(userId, given);
        if (!row) return { memory: given, outcome: "deleted" };
        const memory = merge(row.memory, given);
        if (memory !== row.memory) this.#table.replace(row, memory, revision);
        return { memory, outcome: "existing" };
      });
    });
  }

  async update(userId: string, id: string, change: (before: Memory) => Memory): Promise<Memory | undefined> {
    const job = (): { readonly after?: Memory; readonly removed: boolean } => {
      const row = this.#table.find(userId, id);
      if (!row) return { removed: false };
      const after = change(row.memory);
      if (after.contentKey !== row.memory.contentKey) {
        const holder = this.#table.findByContent(userId, after);
        if (holder && holder.key !== row.key) throw contentTaken();
      }
      if (after === row.memory) return { after, removed: false };
      return { after, removed: this.#table.replace(row, after, this.#table.nextRevision(userId)) };
    };
    return (await this.database.remove(userId, job, ({ removed }) => removed)).after;
  }

  isDeleted(userId: string, id: string): Promise<boolean> {
    return this.database.read(() => this.#table.isDeleted(userId, id));
  }

  restore(userId: string, id: string, now: Date): Promise<Memory | undefined> {
    return this.database.write(userId, () => this.#table.restore(userId, id, now));
  }

  deleteWithTombstone(userId: string, id: string, now: Date): Promise<boolean> {
    return this.database.remove(userId, () => this.#table.deleteWithTombstone(userId, id, now));
  }

  async replaceExtracted(
    userId: string,
    conversationId: string,
    memories: readonly Memory[],
    fence: number,
    now: Date,
  ): Promise<void> {
    await this.database.remove(userId, () => {
      this.#fences.advance(userId, conversationId, fence);
      return this.#table.replaceExtracted(userId, conversationId, memories, now);
    });
  }

  async detachFromConversation(userId: string, conversationId: string, now: Date): Promise<void> {
    await this.database.remove(userId, () => {
      this.#fences.advance(userId, conversationId, FINAL_FENCE);
      return this.#table.detachFromConversation(userId, conversationId, now);
    });
  }

  changesSince(userId: string, cursor?: string): Promise<MemoryChanges> {
    return this.database.read(() => this.#table.changesSince(userId, cursor));
  }

  #page(userId: string, filter: MemoryFilter, place: Place): Memory[] {
    const { sql, values } = pageOf(userId, filter, place);
    const rows = this.database.prepare(sql).all(...values);
    return rows.map(memoryOf);
  }
}
