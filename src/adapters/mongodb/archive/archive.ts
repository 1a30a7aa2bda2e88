import type { Document, Filter, Sort } from "mongodb";
import type { ConversationState } from "../../../domain/conversation/conversation-state.js";
import type { MemoryState } from "../../../domain/memory/memory-state.js";
import type {
  Archive,
  ArchiveEntry,
  ArchivePutResult,
  ArchivedEmbedding,
  StateEntry,
  TombstoneEntry,
} from "../../../ports/driven/store/archive.js";
import { putArchiveEntriesAsync, requireSingleOwner } from "../../store-support/put-archive.js";
import { getUserQueueKey, type MongoDatabase } from "../database/database.js";
import { decodeState } from "../database/state-codec.js";
import type { MongoTransaction } from "../database/write-queue.js";
import { toSessionOptions } from "../documents/documents.js";
import { toVector, type EmbeddingDocument } from "../documents/embedding-documents.js";
import type { FenceKind } from "../documents/extraction-fences.js";
import { RevisionCounters } from "../documents/revision-counters.js";
import { MongoTranscriptChunks } from "../documents/transcript-chunks.js";
import { ArchiveDocuments, MongoArchiveTarget } from "./archive-target.js";

export class MongoArchive implements Archive {
  readonly #snapshot: MongoArchiveSnapshot;
  readonly #documents: ArchiveDocuments;
  readonly #revisionCounters: RevisionCounters;

  constructor(private readonly database: MongoDatabase) {
    this.#snapshot = new MongoArchiveSnapshot(database);
    this.#documents = new ArchiveDocuments(database);
    this.#revisionCounters = new RevisionCounters(database);
  }

  countEntries(userId?: string): Promise<number> {
    return this.#snapshot.countEntries(userId);
  }

  async *entries(userId?: string): AsyncIterable<ArchiveEntry> {
    yield* this.#snapshot.readApps(userId);
    yield* userId === undefined ? this.#snapshot.readAllUsers() : this.#snapshot.readUser(userId);
  }

