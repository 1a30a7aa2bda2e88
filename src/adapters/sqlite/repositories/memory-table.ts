import type { StatementSync } from "node:sqlite";
import type { MemoryCategory } from "../../../domain/memory/memory-category.js";
import {
  type MemoryLookup,
  type MemoryChange,
  computeExtractionChanges,
  computeDetachChanges,
} from "../../../domain/memory/memory-extraction.js";
import { duplicateContent, Memory, MEMORY_FEED_BATCH_SIZE } from "../../../domain/memory/memory.js";
import type { MemoryState } from "../../../domain/memory/memory-state.js";
import type { MemoryChanges } from "../../../ports/driven/store/change-feed.js";
import type { MemoryFilter } from "../../../ports/driven/store/memory-repositories.js";
import { computeContentDigest } from "../../store-support/content-digest.js";
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
import { NotificationSources } from "./notification-repository.js";
import { SqliteTombstones } from "./tombstones.js";

/** The columns that a change of the memory may change. */
const UPDATABLE_COLUMNS = ["content_digest", "revision", "sort_key", "listed", "category", "state"];

type ColumnValue = string | number | Uint8Array | null;

/** Returns the values of `UPDATABLE_COLUMNS`, in their order. @param digest null when it does not change. */
function toColumnValues(memory: Memory, digest: Uint8Array | null, revision: number): ColumnValue[] {
  return [
    digest,
    revision,
    memory.sortKey,
    Number(memory.isListed),
    memory.state.category,
    serializeState(memory.state),
  ];
}

export function toMemory({ state }: Readonly<Record<string, unknown>>): Memory {
  return Memory.restore(deserializeState(String(state)) as MemoryState);
}

/**
 * Reads the content as JSON text, which preserves every string, for example one with an unpaired surrogate. The rest of
 * the state, which is most of it, is not read.
 */
const FEED_TABLES = {
  rowTable: "memories",
  contentExpression: "CASE WHEN listed THEN state -> '$.state.content' END",
  removalTable: "memory_removals",
  prunedRevisionTable: "forgotten_removals",
};

export interface MemoryRow {
  readonly key: number;
  readonly memory: Memory;
}

/** The rows of memories. Call its methods inside a read or a write. */
export class MemoryTable {
  readonly #tombstones: SqliteTombstones;
  readonly #selectById: StatementSync;
  readonly #selectByContent: StatementSync;
  readonly #selectByConversation: StatementSync;
  readonly #insert: StatementSync;
  readonly #replace: StatementSync;
  readonly #delete: StatementSync;
  readonly #insertSource: StatementSync;
  readonly #deleteSource: StatementSync;
  readonly #selectHolder: StatementSync;
  readonly #insertFormer: StatementSync;
  readonly #deleteFormer: StatementSync;
  readonly #changeFeed: SqliteChangeFeed;
  readonly #notificationSources: NotificationSources;

