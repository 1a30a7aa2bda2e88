import type { KnownMemories, MemoryChange } from "../../domain/memory-book.js";
import { extractionChanges, releaseChanges } from "../../domain/memory-extraction.js";
import { contentTaken, Memory, MEMORIES_A_LOOK, type MemoryState } from "../../domain/memory.js";
import { FINAL_FENCE } from "../../domain/lease.js";
import type { MemoryChanges } from "../../ports/driven/memory-feed.js";
import type { MemoryUpsertResult, MemoryFilter, MemoryRepository } from "../../ports/driven/memory-repository.js";
import type { PageRequest } from "../../ports/driven/page-request.js";
import { ChangeLog } from "./change-log.js";
import { ExtractionFences } from "./extraction-fences.js";
import { by, Table } from "./table.js";
import { Tombstones } from "./tombstones.js";

export class InMemoryMemoryRepository implements MemoryRepository {
  readonly #memories = new Table((state: MemoryState) => Memory.restore(state));
  readonly #tombstones = new Tombstones();
  readonly #fences = new ExtractionFences();
  readonly #changes = new ChangeLog(MEMORIES_A_LOOK);

  /** @param onWithdrawn called with each memory that is removed or rejected. */
  constructor(private readonly onWithdrawn: (userId: string, id: string, now: Date) => void = () => undefined) {}

  /** What is stored, for the archive. */
  get table(): Table<MemoryState, Memory> {
    return this.#memories;
  }

  get tombstones(): Tombstones {
    return this.#tombstones;
  }

  get fences(): ExtractionFences {
    return this.#fences;
  }

  /** Of all users. */
  all(): Memory[] {
    return this.#memories.all();
  }

  async get(userId: string, id: string): Promise<Memory | undefined> {
    return this.#memories.get(userId, id);
  }

  async getMany(userId: string, ids: readonly string[]): Promise<Memory[]> {
    return ids.flatMap((id) => this.#memories.get(userId, id) ?? []);
  }

  async findByConversation(userId: string, conversationId: string): Promise<Memory[]> {
    return [...this.#known(userId, conversationId).ofConversation];
  }

  async list(userId: string, filter: MemoryFilter, { limit, offset = 0, after = "" }: PageRequest): Promise<Memory[]> {
    return this.#listed(userId, filter)
      .sort(by(({ sortKey }) => sortKey))
      .filter(({ sortKey }) => sortKey > after)
      .slice(offset, offset + limit);
  }

  async count(userId: string, filter: MemoryFilter): Promise<number> {
    return this.#listed(userId, filter).length;
  }

  async addOrGet(
    userId: string,
    memories: readonly Memory[],
    merge: (existing: Memory, given: Memory) => Memory,
  ): Promise<MemoryUpsertResult[]> {
    const known = this.#byContent(userId);
    const changed = new Map<string, Memory>();
    const answers = memories.map((given): MemoryUpsertResult => {
      const { id } = given.state;
      const existing = changed.get(id) ?? this.#memories.get(userId, id) ?? known.get(given.contentKey);
      if (!existing && this.#tombstones.has(userId, id)) return { memory: given, outcome: "deleted" };
      const memory = existing ? merge(existing, given) : given;
      if (memory !== existing) changed.set(memory.state.id, memory);
      known.set(memory.contentKey, memory);
      return { memory, outcome: existing ? "existing" : "added" };
    });
    for (const memory of changed.values()) this.#put(userId, memory);
    return answers;
  }

  async update(userId: string, id: string, change: (before: Memory) => Memory): Promise<Memory | undefined> {
    const before = this.#memories.get(userId, id);
    if (!before) return undefined;
    const after = change(before);
    const holder = this.#byContent(userId).get(after.contentKey);
    if (holder && holder.state.id !== id) throw contentTaken();
    if (after !== before) this.#put(userId, after);
    return after;
  }

  async isDeleted(userId: string, id: string): Promise<boolean> {
    return this.#tombstones.has(userId, id);
  }

  async restore(userId: string, id: string, now: Date): Promise<Memory | undefined> {
    const [parts] = this.#memories.of(userId).flatMap((holder) => holder.restoreFormer(id, now) ?? []);
    if (!parts) return undefined;
    if (this.#byContent(userId).has(parts.restored.contentKey)) throw contentTaken();
    this.#put(userId, parts.holder);
    this.#put(userId, parts.restored);
    return parts.restored;
  }

  hasContentOf(memory: Memory): boolean {
    return this.#byContent(memory.state.userId).has(memory.contentKey);
  }

  /** Whether a memory with this ID exists that the user has not rejected. */
  isListed(userId: string, id: string): boolean {
    return this.#memories.get(userId, id)?.isListed === true;
  }

  async deleteWithTombstone(userId: string, id: string, now: Date): Promise<boolean> {
    const memory = this.#memories.get(userId, id);
    if (!memory) return false;
    this.#remove(userId, id, now);
    for (const name of memory.names) this.#tombstones.add(userId, name);
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

  /** @returns writes the memories as `replaceExtracted`, without the fence. Never throws. */
  prepareExtraction(userId: string, conversationId: string, memories: readonly Memory[], now: Date): () => void {
    // Copied before the first write, so that a memory that cannot be copied changes nothing.
    const copies = memories.map(({ state }) => Memory.restore(structuredClone(state)));
    const changes = extractionChanges(conversationId, copies, this.#known(userId, conversationId), now);
    return () => this.#apply(userId, changes, now);
  }

  async detachFromConversation(userId: string, conversationId: string, now: Date): Promise<void> {
    this.#fences.advance(userId, conversationId, FINAL_FENCE);
    this.#apply(userId, releaseChanges(conversationId, this.#known(userId, conversationId), now), now);
  }

  async changesSince(userId: string, cursor?: string): Promise<MemoryChanges> {
    return this.#changes.changesSince(userId, cursor, (id) => {
      const memory = this.#memories.get(userId, id);
      return memory?.isListed ? { id, content: memory.state.content } : undefined;
    });
  }

  #listed(userId: string, { categories = [] }: MemoryFilter): Memory[] {
    return this.#memories
      .of(userId)
      .filter(({ isListed, state }) => isListed && (categories.length === 0 || categories.includes(state.category)));
  }

  #byContent(userId: string): Map<string, Memory> {
    return new Map(this.#memories.of(userId).map((memory) => [memory.contentKey, memory]));
  }

  /** Each is the same object whenever it is asked for. */
  #known(userId: string, conversationId: string): KnownMemories {
    const all = this.#memories.of(userId);
    const byId = new Map(all.map((memory) => [memory.state.id, memory]));
    const byContent = new Map(all.map((memory) => [memory.contentKey, memory]));
    return {
      ofConversation: all.filter(({ conversationIds }) => conversationIds.includes(conversationId)),
      byContent: ({ contentKey }) => byContent.get(contentKey),
      byId: (id) => byId.get(id),
      isDeleted: (id) => this.#tombstones.has(userId, id),
    };
  }

  #apply(userId: string, changes: readonly MemoryChange[], now: Date): void {
    for (const { before, after } of changes) {
      if (after) this.#put(userId, after);
      else this.#remove(userId, before.state.id, now);
    }
  }

  #put(userId: string, memory: Memory): void {
    this.#memories.put(userId, memory);
    this.#changes.noteWritten(userId, memory.state.id);
    if (!memory.isListed) this.onWithdrawn(userId, memory.state.id, memory.state.updatedAt);
  }

  #remove(userId: string, id: string, now: Date): void {
    this.#memories.remove(userId, id);
    this.#changes.noteRemoved(userId, id);
    this.onWithdrawn(userId, id, now);
  }
}
