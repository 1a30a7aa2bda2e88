import type { Filter } from "mongodb";
import { ActionItem } from "../../../domain/action-item/action-item.js";
import { TERMINAL_FENCING_TOKEN } from "../../../domain/lease.js";
import type { ActionItemFilter, ActionItemRepository } from "../../../ports/driven/store/action-item-repository.js";
import type { PageRequest } from "../../../ports/paging.js";
import { ActionItemDocuments } from "../documents/action-item-documents.js";
import { getUserQueueKey, type MongoDatabase } from "../database/database.js";
import { SORT_KEY_UPPER_BOUND } from "../../../domain/time/timestamps.js";
import type { StoredDocument } from "../documents/documents.js";
import { MongoExtractionFences } from "../documents/extraction-fences.js";

export class MongoActionItemRepository implements ActionItemRepository {
  readonly #items: ActionItemDocuments;
  readonly #fences: MongoExtractionFences;

  constructor(private readonly database: MongoDatabase) {
    this.#items = new ActionItemDocuments(database);
    this.#fences = new MongoExtractionFences(database, "action_item");
  }

  replaceExtracted(userId: string, conversationId: string, items: readonly ActionItem[], fence: number): Promise<void> {
    return this.database.write(getUserQueueKey(userId), async (transaction) => {
      await this.#fences.advance(userId, conversationId, fence, transaction);
      await this.#items.replaceExtracted(userId, conversationId, items, transaction);
    });
  }

  detachFromConversation(userId: string, conversationId: string, now: Date): Promise<void> {
    return this.database.write(getUserQueueKey(userId), async (transaction) => {
      await this.#fences.advance(userId, conversationId, TERMINAL_FENCING_TOKEN, transaction);
      await this.#items.detachFromConversation(userId, conversationId, now, transaction);
    });
  }

  async findByConversations(userId: string, conversationIds: readonly string[]): Promise<ActionItem[]> {
    const rows = await this.#items.findByConversations(userId, conversationIds);
    return rows.map(({ aggregate }) => aggregate);
  }

  list(userId: string, filter: ActionItemFilter, page: PageRequest): Promise<ActionItem[]> {
    return this.#items.listPage(buildFilter(userId, filter), { orderBy: "key", ...page });
  }

  count(userId: string, filter: ActionItemFilter): Promise<number> {
    return this.#items.count(buildFilter(userId, filter));
  }

  insertAll(userId: string, items: readonly ActionItem[]): Promise<(ActionItem | undefined)[]> {
    return this.database.write(getUserQueueKey(userId), async (transaction) => {
      const stored = await this.#items.findStored(userId, items, transaction);
      const missing = new Map<string, ActionItem>();
      for (const item of items) {
        const { id } = item.state;
        if (!stored.has(id) && !missing.has(id)) missing.set(id, item);
      }
      await this.#items.insertMany([...missing.values()], transaction);
      return items.map(({ state: { id } }) => (stored.has(id) ? stored.get(id)?.row?.aggregate : missing.get(id)));
    });
  }

  get(userId: string, id: string): Promise<ActionItem | undefined> {
    return this.#items.get({ user: userId, id });
  }

  update(userId: string, id: string, change: (current: ActionItem) => ActionItem): Promise<ActionItem | undefined> {
    return this.#items.update(getUserQueueKey(userId), { user: userId, id }, change);
  }

  isDeleted(userId: string, id: string): Promise<boolean> {
    return this.#items.isDeleted({ user: userId, id });
  }

  deleteWithTombstone(userId: string, id: string): Promise<boolean> {
    return this.database.write(getUserQueueKey(userId), async (transaction) => {
      const row = await this.#items.find({ user: userId, id }, transaction);
      if (row) await this.#items.replaceByTombstone(userId, id, transaction);
      return row !== undefined;
    });
  }
}

function buildFilter(
  userId: string,
  { conversationId, completed, from, to }: ActionItemFilter,
): Filter<StoredDocument> {
  return {
    user: userId,
    ...(conversationId === undefined ? {} : { conversation: conversationId }),
    key: {
      $gt: completed ? ActionItem.getSortKeyPrefix(true) : "",
      $lt: completed === false ? ActionItem.getSortKeyPrefix(true) : SORT_KEY_UPPER_BOUND,
    },
    ...(from === undefined && to === undefined
      ? {}
      : { createdAt: { ...(from && { $gte: from }), ...(to && { $lte: to }) } }),
  };
}