  constructor(database: SqliteDatabase) {
    this.#tombstones = new SqliteTombstones(database, "memory");
    this.#selectById = database.prepare("SELECT key, state FROM memories WHERE user_id = ? AND id = ?");
    this.#selectByContent = database.prepare(
      "SELECT key, state FROM memories WHERE user_id = ? AND content_digest = ?",
    );
    this.#selectByConversation = database.prepare(`
      SELECT memories.key, memories.state
      FROM memory_sources CROSS JOIN memories ON memories.key = memory_sources.memory
      WHERE memory_sources.user_id = ? AND memory_sources.conversation_id = ?`);
    this.#insert = database.prepare(`
      INSERT INTO memories (user_id, id, ${UPDATABLE_COLUMNS.join(", ")})
      VALUES (?, ?, ${UPDATABLE_COLUMNS.map(() => "?").join(", ")}) ON CONFLICT DO NOTHING`);
    this.#replace = database.prepare(`
      UPDATE memories SET ${UPDATABLE_COLUMNS.map((column) => `${column} = coalesce(?, ${column})`).join(", ")} WHERE key = ?`);
    this.#delete = database.prepare("DELETE FROM memories WHERE key = ?");
    this.#insertSource = database.prepare(
      "INSERT INTO memory_sources (user_id, conversation_id, memory) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
    );
    this.#deleteSource = database.prepare(
      "DELETE FROM memory_sources WHERE user_id = ? AND conversation_id = ? AND memory = ?",
    );
    this.#selectHolder = database.prepare(`
      SELECT memories.key, memories.state
      FROM memory_formers CROSS JOIN memories ON memories.key = memory_formers.memory
      WHERE memory_formers.user_id = ? AND memory_formers.former_id = ? LIMIT 1`);
    this.#insertFormer = database.prepare(
      "INSERT INTO memory_formers (user_id, former_id, memory) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
    );
    this.#deleteFormer = database.prepare(
      "DELETE FROM memory_formers WHERE user_id = ? AND former_id = ? AND memory = ?",
    );
    this.#changeFeed = new SqliteChangeFeed(database, FEED_TABLES, MEMORY_FEED_BATCH_SIZE);
    this.#notificationSources = new NotificationSources(database);
  }

  find(userId: string, id: string): MemoryRow | undefined {
    const row = this.#selectById.get(userId, id);
    return row && toMemoryRow(row);
  }

  findByContent(userId: string, memory: Memory): MemoryRow | undefined {
    const row = this.#selectByContent.get(userId, computeContentDigest(memory.contentKey));
    return row && toMemoryRow(row);
  }

  findByConversation(userId: string, conversationId: string): Memory[] {
    return this.#selectByConversation.all(userId, conversationId).map(toMemory);
  }

  /** Whether a memory that had this ID among its `allIds` was deleted. */
  isDeleted(userId: string, id: string): boolean {
    return this.#tombstones.has(userId, id);
  }

  /** Returns the revision for a new write to the user's memories. */
  nextRevision(userId: string): number {
    return this.#changeFeed.nextRevision(userId);
  }

  /** @returns false, with nothing stored, when a memory with its ID or its content exists. */
  insert(memory: Memory, revision: number): boolean {
    const { userId, id } = memory.state;
    const digest = computeContentDigest(memory.contentKey);
    const { changes, lastInsertRowid } = this.#insert.run(userId, id, ...toColumnValues(memory, digest, revision));
    if (changes === 0) return false;
    for (const conversationId of memory.conversationIds)
      this.#insertSource.run(userId, conversationId, lastInsertRowid);
    for (const formerId of memory.supersededIds) this.#insertFormer.run(userId, formerId, lastInsertRowid);
    return true;
  }

  /** @returns whether something was removed from the store: the dependents of a memory that this change rejects. */
  replace({ key, memory: current }: MemoryRow, next: Memory, revision: number): boolean {
    const { userId, id, updatedAt } = next.state;
    // A duplicate from before a change of `normalizeText` keeps its old digest (see the migrations).
    const digest = next.contentKey === current.contentKey ? null : computeContentDigest(next.contentKey);
    this.#replace.run(...toColumnValues(next, digest, revision), key);
    const subtractIds = (ids: readonly string[], excludedIds: readonly string[]): string[] =>
      ids.filter((candidateId) => !excludedIds.includes(candidateId));
    const { conversationIds: currentConversationIds, supersededIds: currentFormerIds } = current;
    const { conversationIds: nextConversationIds, supersededIds: nextFormerIds } = next;
    for (const conversationId of subtractIds(currentConversationIds, nextConversationIds))
      this.#deleteSource.run(userId, conversationId, key);
    for (const conversationId of subtractIds(nextConversationIds, currentConversationIds))
      this.#insertSource.run(userId, conversationId, key);
    for (const formerId of subtractIds(currentFormerIds, nextFormerIds)) this.#deleteFormer.run(userId, formerId, key);
    for (const formerId of subtractIds(nextFormerIds, currentFormerIds)) this.#insertFormer.run(userId, formerId, key);
    return !next.isListed && this.#notificationSources.deleteDependents(userId, { kind: "memory", id }, updatedAt);
  }

  /** As `MemoryRepository.restore`. */
  restore(userId: string, id: string, now: Date): Memory | undefined {
    const row = this.#selectHolder.get(userId, id);
    const holder = row && toMemoryRow(row);
    const restoration = holder?.memory.restoreSuperseded(id, now);
    if (!holder || !restoration) return undefined;
    if (this.findByContent(userId, restoration.restored)) throw duplicateContent();
    const revision = this.nextRevision(userId);
    this.replace(holder, restoration.superseding, revision);
    this.reinsert(restoration.restored, revision);
    return restoration.restored;
  }

  deleteWithTombstone(userId: string, id: string, now: Date): boolean {
    const row = this.find(userId, id);
    if (!row) return false;
    this.#remove(row, this.nextRevision(userId), now);
    this.#changeFeed.pruneRemovals(userId);
    for (const name of row.memory.allIds) this.#tombstones.add(userId, name);
    return true;
  }

  /** As `MemoryRepository.replaceExtracted`, without the fence. @returns whether stored memories changed. */
  replaceExtracted(userId: string, conversationId: string, memories: readonly Memory[], now: Date): boolean {
    return this.#applyChanges(
      userId,
      computeExtractionChanges(conversationId, memories, this.#findKnownMemories(userId, conversationId), now),
      now,
    );
  }

  /** As `MemoryRepository.detachFromConversation`, without the fence. @returns whether stored memories changed. */
  detachFromConversation(userId: string, conversationId: string, now: Date): boolean {
    return this.#applyChanges(
      userId,
      computeDetachChanges(conversationId, this.#findKnownMemories(userId, conversationId), now),
      now,
    );
  }

  changesSince(userId: string, cursor?: string): MemoryChanges {
    return this.#changeFeed.changesSince(userId, cursor, (id, contentJson) => ({
      id,
      content: JSON.parse(contentJson) as string,
    }));
  }

  /** Returns lookups that give the same object for the same memory. */
  #findKnownMemories(userId: string, conversationId: string): MemoryLookup {
    const conversationMemories = this.findByConversation(userId, conversationId);
    const memoriesById = new Map(conversationMemories.map((memory) => [memory.state.id, memory]));
    const deduplicate = (memory: Memory | undefined): Memory | undefined => {
      if (!memory) return undefined;
      const { id } = memory.state;
      return memoriesById.get(id) ?? memoriesById.set(id, memory).get(id);
    };
    return {
      conversationMemories,
      findByContent: (memory) => deduplicate(this.findByContent(userId, memory)?.memory),
      findById: (id) => memoriesById.get(id) ?? deduplicate(this.find(userId, id)?.memory),
      isDeleted: (id) => this.isDeleted(userId, id),
    };
  }

  /**
   * Applies the changes in their order: removals come first, so that their content is free for other memories.
   * @returns whether a stored memory was changed or removed.
   */
  #applyChanges(userId: string, changes: readonly MemoryChange[], now: Date): boolean {
    if (changes.length === 0) return false;
    const revision = this.nextRevision(userId);
    for (const { before, after } of changes) {
      const row = before && this.find(userId, before.state.id);
      if (after && row) this.replace(row, after, revision);
      else if (after) this.reinsert(after, revision);
      else if (row) this.#remove(row, revision, now);
    }
    this.#changeFeed.pruneRemovals(userId);
    return changes.some(({ before }) => before);
  }

  /** As `insert`, for a memory that may have been removed before, though not by the user. */
  reinsert(memory: Memory, revision: number): void {
    this.insert(memory, revision);
    this.#changeFeed.deleteRemoval(memory.state.userId, memory.state.id);
  }

  #remove({ key, memory }: MemoryRow, revision: number, now: Date): void {
    const { userId, id } = memory.state;
    this.#delete.run(key);
    for (const conversationId of memory.conversationIds) this.#deleteSource.run(userId, conversationId, key);
    for (const formerId of memory.supersededIds) this.#deleteFormer.run(userId, formerId, key);
    this.#changeFeed.recordRemoval(userId, id, revision);
    this.#notificationSources.deleteDependents(userId, { kind: "memory", id }, now);
  }
}

function toMemoryRow(row: Readonly<Record<string, unknown>>): MemoryRow {
  return { key: Number(row.key), memory: toMemory(row) };
}

export function buildMemoryPageQuery(
  userId: string,
  filter: MemoryFilter,
  { start, ...position }: PagePosition,
): SqlQuery {
  const categories = getDistinctCategories(filter);
  const sources =
    categories.length === 0
      ? [{ from: `${LISTED_SOURCE} AND sort_key >= ?`, values: [userId, start] }]
      : categories.map((category): ListSource => ({
          from: `${CATEGORY_SOURCE} AND category = ? AND sort_key >= ?`,
          values: [userId, category, start],
        }));
  return buildPageQuery("memories", sources, position);
}

export function buildMemoryCountQuery(userId: string, filter: MemoryFilter): SqlQuery {
  const categories = getDistinctCategories(filter);
  if (categories.length === 0) return buildCountQuery({ from: LISTED_SOURCE, values: [userId] });
  const categoryCondition = `category IN (${categories.map(() => "?").join(", ")})`;
  return buildCountQuery({ from: `${CATEGORY_SOURCE} AND ${categoryCondition}`, values: [userId, ...categories] });
}

const LISTED_SOURCE = "FROM memories INDEXED BY memories_listed WHERE user_id = ? AND listed = 1";
/** Reads one category from an index of its own, so that no memories of other categories are scanned. */
const CATEGORY_SOURCE = "FROM memories INDEXED BY memories_of_category WHERE user_id = ? AND listed = 1";

const getDistinctCategories = ({ categories }: MemoryFilter): readonly MemoryCategory[] => [...new Set(categories)];
