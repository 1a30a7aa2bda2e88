import type { StatementSync } from "node:sqlite";
import { ActionItem, type ActionItemState } from "../../domain/action-item.js";
import { FINAL_FENCE } from "../../domain/lease.js";
import type { ActionItemRepository } from "../../ports/driven/action-item-repository.js";
import { decode, encode } from "./codec.js";
import type { Database } from "./database.js";
import { ExtractionFences } from "./extraction-fences.js";
import { Tombstones } from "./tombstones.js";

interface Row {
  readonly key: number;
  readonly touched: number;
  readonly state: string;
}

/** What a change of the item may change in its row. */
const columns = ["sort_key", "conversation_id", "touched", "state"];

/** In the order of `columns`. */
function valuesOf(item: ActionItem): (string | number | null)[] {
  return [item.sortKey, item.state.conversationId, Number(item.state.touched), encode(item.state)];
}

function itemOf({ state }: Pick<Row, "state">): ActionItem {
  return ActionItem.restore(decode(state) as ActionItemState);
}

export class SqliteActionItemRepository implements ActionItemRepository {
  readonly #tombstones: Tombstones;
  readonly #fences: ExtractionFences;
  readonly #byId: StatementSync;
  readonly #ofConversation: StatementSync;
  readonly #insert: StatementSync;
  readonly #replace: StatementSync;
  readonly #delete: StatementSync;

  constructor(private readonly database: Database) {
    this.#tombstones = new Tombstones(database, "action_item");
    this.#fences = new ExtractionFences(database);
    this.#byId = database.prepare("SELECT key, touched, state FROM action_items WHERE user_id = ? AND id = ?");
    this.#ofConversation = database.prepare(`
      SELECT key, touched, state FROM action_items INDEXED BY action_items_of_conversation
      WHERE user_id = ? AND conversation_id = ? ORDER BY sort_key`);
    this.#insert = database.prepare(`
      INSERT INTO action_items (user_id, id, ${columns.join(", ")})
      VALUES (?, ?, ${columns.map(() => "?").join(", ")})`);
    this.#replace = database.prepare(`
      UPDATE action_items SET ${columns.map((column) => `${column} = ?`).join(", ")} WHERE key = ?`);
    this.#delete = database.prepare("DELETE FROM action_items WHERE key = ?");
  }

  async replaceExtracted(
    userId: string,
    conversationId: string,
    items: readonly ActionItem[],
    fence: number,
  ): Promise<void> {
    const wanted = new Set(items.map(({ state }) => state.id));
    await this.database.remove(() => {
      this.#fences.advance(userId, conversationId, fence);
      const removed = this.#removeUntouched(userId, conversationId, wanted);
      for (const item of items) this.#putUnlessTouched(userId, item);
      return removed;
    });
  }

  async releaseConversation(userId: string, conversationId: string, now: Date): Promise<void> {
    await this.database.remove(() => {
      this.#fences.advance(userId, conversationId, FINAL_FENCE);
      const removed = this.#removeUntouched(userId, conversationId, new Set());
      for (const row of this.#rowsOf(userId, conversationId)) {
        this.#replace.run(...valuesOf(itemOf(row).detach(now)), row.key);
      }
      return removed;
    });
  }

  ofConversations(userId: string, conversationIds: readonly string[]): Promise<ActionItem[]> {
    return this.database.read(() =>
      [...new Set(conversationIds)]
        .flatMap((id) => this.#rowsOf(userId, id).map(itemOf))
        .map((item) => ({ item, sortKey: item.sortKey }))
        .sort((a, b) => (a.sortKey < b.sortKey ? -1 : 1))
        .map(({ item }) => item),
    );
  }

  get(userId: string, id: string): Promise<ActionItem | undefined> {
    return this.database.read(() => {
      const row = this.#find(userId, id);
      return row && itemOf(row);
    });
  }

  update(userId: string, id: string, change: (before: ActionItem) => ActionItem): Promise<ActionItem | undefined> {
    return this.database.write(() => {
      const row = this.#find(userId, id);
      if (!row) return undefined;
      const before = itemOf(row);
      const after = change(before);
      if (after !== before) this.#replace.run(...valuesOf(after), row.key);
      return after;
    });
  }

  bury(userId: string, id: string): Promise<boolean> {
    return this.database.remove(() => {
      const row = this.#find(userId, id);
      if (!row) return false;
      this.#delete.run(row.key);
      this.#tombstones.add(userId, id);
      return true;
    });
  }

  #find(userId: string, id: string): Row | undefined {
    return this.#byId.get(userId, id) as Row | undefined;
  }

  #rowsOf(userId: string, conversationId: string): Row[] {
    return this.#ofConversation.all(userId, conversationId) as unknown as Row[];
  }

  /** True when there was something to remove. */
  #removeUntouched(userId: string, conversationId: string, but: ReadonlySet<string>): boolean {
    const gone = this.#rowsOf(userId, conversationId).filter((row) => !row.touched && !but.has(itemOf(row).state.id));
    for (const { key } of gone) this.#delete.run(key);
    return gone.length > 0;
  }

  #putUnlessTouched(userId: string, item: ActionItem): void {
    const { id } = item.state;
    const row = this.#find(userId, id);
    if (row && !row.touched) this.#replace.run(...valuesOf(item), row.key);
    if (!row && !this.#tombstones.has(userId, id)) this.#insert.run(userId, id, ...valuesOf(item));
  }
}
