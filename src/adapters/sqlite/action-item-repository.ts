import type { ActionItem } from "../../domain/action-item.js";
import { FINAL_FENCE } from "../../domain/lease.js";
import type { ActionItemFilter, ActionItemRepository } from "../../ports/driven/action-item-repository.js";
import type { PageRequest } from "../../ports/driven/page-request.js";
import { countOf, createdOf, FEW, pageOf } from "./action-item-query.js";
import { actionItemOf, ActionItemTable } from "./action-item-table.js";
import type { Database } from "./database.js";
import { ExtractionFences } from "./extraction-fences.js";
import { PageMarks } from "./page-marks.js";
import { placeOf, type Place } from "./place.js";

export class SqliteActionItemRepository implements ActionItemRepository {
  readonly #table: ActionItemTable;
  readonly #fences: ExtractionFences;
  readonly #marks: PageMarks;

  constructor(private readonly database: Database) {
    this.#table = new ActionItemTable(database);
    this.#fences = new ExtractionFences(database, "action_item");
    this.#marks = new PageMarks(database.dataVersions);
  }

  async replaceExtracted(
    userId: string,
    conversationId: string,
    items: readonly ActionItem[],
    fence: number,
  ): Promise<void> {
    await this.database.remove(userId, () => {
      this.#fences.advance(userId, conversationId, fence);
      return this.#table.replaceExtracted(userId, conversationId, items);
    });
  }

  async detachFromConversation(userId: string, conversationId: string, now: Date): Promise<void> {
    await this.database.remove(userId, () => {
      this.#fences.advance(userId, conversationId, FINAL_FENCE);
      return this.#table.detachFromConversation(userId, conversationId, now);
    });
  }

  findByConversations(userId: string, conversationIds: readonly string[]): Promise<ActionItem[]> {
    return this.database.read(() => this.#table.findByConversations(userId, conversationIds).map(({ item }) => item));
  }

  list(userId: string, filter: ActionItemFilter, page: PageRequest): Promise<ActionItem[]> {
    return this.database.read(() =>
      this.#marks.page(userId, filter, placeOf(page), (place) => this.#page(userId, filter, place)),
    );
  }

  count(userId: string, filter: ActionItemFilter): Promise<number> {
    const { sql, values } = countOf(userId, filter);
    return this.database.read(() => Number(this.database.prepare(sql).get(...values)?.count));
  }

  insertAll(userId: string, items: readonly ActionItem[]): Promise<(ActionItem | undefined)[]> {
    return this.database.write(userId, () => items.map((item) => this.#table.insert(userId, item)));
  }

  get(userId: string, id: string): Promise<ActionItem | undefined> {
    return this.database.read(() => this.#table.find(userId, id)?.item);
  }

  update(userId: string, id: string, change: (before: ActionItem) => ActionItem): Promise<ActionItem | undefined> {
    return this.database.write(userId, () => {
      const row = this.#table.find(userId, id);
      if (!row) return undefined;
      const after = change(row.item);
      if (after !== row.item) this.#table.replace(row.key, after);
      return after;
    });
  }

  isDeleted(userId: string, id: string): Promise<boolean> {
    return this.database.read(() => this.#table.isDeleted(userId, id));
  }

  deleteWithTombstone(userId: string, id: string): Promise<boolean> {
    return this.database.remove(userId, () => this.#table.deleteWithTombstone(userId, id));
  }

  #page(userId: string, filter: ActionItemFilter, place: Place): ActionItem[] {
    const { sql, values } = pageOf(userId, filter, place, this.#isFew(userId, filter));
    const rows = this.database.prepare(sql).all(...values);
    return rows.map(actionItemOf);
  }

  /** Whether few were created when the filter says. */
  #isFew(userId: string, filter: ActionItemFilter): boolean {
    const created = createdOf(userId, filter);
    return created !== undefined && Number(this.database.prepare(created.sql).get(...created.values)?.count) <= FEW;
  }
}
