import { ActionItem } from "../../../domain/action-item/action-item.js";
import type { MongoDatabase } from "../database/database.js";
import { Documents, type Row } from "./documents.js";
import type { MongoTransaction } from "../database/write-queue.js";

/** The collection of action items. */
export class ActionItemDocuments extends Documents<ActionItem> {
  constructor(database: MongoDatabase) {
    super(database, {
      collection: "actionItems",
      restore: (state) => ActionItem.restore(state),
      getKey: ({ state }) => ({ user: state.userId, id: state.id }),
      computeFields: ({ sortKey, state }) => ({
        key: sortKey,
        conversation: state.conversationId,
        createdAt: state.createdAt,
      }),
    });
  }

  /** @returns the items, ordered by `sortKey`. */
  async findByConversations(
    userId: string,
    conversationIds: readonly string[],
    transaction?: MongoTransaction,
  ): Promise<Row<ActionItem>[]> {
    const rows = await this.findAll({ user: userId, conversation: { $in: [...conversationIds] } }, {}, transaction);
    return rows.sort((a, b) => (a.aggregate.sortKey < b.aggregate.sortKey ? -1 : 1));
  }

  /** See `ActionItemRepository.replaceExtracted`; does not check a fencing token. */
  async replaceExtracted(
    userId: string,
    conversationId: string,
    items: readonly ActionItem[],
    transaction: MongoTransaction,
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

  /** See `ActionItemRepository.detachFromConversation`; does not check a fencing token. */
  async detachFromConversation(
    userId: string,
    conversationId: string,
    now: Date,
    transaction: MongoTransaction,
  ): Promise<void> {
    await this.removeUntouched(userId, conversationId, transaction);
    for (const row of await this.findByConversations(userId, [conversationId], transaction)) {
      await this.replace(row, row.aggregate.detach(now), transaction);
    }
  }

  async replaceByTombstone(userId: string, id: string, transaction: MongoTransaction): Promise<void> {
    await this.replaceWithMarker({ user: userId, id }, { deleted: true }, transaction);
  }

  /** @returns the stored documents of these items, by ID; `row` is undefined for a tombstone. */
  async findStored(
    userId: string,
    items: readonly ActionItem[],
    transaction: MongoTransaction,
  ): Promise<ReadonlyMap<string, { readonly row: Row<ActionItem> | undefined }>> {
    const ids = items.map(({ state }) => state.id);
    const documents = await this.findDocumentsById(userId, ids, transaction);
    return new Map(documents.map((document) => [document.id, { row: this.toRow(document) }]));
  }

  async removeUntouched(
    userId: string,
    conversationId: string,
    transaction: MongoTransaction,
    exceptIds: ReadonlySet<string> = new Set(),
  ): Promise<void> {
    for (const { aggregate } of await this.findByConversations(userId, [conversationId], transaction)) {
      const { touched, id } = aggregate.state;
      if (!touched && !exceptIds.has(id)) await this.remove({ user: userId, id }, transaction);
    }
  }
}
