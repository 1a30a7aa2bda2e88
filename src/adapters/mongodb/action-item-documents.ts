import { ActionItem } from "../../domain/action-item.js";
import type { IndexDefinition } from "./collections.js";
import type { Database } from "./database.js";
import { Documents, type Row } from "./documents.js";
import type { Transaction } from "./write-queue.js";

export const actionItemIndexes: readonly IndexDefinition[] = [
  { keys: { user: 1, key: 1, createdAt: 1 }, serves: "list and count, by completion and date" },
  { keys: { user: 1, conversation: 1, key: 1, createdAt: 1 }, serves: "items of conversations, list and count of one" },
];

/** The collection of action items. */
export class ActionItemDocuments extends Documents<ActionItem> {
  constructor(database: Database) {
    super(database, {
      collection: "actionItems",
      restore: (state) => ActionItem.restore(state),
      keyOf: ({ state }) => ({ user: state.userId, id: state.id }),
      fieldsOf: ({ sortKey, state }) => ({
        key: sortKey,
        conversation: state.conversationId,
        createdAt: state.createdAt,
      }),
    });
  }

  /** Ordered by `sortKey`. */
  async findByConversations(
    userId: string,
    conversationIds: readonly string[],
    transaction?: Transaction,
  ): Promise<Row<ActionItem>[]> {
    const rows = await this.findAll({ user: userId, conversation: { $in: [...conversationIds] } }, {}, transaction);
    return rows.sort((a, b) => (a.aggregate.sortKey < b.aggregate.sortKey ? -1 : 1));
  }

  /** As `ActionItemRepository.replaceExtracted`, without the fencing token. */
  async replaceExtracted(
    userId: string,
    conversationId: string,
    items: readonly ActionItem[],
    transaction: Transaction,
  ): Promise<void> {
    const stored = await this.findStored(userId, items, transaction);
    const extractedIds = new Set(items.map(({ state }) => state.id));
    await this.removeUntouched(userId, conversationId, transaction, extractedIds);
    const missing = items.filter(({ state }) => !stored.has(state.id)).map((item) => [item.state.id, item] as const);
    await this.insertMany([...new Map(missing).values()], transaction);
    for (const item of items) {
      const row = stored.get(item.state.id)?.row;
      if (row && !row.aggregate.state.touched) await this.replace(row, item, transaction);
    }
  }

  /** As `ActionItemRepository.detachFromConversation`, without the fencing token. */
  async detachFromConversation(
    userId: string,
    conversationId: string,
    now: Date,
    transaction: Transaction,
  ): Promise<void> {
    await this.removeUntouched(userId, conversationId, transaction);
    for (const row of await this.findByConversations(userId, [conversationId], transaction)) {
      await this.replace(row, row.aggregate.detach(now), transaction);
    }
  }

  async replaceByTombstone(userId: string, id: string, transaction: Transaction): Promise<void> {
    await this.replaceByRemains({ user: userId, id }, { deleted: true }, transaction);
  }

  /** @returns what is stored under the IDs of these items, by ID; without a row where only a tombstone is. */
  async findStored(
    userId: string,
    items: readonly ActionItem[],
    transaction: Transaction,
  ): Promise<ReadonlyMap<string, { readonly row: Row<ActionItem> | undefined }>> {
    const ids = items.map(({ state }) => state.id);
    const documents = await this.findDocumentsById(userId, ids, transaction);
    return new Map(documents.map((document) => [document.id, { row: this.rowOf(document) }]));
  }

  async removeUntouched(
    userId: string,
    conversationId: string,
    transaction: Transaction,
    exceptIds: ReadonlySet<string> = new Set(),
  ): Promise<void> {
    for (const { aggregate } of await this.findByConversations(userId, [conversationId], transaction)) {
      const { touched, id } = aggregate.state;
      if (!touched && !exceptIds.has(id)) await this.remove({ user: userId, id }, transaction);
    }
  }
}
