import { duplicateContent, Memory } from "../../../domain/memory/memory.js";
import {
  type MemoryLookup,
  type MemoryChange,
  computeExtractionChanges,
  findLookupKeys,
  computeDetachChanges,
} from "../../../domain/memory/memory-extraction.js";
import { computeContentDigest } from "../../store-support/content-digest.js";
import { formatChangePosition } from "../repositories/change-feed.js";
import type { MongoDatabase } from "../database/database.js";
import { Documents, keyFilter, toSessionOptions, type Row, type StoredDocument } from "./documents.js";
import { EmbeddingDocuments } from "./embedding-documents.js";
import { RevisionCounters } from "./revision-counters.js";
import { NotificationDocuments } from "./notification-documents.js";
import type { MongoTransaction } from "../database/write-queue.js";

/** The value of `embeddedBy` of a memory without an embedding. */
export const NOT_EMBEDDED = "";

/** The stored memories that an operation needs. */
interface LoadedMemories {
  readonly byId: Map<string, Row<Memory>>;
  readonly byContent: Map<string, Row<Memory>>;
  /** IDs with a stored document, including markers. */
  readonly storedIds: ReadonlySet<string>;
  readonly deletedIds: ReadonlySet<string>;
}

/**
 * The collection of memories. `content` holds the digest of the content, which is unique per user; a marker holds its
 * own ID there. A live memory has `deleted` if its ID was also one of the IDs of a deleted memory.
 */
export class MemoryDocuments extends Documents<Memory> {
  readonly #revisionCounters: RevisionCounters;
  readonly #notifications: NotificationDocuments;
  readonly #embeddings: EmbeddingDocuments;

  constructor(database: MongoDatabase) {
    super(database, {
      collection: "memories",
      restore: (state) => Memory.restore(state),
      getKey: ({ state }) => ({ user: state.userId, id: state.id }),
      computeFields: (memory) => ({
        key: memory.sortKey,
        listed: memory.isListed,
        category: memory.state.category,
        conversations: memory.conversationIds,
        formers: memory.supersededIds,
      }),
      preservedFields: ["content", "change", "embeddedBy", "deleted"],
    });
    this.#revisionCounters = new RevisionCounters(database);
    this.#notifications = new NotificationDocuments(database);
    this.#embeddings = new EmbeddingDocuments(database);
  }

  /** Returns the revision of a new write. Call it first: it makes concurrent writes of the user's memories conflict. */
  allocateRevision(userId: string, transaction: MongoTransaction): Promise<number> {
    return this.#revisionCounters.allocateRevisions(userId, "memories", transaction);
  }

  async findByContent(memory: Memory, transaction: MongoTransaction): Promise<Row<Memory> | undefined> {
    const filter = { user: memory.state.userId, content: digestContent(memory) };
    return (await this.findAll(filter, {}, transaction))[0];
  }

  async findByConversation(
    userId: string,
    conversationId: string,
    transaction?: MongoTransaction,
  ): Promise<Row<Memory>[]> {
    return this.findAll({ user: userId, conversations: conversationId }, {}, transaction);
  }

  /** Finds the memory whose history contains the superseded one. */
  async findBySupersededId(
    userId: string,
    supersededId: string,
    transaction: MongoTransaction,
  ): Promise<Row<Memory> | undefined> {
    return (await this.findAll({ user: userId, formers: supersededId }, { limit: 1 }, transaction))[0];
  }

  /** Loads the documents with these IDs or contents. */
  async load(
    userId: string,
    ids: Iterable<string>,
    contents: readonly Memory[],
    transaction: MongoTransaction,
  ): Promise<LoadedMemories> {
    const byId = await this.findDocumentsById(userId, [...ids], transaction);
    const digests = contents.map(digestContent);
    const byContent =
      digests.length === 0
        ? []
        : await this.findDocuments({ user: userId, content: { $in: digests } }, {}, transaction);
    const result = {
      byId: new Map<string, Row<Memory>>(),
      byContent: new Map<string, Row<Memory>>(),
      storedIds: new Set(byId.map(({ id }) => id)),
      deletedIds: new Set(byId.filter(({ deleted }) => deleted).map(({ id }) => id)),
    };
    for (const document of [...byId, ...byContent]) {
      const row = result.byId.get(document.id) ?? this.toRow(document);
      if (!row) continue;
      result.byId.set(document.id, row);
      result.byContent.set(row.aggregate.contentKey, row);
    }
    return result;
  }

  /** Inserts memories with unused IDs and contents; replaces markers. */
  async add(
    memories: readonly Memory[],
    revision: number,
    transaction: MongoTransaction,
    storedIds: ReadonlySet<string>,
  ): Promise<void> {
    const isNew = ({ state }: Memory): boolean => !storedIds.has(state.id);
    await this.insertMany(memories.filter(isNew), transaction, (memory) => computeNewFields(memory, revision));
    for (const memory of memories.filter((each) => !isNew(each))) {
      await this.put(memory, transaction, computeNewFields(memory, revision));
    }
  }

  /** Also deletes embeddings if the content changed or the memory is unlisted, and dependents of an unlisted memory. */
  async replaceInFeed(row: Row<Memory>, next: Memory, revision: number, transaction: MongoTransaction): Promise<void> {
    const { userId, id, updatedAt } = next.state;
    const hasNewContent = next.contentKey !== row.aggregate.contentKey;
    const losesEmbeddings = next.state.content !== row.aggregate.state.content || !next.isListed;
    if (losesEmbeddings) await this.#embeddings.remove(userId, id, transaction);
    await this.replace(row, next, transaction, {
      change: formatChangePosition(revision, id),
      ...(hasNewContent ? { content: digestContent(next) } : {}),
      ...(losesEmbeddings ? { embeddedBy: NOT_EMBEDDED } : {}),
    });
    if (!next.isListed) {
      await this.#notifications.deleteDependents(userId, { kind: "memory", id }, updatedAt, transaction);
    }
  }

