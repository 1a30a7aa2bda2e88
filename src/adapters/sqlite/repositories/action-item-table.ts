import type { StatementSync } from "node:sqlite";
import { ActionItem, type ActionItemState } from "../../../domain/action-item/action-item.js";
import { SORT_KEY_UPPER_BOUND } from "../../../domain/time/timestamps.js";
import type { ActionItemFilter } from "../../../ports/driven/store/action-item-repository.js";
import type { SqliteDatabase } from "../database/database.js";
import {
  buildCountQuery,
  buildPageQuery,
  type ListSource,
  type PagePosition,
  type SqlQuery,
} from "../queries/page-query.js";
import { deserializeState, serializeState } from "../queries/state-codec.js";
import { SqliteTombstones } from "./tombstones.js";

/** The columns that a change of the item may change. */
const UPDATABLE_COLUMNS = ["sort_key", "conversation_id", "touched", "created_at", "state"];

/** Returns the values of `UPDATABLE_COLUMNS`, in their order. */
function toColumnValues(item: ActionItem): (string | number | null)[] {
  const { conversationId, touched, createdAt } = item.state;
  return [item.sortKey, conversationId, Number(touched), createdAt.getTime(), serializeState(item.state)];
}

export function toActionItem({ state }: Readonly<Record<string, unknown>>): ActionItem {
  return ActionItem.restore(deserializeState(String(state)) as ActionItemState);
}

export interface ActionItemRow {
  readonly key: number;
  readonly item: ActionItem;
}

/** The rows of action items. Call its methods inside a read or a write. */
export class ActionItemTable {
  readonly #tombstones: SqliteTombstones;
  readonly #selectById: StatementSync;
  readonly #selectByConversations: StatementSync;
  readonly #insert: StatementSync;
  readonly #replace: StatementSync;
  readonly #delete: StatementSync;

