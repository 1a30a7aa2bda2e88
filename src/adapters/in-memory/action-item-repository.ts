import { ActionItem, type ActionItemState } from "../../domain/action-item/action-item.js";
import { TERMINAL_FENCING_TOKEN } from "../../domain/lease.js";
import type { ActionItemFilter, ActionItemRepository } from "../../ports/driven/store/action-item-repository.js";
import type { PageRequest } from "../../ports/paging.js";
import { InMemoryExtractionFences, compareBy, AggregateTable, InMemoryTombstones } from "./tables.js";

export class InMemoryActionItemRepository implements ActionItemRepository {
  readonly #itemTable = new AggregateTable((state: ActionItemState) => ActionItem.restore(state));
  readonly #tombstones = new InMemoryTombstones();
  readonly #fences = new InMemoryExtractionFences();

  /** The stored items, for the archive. */
  get table(): AggregateTable<ActionItemState, ActionItem> {
    return this.#itemTable;
  }

  get tombstones(): InMemoryTombstones {
    return this.#tombstones;
  }

  get fences(): InMemoryExtractionFences {
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

  /** @returns a function that writes the items as `replaceExtracted`, without the fence. It never throws. */
  prepareExtraction(userId: string, conversationId: string, items: readonly ActionItem[]): () => void {
    const clonedItems = items.map(cloneItem);
    return () => {
      this.#removeUntouched(userId, conversationId);
      for (const item of clonedItems) {
        const { id } = item.state;
        if (!this.#tombstones.has(userId, id) && !this.#itemTable.has(userId, id)) this.#itemTable.put(userId, item);
      }
    };
  }

  async detachFromConversation(userId: string, conversationId: string, now: Date): Promise<void> {
    this.#fences.advance(userId, conversationId, TERMINAL_FENCING_TOKEN);
    this.#removeUntouched(userId, conversationId);
    for (const item of this.#findByConversation(userId, conversationId)) this.#itemTable.put(userId, item.detach(now));
  }

  async findByConversations(userId: string, conversationIds: readonly string[]): Promise<ActionItem[]> {
    const ids = new Set(conversationIds);
    return this.#itemTable
      .listByUser(userId)
      .filter(({ state }) => state.conversationId !== null && ids.has(state.conversationId))
      .sort(compareBy(({ sortKey }) => sortKey));
  }

  async list(userId: string, filter: ActionItemFilter, page: PageRequest): Promise<ActionItem[]> {
    const { limit, offset = 0, after = "" } = page;
    return this.#findMatching(userId, filter)
      .sort(compareBy(({ sortKey }) => sortKey))
      .filter(({ sortKey }) => sortKey > after)
      .slice(offset, offset + limit);
  }

  async count(userId: string, filter: ActionItemFilter): Promise<number> {
    return this.#findMatching(userId, filter).length;
  }

  async insertAll(userId: string, items: readonly ActionItem[]): Promise<(ActionItem | undefined)[]> {
    const clonedItems = items.map(cloneItem);
    return clonedItems.map((item) => {
      const { id } = item.state;
      const existing = this.#itemTable.get(userId, id);
      if (existing) return existing;
      if (this.#tombstones.has(userId, id)) return undefined;
      this.#itemTable.put(userId, item);
      return item;
    });
  }

  async get(userId: string, id: string): Promise<ActionItem | undefined> {
    return this.#itemTable.get(userId, id);
  }

  async update(
    userId: string,
    id: string,
    change: (current: ActionItem) => ActionItem,
  ): Promise<ActionItem | undefined> {
    return this.#itemTable.update(userId, id, change);
  }

  async isDeleted(userId: string, id: string): Promise<boolean> {
    return this.#tombstones.has(userId, id);
  }

  async deleteWithTombstone(userId: string, id: string): Promise<boolean> {
    if (!this.#itemTable.remove(userId, id)) return false;
    this.#tombstones.add(userId, id);
    return true;
  }

  #findMatching(userId: string, filter: ActionItemFilter): ActionItem[] {
    return this.#itemTable.listByUser(userId).filter((item) => matchesFilter(item, filter));
  }

  #findByConversation(userId: string, conversationId: string): ActionItem[] {
    return this.#itemTable.listByUser(userId).filter(({ state }) => state.conversationId === conversationId);
  }

  #removeUntouched(userId: string, conversationId: string): void {
    for (const { state } of this.#findByConversation(userId, conversationId)) {
      if (!state.touched) this.#itemTable.remove(userId, state.id);
    }
  }
}

/** Clones before the first write, so that an item that cannot be cloned changes nothing. */
const cloneItem = ({ state }: ActionItem): ActionItem => ActionItem.restore(structuredClone(state));

function matchesFilter({ state }: ActionItem, { conversationId, completed, from, to }: ActionItemFilter): boolean {
  return (
    (conversationId === undefined || state.conversationId === conversationId) &&
    (completed === undefined || state.completed === completed) &&
    (from === undefined || state.createdAt >= from) &&
    (to === undefined || state.createdAt <= to)
  );
}
