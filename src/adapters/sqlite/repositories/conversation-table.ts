import type { StatementSync } from "node:sqlite";
import { Conversation, CONVERSATION_FEED_BATCH_SIZE } from "../../../domain/conversation/conversation.js";
import type { ConversationState } from "../../../domain/conversation/conversation-state.js";
import { SORT_KEY_UPPER_BOUND } from "../../../domain/time/timestamps.js";
import type { ConversationChanges } from "../../../ports/driven/store/change-feed.js";
import type { ConversationFilter } from "../../../ports/driven/store/conversation-repositories.js";
import type { SqliteDatabase } from "../database/database.js";
import { SqliteChangeFeed } from "../queries/change-feed.js";
import {
  buildCountQuery,
  buildPageQuery,
  type ListSource,
  type PagePosition,
  type SqlQuery,
} from "../queries/page-query.js";
import { deserializeState, serializeState } from "../queries/state-codec.js";

/** The columns that a change of the conversation may change. */
const UPDATABLE_COLUMNS = [
  "revision",
  "sort_key",
  "listed",
  "category",
  "folder_id",
  "starred",
  "due_at",
  "flush_at",
  "status",
  "discarded",
  "made_by",
  "state",
];

const FEED_TABLES = {
  rowTable: "conversations",
  contentExpression: "CASE WHEN listed THEN state END",
  removalTable: "conversation_removals",
  prunedRevisionTable: "forgotten_conversation_removals",
};

/** Returns the values of `UPDATABLE_COLUMNS`, in their order. @param revision null when it does not change. */
function toColumnValues(conversation: Conversation, revision: number | null): (string | number | null)[] {
  return [
    revision,
    conversation.sortKey,
    Number(conversation.isListed),
    conversation.summary.category,
    conversation.folderId,
    Number(conversation.state.edits.starred ?? false),
    conversation.dueAt?.getTime() ?? null,
    conversation.flushDueAt?.getTime() ?? null,
    conversation.state.status,
    Number(conversation.isDiscarded),
    conversation.state.summary?.madeBy ?? null,
    serializeState(conversation.state),
  ];
}

export function toConversation({ state }: { readonly state: string }): Conversation {
  return Conversation.restore(deserializeState(state) as ConversationState);
}

export interface ConversationRow {
  readonly key: number;
  readonly conversation: Conversation;
}

/** The rows of conversations. Call its methods inside a read or a write. */
export class ConversationTable {
  readonly #selectById: StatementSync;
  readonly #selectDue: StatementSync;
  readonly #selectUnflushed: StatementSync;
  readonly #selectBefore: StatementSync;
  readonly #selectCount: StatementSync;
  readonly #insert: StatementSync;
  readonly #replace: StatementSync;
  readonly #updateLiveProgress: StatementSync;
  readonly #delete: StatementSync;
  readonly #changeFeed: SqliteChangeFeed;