  constructor(database: SqliteDatabase) {
    this.#tombstones = new SqliteTombstones(database, "action_item");
    this.#selectById = database.prepare("SELECT key, state FROM action_items WHERE user_id = ? AND id = ?");
    this.#selectByConversations = database.prepare(`
      SELECT key, sort_key, state FROM action_items INDEXED BY action_items_of_conversation
      WHERE user_id = ? AND conversation_id IN (SELECT value FROM json_each(?))`);
    this.#insert = database.prepare(`
      INSERT INTO action_items (user_id, id, ${UPDATABLE_COLUMNS.join(", ")})
      VALUES (?, ?, ${UPDATABLE_COLUMNS.map(() => "?").join(", ")})`);
    this.#replace = database.prepare(`
      UPDATE action_items SET ${UPDATABLE_COLUMNS.map((column) => `${column} = ?`).join(", ")} WHERE key = ?`);
    this.#delete = database.prepare("DELETE FROM action_items WHERE key = ?");
  }

  find(userId: string, id: string): ActionItemRow | undefined {
    const row = this.#selectById.get(userId, id);
    return row && toActionItemRow(row);
  }

  /** Returns the items ordered by `sortKey`. */
  findByConversations(userId: string, conversationIds: readonly string[]): ActionItemRow[] {
    const rows = this.#selectByConversations.all(userId, JSON.stringify(conversationIds));
    return rows.sort((a, b) => (String(a.sort_key) < String(b.sort_key) ? -1 : 1)).map(toActionItemRow);
  }

  /** As `ActionItemRepository.insertAll`, for one item. */
  insert(userId: string, item: ActionItem): ActionItem | undefined {
    const { id } = item.state;
    const existing = this.find(userId, id)?.item;
    if (existing) return existing;
    if (this.#tombstones.has(userId, id)) return undefined;
    this.#insert.run(userId, id, ...toColumnValues(item));
    return item;
  }

  replace(key: number, item: ActionItem): void {
    this.#replace.run(...toColumnValues(item), key);
  }

  /** As `ActionItemRepository.replaceExtracted`, without the fence. @returns whether something was removed. */
  replaceExtracted(userId: string, conversationId: string, items: readonly ActionItem[]): boolean {
    const itemIds = new Set(items.map(({ state }) => state.id));
    const removed = this.removeUntouched(userId, conversationId, itemIds);
    for (const item of items) this.#putUnlessTouched(userId, item);
    return removed;
  }

  /** Removes the conversation's items that the user has not changed. @returns whether there were any. */
  removeUntouched(userId: string, conversationId: string, keptIds: ReadonlySet<string> = new Set()): boolean {
    const removable = this.findByConversations(userId, [conversationId]).filter(
      ({ item: { state } }) => !state.touched && !keptIds.has(state.id),
    );
    for (const { key } of removable) this.#delete.run(key);
    return removable.length > 0;
  }

  /** As `ActionItemRepository.detachFromConversation`, without the fence. @returns whether something was removed. */
  detachFromConversation(userId: string, conversationId: string, now: Date): boolean {
    const removed = this.removeUntouched(userId, conversationId);
    for (const { key, item } of this.findByConversations(userId, [conversationId])) this.replace(key, item.detach(now));
    return removed;
  }

  isDeleted(userId: string, id: string): boolean {
    return this.#tombstones.has(userId, id);
  }

  deleteWithTombstone(userId: string, id: string): boolean {
    const row = this.find(userId, id);
    if (!row) return false;
    this.#delete.run(row.key);
    this.#tombstones.add(userId, id);
    return true;
  }

  #putUnlessTouched(userId: string, item: ActionItem): void {
    const row = this.find(userId, item.state.id);
    if (!row) this.insert(userId, item);
    else if (!row.item.state.touched) this.replace(row.key, item);
  }
}

function toActionItemRow(row: Readonly<Record<string, unknown>>): ActionItemRow {
  return { key: Number(row.key), item: toActionItem(row) };
}

/**
 * The greatest number of items in a date range that are sorted for each page. With more items, the list order's index
 * finds the items of a page soon enough among all others.
 */
export const MAX_SORTED_ACTION_ITEMS = 1_000;

/** @param canSort whether at most `MAX_SORTED_ACTION_ITEMS` items were created in the date range of the filter. */
export function buildActionItemPageQuery(
  userId: string,
  filter: ActionItemFilter,
  position: PagePosition,
  canSort: boolean,
): SqlQuery {
  const index = selectIndex(filter, canSort ? "action_items_created" : "action_items_listed");
  return buildPageQuery("action_items", [buildListSource(index, userId, filter, position.start)], position);
}

export function buildActionItemCountQuery(userId: string, filter: ActionItemFilter): SqlQuery {
  const index = selectIndex(filter, hasDateFilter(filter) ? "action_items_created" : "action_items_listed");
  return buildCountQuery(buildListSource(index, userId, filter));
}

/**
 * Counts the items created in the date range of the filter, up to `MAX_SORTED_ACTION_ITEMS` + 1.
 * @returns undefined for a filter without a date range.
 */
export function buildCreatedCountQuery(userId: string, filter: ActionItemFilter): SqlQuery | undefined {
  const { from, to } = filter;
  if (!hasDateFilter(filter)) return undefined;
  const dates = `${from ? " AND created_at >= ?" : ""}${to ? " AND created_at <= ?" : ""}`;
  return {
    sql: `
      SELECT count(*) AS count
      FROM (SELECT 1 FROM action_items INDEXED BY action_items_created WHERE user_id = ?${dates} LIMIT ?) AS page`,
    values: [userId, ...[from, to].flatMap((date) => date?.getTime() ?? []), MAX_SORTED_ACTION_ITEMS + 1],
  };
}

const hasDateFilter = ({ from, to }: ActionItemFilter): boolean => from !== undefined || to !== undefined;

const selectIndex = ({ conversationId }: ActionItemFilter, defaultIndex: string): string =>
  conversationId === undefined ? defaultIndex : "action_items_of_conversation";

function buildListSource(index: string, userId: string, filter: ActionItemFilter, start = ""): ListSource {
  const { conversationId, from, to } = filter;
  const { lower, upper } = getSortKeyBounds(filter, start);
  const conditions = ["user_id = ?", "sort_key >= ?", "sort_key < ?"];
  const values: (string | number)[] = [userId, lower, upper];
  if (conversationId !== undefined) {
    conditions.push("conversation_id = ?");
    values.push(conversationId);
  }
  if (from !== undefined) {
    conditions.push("created_at >= ?");
    values.push(from.getTime());
  }
  if (to !== undefined) {
    conditions.push("created_at <= ?");
    values.push(to.getTime());
  }
  return { from: `FROM action_items INDEXED BY ${index} WHERE ${conditions.join(" AND ")}`, values };
}

/** Open items precede completed ones, so each of the two groups is one range of sort keys. */
function getSortKeyBounds({ completed }: ActionItemFilter, start: string): { lower: string; upper: string } {
  const lower = completed ? ActionItem.getSortKeyPrefix(true) : "";
  const upper = completed === false ? ActionItem.getSortKeyPrefix(true) : SORT_KEY_UPPER_BOUND;
  return { lower: lower > start ? lower : start, upper };
}
