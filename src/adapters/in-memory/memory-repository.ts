import type { KnownMemories, MemoryChange } from "../../domain/memory-book.js";
import { extractionChanges, releaseChanges } from "../../domain/memory-extraction.js";
import { contentTaken, Memory, MEMORIES_A_LOOK, REMOVALS_KEPT, type MemoryState } from "../../domain/memory.js";
import { FINAL_FENCE } from "../../domain/lease.js";
import type { MemoryChanges } from "../../ports/driven/memory-feed.js";
import type { MemoryAddition, MemoryFilter, MemoryRepository } from "../../ports/driven/memory-repository.js";
import type { Stretch } from "../../ports/driven/stretch.js";
import { ExtractionFences } from "./extraction-fences.js";
import { by, Table } from "./table.js";
import { Tombstones } from "./tombstones.js";

/** When what there is was last written, and what there is no more was removed, by id: the earlier before the later. */
interface Revisions {
  readonly written: Map<string, number>;
  readonly removed: Map<string, number>;
  /** Of the last removal that is not among them any more. */
  forgotten: number;
}

export class InMemoryMemoryRepository implements MemoryRepository {
  readonly #memories = new Table((state: MemoryState) => Memory.restore(state));
  readonly #tombstones = new Tombstones();
  readonly #fences = new ExtractionFences();
  readonly #revisions = new Map<string, Revisions>();
  #revision = 0;

  /** Of all users. */
  all(): Memory[] {
    return this.#memories.all();
  }

  async get(userId: string, id: string): Promise<Memory | undefined> {
    return this.#memories.get(userId, id);
  }

  async ofIds(userId: string, ids: readonly string[]): Promise<Memory[]> {
    return ids.flatMap((id) => this.#memories.get(userId, id) ?? []);
  }

  async ofConversation(userId: string, conversationId: string): Promise<Memory[]> {
    return [...this.#known(userId, conversationId).ofConversation];
  }

  async list(userId: string, filter: MemoryFilter, { limit, offset = 0, after = "" }: Stretch): Promise<Memory[]> {
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
    meet: (existing: Memory, given: Memory) => Memory,
  ): Promise<MemoryAddition[]> {
    const known = this.#byContent(userId);
    const changed = new Map<string, Memory>();
    const answers = memories.map((given): MemoryAddition => {
      const { id } = given.state;
      const existing = changed.get(id) ?? this.#memories.get(userId, id) ?? known.get(given.contentKey);
      if (!existing && this.#tombstones.has(userId, id)) return { memory: given, outcome: "buried" };
      const memory = existing ? meet(existing, given) : given;
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

  async isBuried(userId: string, id: string): Promise<boolean> {
    return this.#tombstones.has(userId, id);
  }

  async bury(userId: string, id: string): Promise<boolean> {
    const memory = this.#memories.get(userId, id);
    if (!memory) return false;
    this.#remove(userId, id);
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
    this.#apply(userId, extractionChanges(conversationId, memories, this.#known(userId, conversationId), now));
  }

  async releaseConversation(userId: string, conversationId: string, now: Date): Promise<void> {
    this.#fences.advance(userId, conversationId, FINAL_FENCE);
    this.#apply(userId, releaseChanges(conversationId, this.#known(userId, conversationId), now));
  }

  async changesSince(userId: string, mark?: string): Promise<MemoryChanges> {
    const { written, removed, forgotten } = this.#revisionsOf(userId);
    const [toldOf = 0, removalsToldOf = 0] = mark?.split("/").map(Number) ?? [];
    if (mark !== undefined && removalsToldOf < forgotten) return this.changesSince(userId);
    const anew = mark === undefined;
    const next = [...written].filter(([, revision]) => revision > toldOf).slice(0, MEMORIES_A_LOOK);
    const gone = [...removed].flatMap(([id, revision]) => (revision > removalsToldOf ? id : []));
    const memories = next.flatMap(([id]) => this.#memories.get(userId, id) ?? []);
    const unlisted = memories.filter(({ isListed }) => !isListed);
    return {
      anew,
      present: memories.filter(({ isListed }) => isListed).map(({ state: { id, content } }) => ({ id, content })),
      absent: anew ? [] : [...gone, ...unlisted.map(({ state }) => state.id)],
      mark: `${next.at(-1)?.[1] ?? toldOf}/${this.#revision}`,
      more: next.length === MEMORIES_A_LOOK,
    };
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
      isBuried: (id) => this.#tombstones.has(userId, id),
    };
  }

  #apply(userId: string, changes: readonly MemoryChange[]): void {
    for (const { before, after } of changes) {
      if (after) this.#put(userId, after);
      else this.#remove(userId, before.state.id);
    }
  }

  #put(userId: string, memory: Memory): void {
    const { id } = memory.state;
    this.#memories.put(userId, memory);
    const { written, removed } = this.#revisionsOf(userId);
    removed.delete(id);
    // What is set again keeps its place in a Map.
    written.delete(id);
    written.set(id, (this.#revision += 1));
  }

  #remove(userId: string, id: string): void {
    this.#memories.remove(userId, id);
    const revisions = this.#revisionsOf(userId);
    const { written, removed } = revisions;
    written.delete(id);
    removed.set(id, (this.#revision += 1));
    const [oldest] = removed;
    if (!oldest || removed.size <= REMOVALS_KEPT) return;
    removed.delete(oldest[0]);
    revisions.forgotten = oldest[1];
  }

  #revisionsOf(userId: string): Revisions {
    const revisions = this.#revisions.get(userId) ?? { written: new Map(), removed: new Map(), forgotten: 0 };
    this.#revisions.set(userId, revisions);
    return revisions;
  }
}
