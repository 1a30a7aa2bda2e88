import type { Collection } from "mongodb";
import { contentTaken, Memory } from "../../domain/memory.js";
import type { KnownMemories, MemoryChange } from "../../domain/memory-book.js";
import { extractionChanges, findLookupKeys, releaseChanges } from "../../domain/memory-extraction.js";
import { contentDigest } from "../store-support/content-digest.js";
import { changePosition } from "./change-feed.js";
import type { IndexDefinition } from "./collections.js";
import type { Database } from "./database.js";
import { Documents, keyFilter, optionsOf, type Row, type StoredDocument } from "./documents.js";
import { Heads } from "./heads.js";
import { NotificationDocuments } from "./notification-documents.js";
import type { Transaction } from "./write-queue.js";

export const memoryIndexes: readonly IndexDefinition[] = [
  { keys: { user: 1, listed: 1, key: 1 }, serves: "list and count" },
  { keys: { user: 1, listed: 1, category: 1, key: 1 }, serves: "list and count of categories" },
  { keys: { user: 1, content: 1 }, options: { unique: true }, serves: "one memory per content" },
  { keys: { user: 1, conversations: 1 }, serves: "memories of a conversation" },
  { keys: { user: 1, formers: 1 }, serves: "the memory whose history holds a superseded one" },
  { keys: { user: 1, change: 1 }, serves: "change feed of search" },
  { keys: { listed: 1, embeddedBy: 1, _id: 1 }, serves: "memories without an embedding, statistics" },
];

/** The value of `embeddedBy` of a memory without an embedding. */
export const NOT_EMBEDDED = "";

/** What is known of the memories that an operation is about. */
interface LoadedMemories {
  readonly byId: Map<string, Row<Memory>>;
  readonly byContent: Map<string, Row<Memory>>;
  /** IDs under which something is stored, be it no more than a tombstone. */
  readonly storedIds: ReadonlySet<string>;
  readonly deletedIds: ReadonlySet<string>;
}

/**
 * The collection of memories. Each has the digest of its content in `content`, which is unique per user; what remains of
 * a removed one has its own ID there. A live memory bears `deleted` when a deleted one went by its ID.
 */
export class MemoryDocuments extends Documents<Memory> {
  readonly #heads: Heads;
  readonly #notifications: NotificationDocuments;
  readonly #embeddings: Collection;

  constructor(database: Database) {
    super(database, {
      collection: "memories",
      restore: (state) => Memory.restore(state),
      keyOf: ({ state }) => ({ user: state.userId, id: state.id }),
      fieldsOf: (memory) => ({
        key: memory.sortKey,
        listed: memory.isListed,
        category: memory.state.category,
        conversations: memory.conversationIds,
        formers: memory.formerIds,
      }),
      keptFields: ["content", "change", "embeddedBy", "deleted"],
    });
    this.#heads = new Heads(database);
    this.#notifications = new NotificationDocuments(database);
    this.#embeddings = database.collection("embeddings");
  }

  /** The revision of a new write. To be called first: it makes all that write the user's memories conflict. */
  takeRevision(userId: string, transaction: Transaction): Promise<number> {
    return this.#heads.takeRevisions(userId, "memories", transaction);
  }

  async findByContent(memory: Memory, transaction: Transaction): Promise<Row<Memory> | undefined> {
    const filter = { user: memory.state.userId, content: contentOf(memory) };
    return (await this.findAll(filter, {}, transaction))[0];
  }

  async findByConversation(userId: string, conversationId: string, transaction?: Transaction): Promise<Row<Memory>[]> {
    return this.findAll({ user: userId, conversations: conversationId }, {}, transaction);
  }

  /** The memory whose history holds the superseded memory. */
  async findHolder(userId: string, formerId: string, transaction: Transaction): Promise<Row<Memory> | undefined> {
    return (await this.findAll({ user: userId, formers: formerId }, { limit: 1 }, transaction))[0];
  }