  constructor(database: SqliteDatabase) {
    this.#selectById = database.prepare("SELECT key, state FROM conversations WHERE user_id = ? AND id = ?");
    this.#selectDue = database.prepare(`
      SELECT key, state FROM conversations INDEXED BY conversations_due
      WHERE due_at <= ? ORDER BY due_at LIMIT ?`);
    this.#selectUnflushed = database.prepare(`
      SELECT key, state FROM conversations INDEXED BY conversations_unflushed
      WHERE flush_at <= ? ORDER BY flush_at LIMIT ?`);
    this.#selectBefore = database.prepare(`
      SELECT key, state FROM conversations INDEXED BY conversations_held
      WHERE user_id = ? AND sort_key < ? ORDER BY sort_key DESC LIMIT ?`);
    this.#selectCount = database.prepare(
      "SELECT count(*) AS count FROM conversations INDEXED BY conversations_held WHERE user_id = ?",
    );
    this.#insert = database.prepare(`
      INSERT INTO conversations (user_id, id, ${UPDATABLE_COLUMNS.join(", ")})
      VALUES (?, ?, ${UPDATABLE_COLUMNS.map(() => "?").join(", ")})`);
    this.#replace = database.prepare(`
      UPDATE conversations
      SET ${UPDATABLE_COLUMNS.map((name) => `${name} = ${name === "revision" ? "coalesce(?, revision)" : "?"}`).join(", ")}
      WHERE key = ?`);
    this.#updateLiveProgress = database.prepare(
      "UPDATE conversations SET due_at = ?, flush_at = ?, state = ? WHERE key = ?",
    );
    this.#delete = database.prepare("DELETE FROM conversations WHERE key = ?");
    this.#changeFeed = new SqliteChangeFeed(database, FEED_TABLES, CONVERSATION_FEED_BATCH_SIZE);
  }

  find(userId: string, id: string): ConversationRow | undefined {
    const row = this.#selectById.get(userId, id);
    return row && toConversationRow(row);
  }

  findKey(userId: string, id: string): number | undefined {
    const row = this.#selectById.get(userId, id);
    return row && Number(row.key);
  }

  /** Returns conversations that are due at `nowMs` (milliseconds since 1970), the earliest due first. */
  findDue(nowMs: number, limit: number): ConversationRow[] {
    return this.#selectDue.all(nowMs, limit).map(toConversationRow);
  }

  /** As `findDue`, for conversations whose live segments are due to be flushed. */
  findUnflushed(nowMs: number, limit: number): ConversationRow[] {
    return this.#selectUnflushed.all(nowMs, limit).map(toConversationRow);
  }

  /** As `ConversationRepository.listAll`. */
  listAll(userId: string, limit: number, before = SORT_KEY_UPPER_BOUND): Conversation[] {
    const conversations: Conversation[] = [];
    for (let start = before, hasMore = true; hasMore && conversations.length < limit;) {
      const rows = this.#selectBefore.all(userId, start, limit - conversations.length).map(toConversationRow);
      conversations.push(...rows.flatMap(({ conversation }) => (conversation.isDeleting ? [] : conversation)));
      hasMore = rows.length > 0;
      start = rows.at(-1)?.conversation.sortKey ?? start;
    }
    return conversations;
  }

  count(userId: string): number {
    return Number(this.#selectCount.get(userId)?.count);
  }

  /** @returns the row's key. */
  insert(conversation: Conversation): number {
    const { userId, id } = conversation.state;
    const revision = conversation.searchableFields ? this.#changeFeed.nextRevision(userId) : 0;
    return Number(this.#insert.run(userId, id, ...toColumnValues(conversation, revision)).lastInsertRowid);
  }

  replace({ key, conversation: current }: ConversationRow, next: Conversation): void {
    const isSearchUnchanged = next.hasSameSearchableFields(current);
    const revision = isSearchUnchanged ? null : this.#changeFeed.nextRevision(next.state.userId);
    this.#replace.run(...toColumnValues(next, revision), key);
  }

  /** As `replace`, when only the progress of a live session has changed. */
  updateLiveProgress({ key }: ConversationRow, conversation: Conversation): void {
    const { dueAt, flushDueAt, state } = conversation;
    this.#updateLiveProgress.run(dueAt?.getTime() ?? null, flushDueAt?.getTime() ?? null, serializeState(state), key);
  }

  delete({ key, conversation: { state } }: ConversationRow): void {
    const { userId, id } = state;
    this.#changeFeed.recordRemoval(userId, id, this.#changeFeed.nextRevision(userId));
    this.#changeFeed.pruneRemovals(userId);
    this.#delete.run(key);
  }

  changesSince(userId: string, cursor?: string): ConversationChanges {
    return this.#changeFeed.changesSince(userId, cursor, (id, state) => {
      const { title, overview } = toConversation({ state }).summary;
      return { id, title, overview };
    });
  }
}

function toConversationRow({ key, state }: Readonly<Record<string, unknown>>): ConversationRow {
  return { key: Number(key), conversation: toConversation({ state: String(state) }) };
}

export function buildConversationPageQuery(
  userId: string,
  filter: ConversationFilter,
  position: PagePosition,
): SqlQuery {
  return buildPageQuery("conversations", [buildListSource(userId, filter, position.start)], position);
}

export function buildConversationCountQuery(userId: string, filter: ConversationFilter): SqlQuery {
  return buildCountQuery(buildListSource(userId, filter));
}

export const COUNT_BY_FOLDER_SQL = `
  SELECT folder_id, count(*) AS count
  FROM conversations INDEXED BY conversations_in_folder
  WHERE user_id = ? AND listed = 1 AND folder_id IS NOT NULL
  GROUP BY folder_id`;

function buildListSource(userId: string, filter: ConversationFilter, start = ""): ListSource {
  const { status, folderId, starred } = filter;
  const categories = [...new Set(filter.categories)];
  const { lower, upper } = getSortKeyBounds(filter, start);
  const conditions = ["user_id = ?", "sort_key >= ?", "sort_key < ?"];
  const values: (string | number)[] = [userId, lower, upper];
  if (status === undefined) {
    conditions.push("listed = 1");
  } else {
    conditions.push("discarded = 0", "status = ?");
    values.push(status);
  }
  if (folderId !== undefined) {
    conditions.push("folder_id = ?");
    values.push(folderId);
  }
  if (categories.length > 0) {
    conditions.push(`category IN (${categories.map(() => "?").join(", ")})`);
    values.push(...categories);
  }
  // A literal, not a parameter: the planner uses a partial index only if the condition provably implies its own.
  if (starred !== undefined) conditions.push(`starred = ${Number(starred)}`);
  return { from: `FROM conversations INDEXED BY ${selectIndex(filter)} WHERE ${conditions.join(" AND ")}`, values };
}

function selectIndex({ status, folderId, starred }: ConversationFilter): string {
  if (status !== undefined) return "conversations_of_status";
  if (folderId !== undefined) return "conversations_in_folder";
  return starred ? "conversations_starred" : "conversations_listed";
}

/** Keys descend with time: `to` gives the lower bound, the millisecond before `from` the exclusive upper bound. */
function getSortKeyBounds({ from, to }: ConversationFilter, start: string): { lower: string; upper: string } {
  const lower = to === undefined ? "" : Conversation.createSortKey(to, "");
  const upper =
    from === undefined ? SORT_KEY_UPPER_BOUND : Conversation.createSortKey(new Date(from.getTime() - 1), "");
  return { lower: lower > start ? lower : start, upper };
}
