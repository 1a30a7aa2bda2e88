import { ActionItem, type ActionItemState } from "../../domain/action-item.js";
import { FINAL_FENCE } from "../../domain/lease.js";
import type { ActionItemFilter, ActionItemRepository } from "../../ports/driven/action-item-repository.js";
import type { PageRequest } from "../../ports/driven/page-request.js";
import { ExtractionFences } from "./extraction-fences.js";
import { by, Table } from "./table.js";
import { Tombstones } from "./tombstones.js";

export class InMemoryActionItemRepository implements ActionItemRepository {
  readonly #items = new Table((state: ActionItemState) => ActionItem.restore(state));
  readonly #tombstones = new Tombstones();
  readonly #fences = new ExtractionFences();

  /** What is stored, for the archive. */
  get table(): Table<ActionItemState, ActionItem> {
    return this.#items;
  }

  get tombstones(): Tombstones {
    return this.#tombstones;
  }

  get fences(): ExtractionFences {
    return this.#fences;
  }

  async replaceExtracted(
    userId: string,
    conversationId: string,
    items: readonly ActionItem[],
    fence: number,
  ): Promise<void> {
    this.#fences.advance(userId, conversationId, fence);
    this.prepareExtraction(userId, conversationId, items)();
  }

  /** @returns writes the items as `replaceExtracted`, without the fence. Never throws. */
  prepareExtraction(userId: string, conversationId: string, items: readonly ActionItem[]): () => void {
    const copies = items.map(copyOf);
    return () => {
      this.#removeUntouched(userId, conversationId);
      for (const item of copies) {
        const { id } = item.state;
        if (!this.#tombstones.has(userId, id) && !this.#items.has(userId, id)) this.#items.put(userId, item);
      }
    };
  }

  async detachFromConversation(userId: string, conversationId: string, now: Date): Promise<void> {
    this.#fences.advance(userId, conversationId, FINAL_FENCE);
    this.#removeUntouched(userId, conversationId);
    for (const item of this.#of(userId, conversationId)) this.#items.put(userId, item.detach(now));
  }

  async findByConversations(userId: string, conversationIds: readonly string[]): Promise<ActionItem[]> {
    const ids = new Set(conversationIds);
    return this.#items
      .of(userId)
      .filter(({ state }) => state.conversationId !== null && ids.has(state.conversationId))
      .sort(by(({ sortKey }) => sortKey));
  }

  async list(userId: string, filter: ActionItemFilter, page: PageRequest): Promise<ActionItem[]> {
    const { limit, offset = 0, after = "" } = page;
    return this.#listed(userId, filter)
      .sort(by(({ sortKey }) => sortKey))
      .filter(({ sortKey }) => sortKey > after)
      .slice(offset, offset + limit);
  }

  async count(userId: string, filter: ActionItemFilter): Promise<number> {
    return this.#listed(userId, filter).length;
  }

  async insertAll(userId: string, items: readonly ActionItem[]): Promise<(ActionItem | undefined)[]> {
    const copies = items.map(copyOf);
    return copies.map((item) => {
      const { id } = item.state;
      const existing = this.#items.get(userId, id);
      if (existing) return existing;
      if (this.#tombstones.has(userId, id)) return undefined;
      this.#items.put(userId, item);
      return item;
    });
  }

  async get(userId: string, id: string): Promise<ActionItem | undefined> {
    return this.#items.get(userId, id);
  }

  async update(
    userId: string,
    id: string,
    change: (before: ActionItem) => ActionItem,
  ): Promise<ActionItem | undefined> {
    return this.#items.update(userId, id, change);
  }

  async isDeleted(userId: string, id: string): Promise<boolean> {
    return this.#tombstones.has(userId, id);
  }

  async deleteWithTombstone(userId: string, id: string): Promise<boolean> {
    if (!this.#items.remove(userId, id)) return false;
    this.#tombstones.add(userId, id);
    return true;
  }

  #listed(userId: string, filter: ActionItemFilter): ActionItem[] {
    return this.#items.of(userId).filter((item) => matches(item, filter));
  }

  #of(userId: string, conversationId: string): ActionItem[] {
    return this.#items.of(userId).filter(({ state }) => state.conversationId === conversationId);
  }

  #removeUntouched(userId: string, conversationId: string): void {
    for (const { state } of this.#of(userId, conversationId)) {
      if (!state.touched) this.#items.remove(userId, state.id);
    }
  }
}

/** Copied before the first write, so that an item that cannot be copied changes nothing. */
const copyOf = ({ state }: ActionItem): ActionItem => ActionItem.restore(structuredClone(state));

function matches({ state }: ActionItem, { conversationId, completed, from, to }: ActionItemFilter): boolean {
  return (
    (conversationId === undefined || state.conversationId === conversationId) &&
    (completed === undefined || state.completed === completed) &&
    (from === undefined || state.createdAt >= from) &&
    (to === undefined || state.createdAt <= to)
  );
}