  /** Finds what is stored under these IDs or contents. */
  async load(
    userId: string,
    ids: Iterable<string>,
    contents: readonly Memory[],
    transaction: Transaction,
  ): Promise<LoadedMemories> {
    const byId = await this.findDocumentsById(userId, [...ids], transaction);
    const digests = contents.map(contentOf);
    const byContent =
      digests.length === 0
        ? []
        : await this.findDocuments({ user: userId, content: { $in: digests } }, {}, transaction);
    const loaded = {
      byId: new Map<string, Row<Memory>>(),
      byContent: new Map<string, Row<Memory>>(),
      storedIds: new Set(byId.map(({ id }) => id)),
      deletedIds: new Set(byId.filter(({ deleted }) => deleted).map(({ id }) => id)),
    };
    for (const document of [...byId, ...byContent]) {
      const row = loaded.byId.get(document.id) ?? this.rowOf(document);
      if (!row) continue;
      loaded.byId.set(document.id, row);
      loaded.byContent.set(row.aggregate.contentKey, row);
    }
    return loaded;
  }

  /** Inserts memories whose IDs and contents are free; what remains of removed ones is replaced. */
  async add(
    memories: readonly Memory[],
    revision: number,
    transaction: Transaction,
    storedIds: ReadonlySet<string>,
  ): Promise<void> {
    const isNew = ({ state }: Memory): boolean => !storedIds.has(state.id);
    await this.insertMany(memories.filter(isNew), transaction, (memory) => newFields(memory, revision));
    for (const memory of memories.filter((each) => !isNew(each))) {
      await this.put(memory, transaction, newFields(memory, revision));
    }
  }

  /** Also deletes what was made of a memory that is rejected or says something else now. */
  async replaceInFeed(row: Row<Memory>, next: Memory, revision: number, transaction: Transaction): Promise<void> {
    const { userId, id, updatedAt } = next.state;
    const hasNewContent = next.contentKey !== row.aggregate.contentKey;
    const losesEmbeddings = next.state.content !== row.aggregate.state.content || !next.isListed;
    if (losesEmbeddings) await this.#removeEmbeddings(userId, id, transaction);
    await this.replace(row, next, transaction, {
      change: changePosition(revision, id),
      ...(hasNewContent ? { content: contentOf(next) } : {}),
      ...(losesEmbeddings ? { embeddedBy: NOT_EMBEDDED } : {}),
    });
    if (!next.isListed) {
      await this.#notifications.deleteDependents(userId, { kind: "memory", id }, updatedAt, transaction);
    }
  }

  /** Removes the memory, and leaves a tombstone for each of its names when the user deletes it. */
  async removeFromFeed(
    { aggregate }: Row<Memory>,
    revision: number,
    now: Date,
    transaction: Transaction,
    isDeletedByUser = false,
  ): Promise<void> {
    const { userId, id } = aggregate.state;
    await this.#removeEmbeddings(userId, id, transaction);
    await this.replaceByRemains({ user: userId, id }, remainsOf(id, revision, isDeletedByUser), transaction);
    if (isDeletedByUser) {
      for (const name of aggregate.names) if (name !== id) await this.markDeleted(userId, name, transaction);
    }
    await this.#notifications.deleteDependents(userId, { kind: "memory", id }, now, transaction);
  }

  /** As `MemoryRepository.deleteWithTombstone`. */
  async deleteWithTombstone(userId: string, id: string, now: Date, transaction: Transaction): Promise<boolean> {
    const row = await this.find({ user: userId, id }, transaction);
    if (!row) return false;
    const revision = await this.takeRevision(userId, transaction);
    await this.removeFromFeed(row, revision, now, transaction, true);
    return true;
  }

  /** Leaves a tombstone for the ID; a memory that has it stays. */
  async markDeleted(userId: string, id: string, transaction: Transaction): Promise<void> {
    transaction.noteWrite();
    await this.collection.updateOne(
      keyFilter({ user: userId, id }),
      { $set: { deleted: true }, $setOnInsert: { id, v: 1, content: id } },
      { ...optionsOf(transaction), upsert: true },
    );
  }

