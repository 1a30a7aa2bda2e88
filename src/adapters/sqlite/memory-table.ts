import type { StatementSync } from "node:sqlite";
import type { KnownMemories, MemoryChange } from "../../domain/memory-book.js";
import { extractionChanges, releaseChanges } from "../../domain/memory-extraction.js";
import { contentTaken, Memory, MEMORIES_A_LOOK, type MemoryState } from "../../domain/memory.js";
import type { MemoryChanges } from "../../ports/driven/memory-feed.js";
import { ChangeLog } from "./change-log.js";
import { decode, encode } from "./codec.js";
import { contentDigest } from "../store-support/content-digest.js";
import type { Database } from "./database.js";
import { NotificationSources } from "./notification-sources.js";
import { Tombstones } from "./tombstones.js";

/** What a change of the memory may change in its row. */
const columns = ["content_digest", "revision", "sort_key", "listed", "category", "state"];

type Value = string | number | Uint8Array | null;

/** In the order of `columns`. */
function valuesOf(memory: Memory, digest: Uint8Array | null, revision: number): Value[] {
  return [digest, revision, memory.sortKey, Number(memory.isListed), memory.state.category, encode(memory.state)];
}

export function memoryOf({ state }: Readonly<Record<string, unknown>>): Memory {
  return Memory.restore(decode(String(state)) as MemoryState);
}

/**
 * The `content` comes as JSON, which alone writes every text so that nothing of it is lost on the way. The rest of a
 * state, which is most of it, is not read for this.
 */
const followed = {
  rows: "memories",
  told: "CASE WHEN listed THEN state -> '$.state.content' END",
  removals: "memory_removals",
  forgotten: "forgotten_removals",
};

export interface MemoryRow {
  readonly key: number;
  readonly memory: Memory;
}

/** The rows of memories. To be used inside a read or a write. */
export class MemoryTable {
  readonly #tombstones: Tombstones;
  readonly #byId: StatementSync;
  readonly #byContent: StatementSync;
  readonly #ofConversation: StatementSync;
  readonly #insert: StatementSync;
  readonly #replace: StatementSync;
  readonly #delete: StatementSync;
  readonly #addSource: StatementSync;
  readonly #removeSource: StatementSync;
  readonly #holderOf: StatementSync;
  readonly #addFormer: StatementSync;
  readonly #removeFormer: StatementSync;
  readonly #changes: ChangeLog;
  readonly #notifications: NotificationSources;