  /** Removes the memory. If the user deletes it, leaves a tombstone for each of its IDs (`Memory.allIds`). */
  async removeFromFeed(
    { aggregate }: Row<Memory>,
    revision: number,
    now: Date,
    transaction: MongoTransaction,
    isDeletedByUser = false,
  ): Promise<void> {
    const { userId, id } = aggregate.state;
    await this.#embeddings.remove(userId, id, transaction);
    await this.replaceWithMarker({ user: userId, id }, buildMarkerFields(id, revision, isDeletedByUser), transaction);
    if (isDeletedByUser) {
      for (const name of aggregate.allIds) if (name !== id) await this.markDeleted(userId, name, transaction);
    }
    await this.#notifications.deleteDependents(userId, { kind: "memory", id }, now, transaction);
  }

  /** See `MemoryRepository.deleteWithTombstone`. */
  async deleteWithTombstone(userId: string, id: string, now: Date, transaction: MongoTransaction): Promise<boolean> {
    const row = await this.find({ user: userId, id }, transaction);
    if (!row) return false;
    const revision = await this.allocateRevision(userId, transaction);
    await this.removeFromFeed(row, revision, now, transaction, true);
    return true;
  }

  /** Marks the ID as deleted; a live memory with this ID is kept. */
  async markDeleted(userId: string, id: string, transaction: MongoTransaction): Promise<void> {
    transaction.markWritten();
    await this.collection.updateOne(
      keyFilter({ user: userId, id }),
      { $set: { deleted: true }, $setOnInsert: { id, v: 1, content: id } },
      { ...toSessionOptions(transaction), upsert: true },
    );
  }

  /** See `MemoryRepository.restore`. */
  async restoreSuperseded(
    userId: string,
    id: string,
    now: Date,
    transaction: MongoTransaction,
  ): Promise<Memory | undefined> {
    const current = await this.findBySupersededId(userId, id, transaction);
    const restoration = current?.aggregate.restoreSuperseded(id, now);
    if (!current || !restoration) return undefined;
    if (await this.findByContent(restoration.restored, transaction)) throw duplicateContent();
    const revision = await this.allocateRevision(userId, transaction);
    const { storedIds } = await this.load(userId, [id], [], transaction);
    await this.replaceInFeed(current, restoration.superseding, revision, transaction);
    await this.add([restoration.restored], revision, transaction, storedIds);
    return restoration.restored;
  }

  /** See `MemoryRepository.replaceExtracted`; does not check a fencing token. */
  async replaceExtracted(
    userId: string,
    conversationId: string,
    memories: readonly Memory[],
    now: Date,
    transaction: MongoTransaction,
  ): Promise<void> {
    await this.#applyChanges(userId, conversationId, memories, now, transaction, (known) =>
      computeExtractionChanges(conversationId, memories, known, now),
    );
  }

  /** See `MemoryRepository.detachFromConversation`; does not check a fencing token. */
  async detachFromConversation(
    userId: string,
    conversationId: string,
    now: Date,
    transaction: MongoTransaction,
  ): Promise<void> {
    await this.#applyChanges(userId, conversationId, [], now, transaction, (known) =>
      computeDetachChanges(conversationId, known, now),
    );
  }

  /** Loads everything in advance, because the lookups of the domain are synchronous. */
  async #applyChanges(
    userId: string,
    conversationId: string,
    extracted: readonly Memory[],
    now: Date,
    transaction: MongoTransaction,
    computeChanges: (known: MemoryLookup) => readonly MemoryChange[],
  ): Promise<void> {
    const revision = await this.allocateRevision(userId, transaction);
    const ownRows = await this.findByConversation(userId, conversationId, transaction);
    const conversationMemories = ownRows.map(({ aggregate }) => aggregate);
    const { ids, contents } = findLookupKeys(conversationMemories, extracted);
    const loaded = await this.load(userId, ids, contents, transaction);
    const rows = new Map([...loaded.byId, ...ownRows.map((row) => [row.aggregate.state.id, row] as const)]);
    const latestAggregate = (row: Row<Memory> | undefined): Memory | undefined =>
      row && rows.get(row.aggregate.state.id)?.aggregate;
    const changes = computeChanges({
      conversationMemories,
      findByContent: ({ contentKey }) => latestAggregate(loaded.byContent.get(contentKey)),
      findById: (id) => rows.get(id)?.aggregate,
      isDeleted: (id) => loaded.deletedIds.has(id),
    });
    for (const { before, after } of changes) {
      const row = before && rows.get(before.state.id);
      if (after && row) await this.replaceInFeed(row, after, revision, transaction);
      else if (after) await this.add([after], revision, transaction, loaded.storedIds);
      else if (row) await this.removeFromFeed(row, revision, now, transaction);
    }
  }
}

export function digestContent({ contentKey }: Memory): Buffer {
  return Buffer.from(computeContentDigest(contentKey));
}

function computeNewFields(memory: Memory, revision: number): Record<string, unknown> {
  return {
    content: digestContent(memory),
    change: formatChangePosition(revision, memory.state.id),
    embeddedBy: NOT_EMBEDDED,
  };
}

function buildMarkerFields(id: string, revision: number, isTombstone: boolean): Partial<StoredDocument> {
  return { content: id, change: formatChangePosition(revision, id), ...(isTombstone ? { deleted: true } : {}) };
}
