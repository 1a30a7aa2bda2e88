import type { StatementSync } from "node:sqlite";
import { ActionItem, type ActionItemState } from "../../domain/action-item.js";
import { decode, encode } from "./codec.js";
import type { Database } from "./database.js";
import { Tombstones } from "./tombstones.js";

/** What a change of the item may change in its row. */
const columns = ["sort_key", "conversation_id", "touched", "created_at", "state"];

/** In the order of `columns`. */
function valuesOf(item: ActionItem): (string | number | null)[] {
  const { conversationId, touched, createdAt } = item.state;
  return [item.sortKey, conversationId, Number(touched), createdAt.getTime(), encode(item.state)];
}

export function actionItemOf({ state }: Readonly<Record<string, unknown>>): ActionItem {
  return ActionItem.restore(decode(String(state)) as ActionItemState);
}

export interface ActionItemRow {
  readonly key: number;
  readonly item: ActionItem;
}

/** The rows of action items. To be used inside a read or a write. */
export class ActionItemTable {
  readonly #tombstones: Tombstones;
  readonly #byId: StatementSync;
  readonly #ofConversations: StatementSync;
  readonly #insert: StatementSync;
  readonly #replace: StatementSync;
  readonly #delete: StatementSync;

  constructor(database: Database) {
    this.#tombstones = new Tombstones(database, "action_item");
    this.#byId = database.prepare("SELECT key, state FROM action_items WHERE user_id = ? AND id = ?");
    this.#ofConversations = database.prepare(`
      SELECT key, sort_key, state FROM action_items INDEXED BY action_items_of_conversation
      WHERE user_id = ? AND conversation_id IN (SELECT value FROM json_each(?))`);
    this.#insert = database.prepare(`
      INSERT INTO action_items (user_id, id, ${columns.join(", ")})
      VALUES (?, ?, ${columns.map(() => "?").join(", ")})`);
    this.#replace = database.prepare(`
      UPDATE action_items SET ${columns.map((column) => `${column} = ?`).join(", ")} WHERE key = ?`);
    this.#delete = database.prepare("DELETE FROM action_items WHERE key = ?");
  }

  find(userId: string, id: string): ActionItemRow | undefined {
    const row = this.#byId.get(userId, id);
    return row && rowOf(row);
  }

  /** In the order of `sortKey`. */
  findByConversations(userId: string, conversationIds: readonly string[]): ActionItemRow[] {
    const rows = this.#ofConversations.all(userId, JSON.stringify(conversationIds));
    return rows.sort((a, b) => (String(a.sort_key) < String(b.sort_key) ? -1 : 1)).map(rowOf);
  }

  /** As `ActionItemRepository.insertAll`, of one. */
  insert(userId: string, item: ActionItem): ActionItem | undefined {
    const { id } = item.state;
    const existing = this.find(userId, id)?.item;
    if (existing) return existing;
    if (this.#tombstones.has(userId, id)) return undefined;
    this.#insert.run(userId, id, ...valuesOf(item));
    return item;
  }

  replace(key: number, item: ActionItem): void {
    this.#replace.run(...valuesOf(item), key);
  }

  /** Makes the items those that were extracted from the conversation, as `ActionItemRepository.replaceExtracted`. */
  replaceExtracted(userId: string, conversationId: string, items: readonly ActionItem[]): boolean {
    const wanted = new Set(items.map(({ state }) => state.id));
    const removed = this.removeUntouched(userId, conversationId, wanted);
    for (const item of items) this.#putUnlessTouched(userId, item);
    return removed;
  }

  /** @returns whether there was something to remove. */
  removeUntouched(userId: string, conversationId: string, but: ReadonlySet<string> = new Set()): boolean {
    const gone = this.findByConversations(userId, [conversationId]).filter(
      ({ item: { state } }) => !state.touched && !but.has(state.id),
    );
    for (const { key } of gone) this.#delete.run(key);
    return gone.length > 0;
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

function rowOf(row: Readonly<Record<string, unknown>>): ActionItemRow {
  return { key: Number(row.key), item: actionItemOf(row) };
}