  constructor(database: Database) {
    this.#tombstones = new Tombstones(database, "memory");
    this.#byId = database.prepare("SELECT key, state FROM memories WHERE user_id = ? AND id = ?");
    this.#byContent = database.prepare("SELECT key, state FROM memories WHERE user_id = ? AND content_digest = ?");
    this.#ofConversation = database.prepare(`
      SELECT memories.key, memories.state
      FROM memory_sources CROSS JOIN memories ON memories.key = memory_sources.memory
      WHERE memory_sources.user_id = ? AND memory_sources.conversation_id = ?`);
    this.#insert = database.prepare(`
      INSERT INTO memories (user_id, id, ${columns.join(", ")})
      VALUES (?, ?, ${columns.map(() => "?").join(", ")}) ON CONFLICT DO NOTHING`);
    this.#replace = database.prepare(`
      UPDATE memories SET ${columns.map((column) => `${column} = coalesce(?, ${column})`).join(", ")} WHERE key = ?`);
    this.#delete = database.prepare("DELETE FROM memories WHERE key = ?");
    this.#addSource = database.prepare(
      "INSERT INTO memory_sources (user_id, conversation_id, memory) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
    );
    this.#removeSource = database.prepare(
      "DELETE FROM memory_sources WHERE user_id = ? AND conversation_id = ? AND memory = ?",
    );
    this.#holderOf = database.prepare(`
      SELECT memories.key, memories.state
      FROM memory_formers CROSS JOIN memories ON memories.key = memory_formers.memory
      WHERE memory_formers.user_id = ? AND memory_formers.former_id = ? LIMIT 1`);
    this.#addFormer = database.prepare(
      "INSERT INTO memory_formers (user_id, former_id, memory) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
    );
    this.#removeFormer = database.prepare(
      "DELETE FROM memory_formers WHERE user_id = ? AND former_id = ? AND memory = ?",
    );
    this.#changes = new ChangeLog(database, followed, MEMORIES_A_LOOK);
    this.#notifications = new NotificationSources(database);
  }

  find(userId: string, id: string): MemoryRow | undefined {
    const row = this.#byId.get(userId, id);
    return row && rowOf(row);
  }

  findByContent(userId: string, memory: Memory): MemoryRow | undefined {
    const row = this.#byContent.get(userId, contentDigest(memory.contentKey));
    return row && rowOf(row);
  }

  findByConversation(userId: string, conversationId: string): Memory[] {
    return this.#ofConversation.all(userId, conversationId).map(memoryOf);
  }

  /** Whether a memory of this id, or one that went by it, was deleted. */
  isDeleted(userId: string, id: string): boolean {
    return this.#tombstones.has(userId, id);
  }

  /** The number of a new write of the user's memories. */
  nextRevision(userId: string): number {
    return this.#changes.nextRevision(userId);
  }

  /** @returns whether it was: nothing is when there is one of its id or its content. */
  insert(memory: Memory, revision: number): boolean {
    const { userId, id } = memory.state;
    const digest = contentDigest(memory.contentKey);
    const { changes, lastInsertRowid } = this.#insert.run(userId, id, ...valuesOf(memory, digest, revision));
    if (changes === 0) return false;
    for (const conversationId of memory.conversationIds) this.#addSource.run(userId, conversationId, lastInsertRowid);
    for (const formerId of memory.formerIds) this.#addFormer.run(userId, formerId, lastInsertRowid);
    return true;
  }

  /** @returns whether something was removed from the store: what was made of a memory that is rejected by this. */
  replace({ key, memory: before }: MemoryRow, memory: Memory, revision: number): boolean {
    const { userId, id, updatedAt } = memory.state;
    // One of two that were told apart when texts were folded otherwise keeps the digest that it has.
    const digest = memory.contentKey === before.contentKey ? null : contentDigest(memory.contentKey);
    this.#replace.run(...valuesOf(memory, digest, revision), key);
    const changed = (from: readonly string[], to: readonly string[]): string[] =>
      from.filter((each) => !to.includes(each));
    const { conversationIds: talksBefore, formerIds: formersBefore } = before;
    const { conversationIds: talks, formerIds: formers } = memory;
    for (const talk of changed(talksBefore, talks)) this.#removeSource.run(userId, talk, key);
    for (const talk of changed(talks, talksBefore)) this.#addSource.run(userId, talk, key);
    for (const former of changed(formersBefore, formers)) this.#removeFormer.run(userId, former, key);
    for (const former of changed(formers, formersBefore)) this.#addFormer.run(userId, former, key);
    return !memory.isListed && this.#notifications.release(userId, { kind: "memory", id }, updatedAt);
  }

  /** As `MemoryRepository.restore`. */
  restore(userId: string, id: string, now: Date): Memory | undefined {
    const row = this.#holderOf.get(userId, id);
    const holder = row && rowOf(row);
    const parts = holder?.memory.restoreFormer(id, now);
    if (!holder || !parts) return undefined;
    if (this.findByContent(userId, parts.restored)) throw contentTaken();
    const revision = this.nextRevision(userId);
    this.replace(holder, parts.holder, revision);
    this.insertAgain(parts.restored, revision);
    return parts.restored;
  }

  deleteWithTombstone(userId: string, id: string, now: Date): boolean {
    const row = this.find(userId, id);
    if (!row) return false;
    this.#remove(row, this.nextRevision(userId), now);
    this.#changes.forgetOldRemovals(userId);
    for (const name of row.memory.names) this.#tombstones.add(userId, name);
    return true;
  }

  /** As `MemoryRepository.replaceExtracted`, without the fence. @returns whether something was removed. */
  replaceExtracted(userId: string, conversationId: string, memories: readonly Memory[], now: Date): boolean {
    return this.#apply(
      userId,
      extractionChanges(conversationId, memories, this.#known(userId, conversationId), now),
      now,
    );
  }

  /** As `MemoryRepository.releaseConversation`, without the fence. @returns whether something was removed. */
  detachFromConversation(userId: string, conversationId: string, now: Date): boolean {
    return this.#apply(userId, releaseChanges(conversationId, this.#known(userId, conversationId), now), now);
  }

  changesSince(userId: string, mark?: string): MemoryChanges {
    return this.#changes.changesSince(userId, mark, (id, told) => ({ id, content: JSON.parse(told) as string }));
  }

  /** Each is the same object whenever it is asked for. */
  #known(userId: string, conversationId: string): KnownMemories {
    const ofConversation = this.findByConversation(userId, conversationId);
    const seen = new Map(ofConversation.map((memory) => [memory.state.id, memory]));
    const one = (memory: Memory | undefined): Memory | undefined => {
      if (!memory) return undefined;
      const { id } = memory.state;
      return seen.get(id) ?? seen.set(id, memory).get(id);
    };
    return {
      ofConversation,
      byContent: (memory) => one(this.findByContent(userId, memory)?.memory),
      byId: (id) => seen.get(id) ?? one(this.find(userId, id)?.memory),
      isDeleted: (id) => this.isDeleted(userId, id),
    };
  }

  /** What goes is gone before what comes, so that its content is free. @returns whether something was removed. */
  #apply(userId: string, changes: readonly MemoryChange[], now: Date): boolean {
    if (changes.length === 0) return false;
    const revision = this.nextRevision(userId);
    for (const { before, after } of changes) {
      const row = before && this.find(userId, before.state.id);
      if (after && row) this.replace(row, after, revision);
      else if (after) this.insertAgain(after, revision);
      else if (row) this.#remove(row, revision, now);
    }
    this.#changes.forgetOldRemovals(userId);
    return changes.some(({ before }) => before);
  }

  /** As `insert`, of one that may have been removed before, though never by the user. */
  insertAgain(memory: Memory, revision: number): void {
    this.insert(memory, revision);
    this.#changes.forgetRemoved(memory.state.userId, memory.state.id);
  }

  #remove({ key, memory }: MemoryRow, revision: number, now: Date): void {
    const { userId, id } = memory.state;
    this.#delete.run(key);
    for (const conversationId of memory.conversationIds) this.#removeSource.run(userId, conversationId, key);
    for (const formerId of memory.formerIds) this.#removeFormer.run(userId, formerId, key);
    this.#changes.noteRemoved(userId, id, revision);
    this.#notifications.release(userId, { kind: "memory", id }, now);
  }
}

function rowOf(row: Readonly<Record<string, unknown>>): MemoryRow {
  return { key: Number(row.key), memory: memoryOf(row) };
}