  async put(entries: readonly ArchiveEntry[], now: Date): Promise<ArchivePutResult> {
    const ownerId = requireSingleOwner(entries);
    return this.database.write(getUserQueueKey(ownerId), async (transaction) => {
      await this.#revisionCounters.lock(ownerId, transaction);
      return putArchiveEntriesAsync(entries, new MongoArchiveTarget(this.#documents, transaction), now);
    });
  }
}

/** The documents of one collection that are archive entries. */
interface Source {
  readonly collection: string;
  /** The field with the ID of the owner. An index must begin with it. */
  readonly owner: string;
  /** Selects the documents that are entries. */
  readonly filter?: Filter<Document>;
  readonly sort?: Sort;
  readonly toEntry: (document: Document, parts: EntryPartsReader) => ArchiveEntry | Promise<ArchiveEntry>;
}

/** Matches any text. Markers of removed objects lack the computed fields. */
const ANY_TEXT = { $gt: "" };

function createStateSource(kind: StateEntry["kind"], collection: string, options: Partial<Source> = {}): Source {
  return {
    collection,
    owner: "user",
    toEntry: (document) => ({ kind, state: readState(document) }) as StateEntry,
    ...options,
  };
}

const createTombstoneSource = (objectKind: TombstoneEntry["of"], collection: string): Source => ({
  collection,
  owner: "user",
  // A live memory with `deleted` shares an ID with a deleted one; importing a tombstone would delete the live one.
  filter: { deleted: true, listed: { $exists: false } },
  toEntry: ({ user, id }) => ({ kind: "tombstone", of: objectKind, userId: String(user), id: String(id) }),
});

const appSource = createStateSource("app", "apps", { owner: "owner", sort: { owner: 1, key: 1 } });

/** All data of a user except apps, in the order of `Archive.entries`. */
const userSources: readonly Source[] = [
  createStateSource("user", "users", { owner: "_id" }),
  createStateSource("folder", "folders"),
  createTombstoneSource("conversation", "conversations"),
  createTombstoneSource("action_item", "actionItems"),
  createTombstoneSource("memory", "memories"),
  {
    collection: "fences",
    owner: "user",
    toEntry: ({ kind, user, conversation, fence }) => ({
      kind: "fence",
      of: kind as FenceKind,
      userId: String(user),
      conversationId: String(conversation),
      fence: Number(fence),
    }),
  },
  {
    collection: "conversations",
    owner: "user",
    filter: { key: ANY_TEXT },
    toEntry: async (document, parts) => {
      const state = readState(document) as ConversationState;
      return { kind: "conversation", state, segments: await parts.findSegments(state.userId, state.id) };
    },
  },
  createStateSource("action_item", "actionItems", { filter: { key: ANY_TEXT } }),
  {
    collection: "memories",
    owner: "user",
    filter: { listed: { $in: [true, false] } },
    toEntry: async (document, parts) => {
      const state = readState(document) as MemoryState;
      return { kind: "memory", state, embeddings: await parts.findEmbeddings(state.userId, state.id) };
    },
  },
  createStateSource("goal", "goals"),
  createStateSource("notification", "notifications", { filter: { key: ANY_TEXT }, sort: { key: -1 } }),
  createStateSource("push_target", "pushTargets"),
  createStateSource("api_key", "apiKeys"),
  createStateSource("installation", "installations"),
  createStateSource("webhook_delivery", "webhookDeliveries", { owner: "owner" }),
];

/** Reads the data of users; the data of each user comes from one snapshot. */
class MongoArchiveSnapshot {
  constructor(private readonly database: MongoDatabase) {}

  readApps(ownerId?: string): AsyncIterable<ArchiveEntry> {
    return this.database.readSnapshot((transaction) => this.#read(appSource, ownerId, transaction));
  }

  /** Reads the data of all users except apps. */
  async *readAllUsers(): AsyncIterable<ArchiveEntry> {
    for (let user = await this.#nextUser(""); user !== undefined; user = await this.#nextUser(user)) {
      yield* this.readUser(user);
    }
  }

  /** Reads the data of the user except apps. */
  readUser(userId: string): AsyncIterable<ArchiveEntry> {
    return this.database.readSnapshot((transaction) => this.#readUser(userId, transaction));
  }

  async countEntries(userId?: string): Promise<number> {
    let count = 0;
    for (const { collection, owner, filter } of [appSource, ...userSources]) {
      const query = { [owner]: userId ?? ANY_TEXT, ...filter };
      count += await this.database.run(() => this.database.collection(collection).countDocuments(query));
    }
    return count;
  }

  /** @returns the ID of the next user with data other than apps; undefined after the last one. */
  async #nextUser(after: string): Promise<string | undefined> {
    const candidates = await Promise.all(
      userSources.map(async ({ collection, owner, filter }) => {
        const query = { [owner]: { $gt: after }, ...filter };
        const options = { sort: { [owner]: 1 }, projection: { [owner]: 1 } } as const;
        const found = await this.database.run(() => this.database.collection(collection).findOne(query, options));
        return (found?.[owner] as string | undefined) ?? [];
      }),
    );
    return candidates.flat().sort(compareUtf8)[0];
  }

  async *#readUser(userId: string, transaction: MongoTransaction): AsyncIterable<ArchiveEntry> {
    for (const source of userSources) yield* this.#read(source, userId, transaction);
  }

  async *#read(source: Source, userId: string | undefined, transaction: MongoTransaction): AsyncIterable<ArchiveEntry> {
    const { collection, owner, filter, sort, toEntry } = source;
    const parts = new EntryPartsReader(this.database, transaction);
    const query = { [owner]: userId ?? ANY_TEXT, ...filter };
    const documents = this.database
      .collection(collection)
      .find(query, { ...toSessionOptions(transaction), ...(sort ? { sort } : {}) });
    for await (const document of documents) yield await toEntry(document, parts);
  }
}

/** Reads the parts of entries that are stored in other collections. */
class EntryPartsReader {
  readonly #chunks: MongoTranscriptChunks;

  constructor(
    private readonly database: MongoDatabase,
    private readonly transaction: MongoTransaction,
  ) {
    this.#chunks = new MongoTranscriptChunks(database);
  }

  findSegments(userId: string, conversationId: string): ReturnType<MongoTranscriptChunks["findSegments"]> {
    return this.#chunks.findSegments(userId, conversationId, { from: 0, to: Infinity }, this.transaction);
  }

  async findEmbeddings(userId: string, memoryId: string): Promise<ArchivedEmbedding[]> {
    const documents = await this.database
      .collection<EmbeddingDocument>("embeddings")
      .find({ user: userId, memory: memoryId }, { ...toSessionOptions(this.transaction), sort: { embedder: 1 } })
      .toArray();
    return documents.map(({ embedder, digest, vector }) => ({
      embedderId: embedder,
      digest,
      vector: toVector(vector),
    }));
  }
}

function readState(document: Document): object {
  return decodeState(document["state"] as Document);
}

/** Compares texts in the order of MongoDB: by their UTF-8 bytes. */
function compareUtf8(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