  /** As `MemoryRepository.restore`. */
  async restoreFormer(userId: string, id: string, now: Date, transaction: Transaction): Promise<Memory | undefined> {
    const holder = await this.findHolder(userId, id, transaction);
    const parts = holder?.aggregate.restoreFormer(id, now);
    if (!holder || !parts) return undefined;
    if (await this.findByContent(parts.restored, transaction)) throw contentTaken();
    const revision = await this.takeRevision(userId, transaction);
    const { storedIds } = await this.load(userId, [id], [], transaction);
    await this.replaceInFeed(holder, parts.holder, revision, transaction);
    await this.add([parts.restored], revision, transaction, storedIds);
    return parts.restored;
  }

  /** As `MemoryRepository.replaceExtracted`, without the fencing token. */
  async replaceExtracted(
    userId: string,
    conversationId: string,
    memories: readonly Memory[],
    now: Date,
    transaction: Transaction,
  ): Promise<void> {
    await this.#applyChanges(userId, conversationId, memories, now, transaction, (known) =>
      extractionChanges(conversationId, memories, known, now),
    );
  }

  /** As `MemoryRepository.detachFromConversation`, without the fencing token. */
  async detachFromConversation(
    userId: string,
    conversationId: string,
    now: Date,
    transaction: Transaction,
  ): Promise<void> {
    await this.#applyChanges(userId, conversationId, [], now, transaction, (known) =>
      releaseChanges(conversationId, known, now),
    );
  }

  /** One read before, because the domain asks for what it needs synchronously. */
  async #applyChanges(
    userId: string,
    conversationId: string,
    found: readonly Memory[],
    now: Date,
    transaction: Transaction,
    decide: (known: KnownMemories) => readonly MemoryChange[],
  ): Promise<void> {
    const revision = await this.takeRevision(userId, transaction);
    const own = await this.findByConversation(userId, conversationId, transaction);
    const ofConversation = own.map(({ aggregate }) => aggregate);
    const { ids, contents } = findLookupKeys(ofConversation, found);
    const loaded = await this.load(userId, ids, contents, transaction);
    const rows = new Map([...loaded.byId, ...own.map((row) => [row.aggregate.state.id, row] as const)]);
    const one = (row: Row<Memory> | undefined): Memory | undefined =>
      row && rows.get(row.aggregate.state.id)?.aggregate;
    const changes = decide({
      ofConversation,
      byContent: ({ contentKey }) => one(loaded.byContent.get(contentKey)),
      byId: (id) => rows.get(id)?.aggregate,
      isDeleted: (id) => loaded.deletedIds.has(id),
    });
    for (const { before, after } of changes) {
      const row = before && rows.get(before.state.id);
      if (after && row) await this.replaceInFeed(row, after, revision, transaction);
      else if (after) await this.add([after], revision, transaction, loaded.storedIds);
      else if (row) await this.removeFromFeed(row, revision, now, transaction);
    }
  }

  async #removeEmbeddings(userId: string, memoryId: string, transaction: Transaction): Promise<void> {
    transaction.noteWrite();
    await this.#embeddings.deleteMany({ user: userId, memory: memoryId }, optionsOf(transaction));
  }
}

export function contentOf({ contentKey }: Memory): Buffer {
  return Buffer.from(contentDigest(contentKey));
}

function newFields(memory: Memory, revision: number): Record<string, unknown> {
  return {
    content: contentOf(memory),
    change: changePosition(revision, memory.state.id),
    embeddedBy: NOT_EMBEDDED,
  };
}

function remainsOf(id: string, revision: number, isTombstone: boolean): Partial<StoredDocument> {
  return { content: id, change: changePosition(revision, id), ...(isTombstone ? { deleted: true } : {}) };
}
