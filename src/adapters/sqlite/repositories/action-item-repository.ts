import type { ActionItem } from "../../../domain/action-item/action-item.js";
import { TERMINAL_FENCING_TOKEN } from "../../../domain/lease.js";
import type { ActionItemFilter, ActionItemRepository } from "../../../ports/driven/store/action-item-repository.js";
import type { PageRequest } from "../../../ports/paging.js";
import {
  buildActionItemCountQuery,
  buildCreatedCountQuery,
  MAX_SORTED_ACTION_ITEMS,
  buildActionItemPageQuery,
  toActionItem,
  ActionItemTable,
} from "./action-item-table.js";
import { replaceIfChanged } from "../queries/row-updates.js";
import type { SqliteDatabase } from "../database/database.js";
import { SqliteExtractionFences } from "./tombstones.js";
import { OffsetCache } from "../queries/offset-cache.js";
import { toPagePosition, type PagePosition } from "../queries/page-query.js";

export class SqliteActionItemRepository implements ActionItemRepository {
  readonly #table: ActionItemTable;
  readonly #fences: SqliteExtractionFences;
  readonly #offsetCache: OffsetCache;

  constructor(private readonly database: SqliteDatabase) {
    this.#table = new ActionItemTable(database);
    this.#fences = new SqliteExtractionFences(database, "action_item");
    this.#offsetCache = new OffsetCache(database.dataVersions);
  }

  async replaceExtracted(
    userId: string,
    conversationId: string,
    items: readonly ActionItem[],
    fence: number,
  ): Promise<void> {
    await this.database.writeAndErase(userId, () => {
      this.#fences.advance(userId, conversationId, fence);
      return this.#table.replaceExtracted(userId, conversationId, items);
    });
  }

  async detachFromConversation(userId: string, conversationId: string, now: Date): Promise<void> {
    await this.database.writeAndErase(userId, () => {
      this.#fences.advance(userId, conversationId, TERMINAL_FENCING_TOKEN);
      return this.#table.detachFromConversation(userId, conversationId, now);
    });
  }

  findByConversations(userId: string, conversationIds: readonly string[]): Promise<ActionItem[]> {
    return this.database.read(() => this.#table.findByConversations(userId, conversationIds).map(({ item }) => item));
  }

  list(userId: string, filter: ActionItemFilter, page: PageRequest): Promise<ActionItem[]> {
    return this.database.read(() =>
      this.#offsetCache.readPage(userId, filter, toPagePosition(page), (position) =>
        this.#readPage(userId, filter, position),
      ),
    );
  }

  count(userId: string, filter: ActionItemFilter): Promise<number> {
    const { sql, values } = buildActionItemCountQuery(userId, filter);
    return this.database.read(() => Number(this.database.prepare(sql).get(...values)?.count));
  }

  insertAll(userId: string, items: readonly ActionItem[]): Promise<(ActionItem | undefined)[]> {
    return this.database.write(userId, () => items.map((item) => this.#table.insert(userId, item)));
  }

  get(userId: string, id: string): Promise<ActionItem | undefined> {
    return this.database.read(() => this.#table.find(userId, id)?.item);
  }

  update(userId: string, id: string, change: (current: ActionItem) => ActionItem): Promise<ActionItem | undefined> {
    return this.database.write(userId, () => {
      const row = this.#table.find(userId, id);
      return row && replaceIfChanged(row.item, change, (next) => this.#table.replace(row.key, next));
    });
  }

  isDeleted(userId: string, id: string): Promise<boolean> {
    return this.database.read(() => this.#table.isDeleted(userId, id));
  }

  deleteWithTombstone(userId: string, id: string): Promise<boolean> {
    return this.database.writeAndErase(userId, () => this.#table.deleteWithTombstone(userId, id));
  }

  #readPage(userId: string, filter: ActionItemFilter, position: PagePosition): ActionItem[] {
    const { sql, values } = buildActionItemPageQuery(userId, filter, position, this.#canSort(userId, filter));
    const rows = this.database.prepare(sql).all(...values);
    return rows.map(toActionItem);
  }

  /** Whether few enough items were created in the date range of the filter to sort them. */
  #canSort(userId: string, filter: ActionItemFilter): boolean {
    const countQuery = buildCreatedCountQuery(userId, filter);
    return (
      countQuery !== undefined &&
      Number(this.database.prepare(countQuery.sql).get(...countQuery.values)?.count) <= MAX_SORTED_ACTION_ITEMS
    );
  }
}
