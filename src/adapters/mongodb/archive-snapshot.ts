import type { Document, Filter, Sort } from "mongodb";
import type { ConversationState } from "../../domain/conversation.js";
import type { MemoryState } from "../../domain/memory.js";
import type { ArchivedEmbedding, ArchiveEntry, StateEntry, TombstoneEntry } from "../../ports/driven/archive.js";
import { decodeState } from "./codec.js";
import type { Database } from "./database.js";
import { optionsOf } from "./documents.js";
import { vectorOf, type EmbeddingDocument } from "./embedding-documents.js";
import type { FenceKind } from "./extraction-fences.js";
import { TranscriptChunks } from "./transcript-chunks.js";
import type { Transaction } from "./write-queue.js";

/** Documents of one collection, each of which is an entry. */
interface Source {
  readonly collection: string;
  /** The field with the ID of the user who owns an entry. An index begins with it. */
  readonly owner: string;
  /** Selects the documents that are entries. */
  readonly filter?: Filter<Document>;
  readonly sort?: Sort;
  readonly entryOf: (document: Document, parts: EntryParts) => ArchiveEntry | Promise<ArchiveEntry>;
}

/** Matches any text. What remains of a removed object lacks the computed fields of the object. */
const anyText = { $gt: "" };

function stateSource(kind: StateEntry["kind"], collection: string, options: Partial<Source> = {}): Source {
  return {
    collection,
    owner: "user",
    entryOf: (document) => ({ kind, state: stateOf(document) }) as StateEntry,
    ...options,
  };
}

const tombstoneSource = (of: TombstoneEntry["of"], collection: string): Source => ({
  collection,
  owner: "user",
  // A live document that bears the mark goes by another name of a deleted one: a tombstone would delete it elsewhere.
  filter: { deleted: true, listed: { $exists: false } },
  entryOf: ({ user, id }) => ({ kind: "tombstone", of, userId: String(user), id: String(id) }),
});

const apps = stateSource("app", "apps", { owner: "owner", sort: { owner: 1, key: 1 } });

/** What a user owns beside apps, in the order of `Archive.entries`. */
const sources: readonly Source[] = [
  stateSource("user", "users", { owner: "_id" }),
  stateSource("folder", "folders"),
  tombstoneSource("conversation", "conversations"),
  tombstoneSource("action_item", "actionItems"),
  tombstoneSource("memory", "memories"),
  {
    collection: "fences",
    owner: "user",
    entryOf: ({ kind, user, conversation, fence }) => ({
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
    filter: { key: anyText },
    entryOf: async (document, parts) => {
      const state = stateOf(document) as ConversationState;
      return { kind: "conversation", state, segments: await parts.findSegments(state.userId, state.id) };
    },
  },
  stateSource("action_item", "actionItems", { filter: { key: anyText } }),
  {
    collection: "memories",
    owner: "user",
    filter: { listed: { $in: [true, false] } },
    entryOf: async (document, parts) => {
      const state = stateOf(document) as MemoryState;
      return { kind: "memory", state, embeddings: await parts.findEmbeddings(state.userId, state.id) };
    },
  },
  stateSource("goal", "goals"),
  stateSource("notification", "notifications", { filter: { key: anyText }, sort: { key: -1 } }),
  stateSource("push_target", "pushTargets"),
  stateSource("api_key", "apiKeys"),
  stateSource("installation", "installations"),
  stateSource("webhook_delivery", "webhookDeliveries", { owner: "owner" }),
];

/** Reads what users own, each user as of one moment. */
export class ArchiveSnapshot {
  constructor(private readonly database: Database) {}

  apps(ownerId?: string): AsyncIterable<ArchiveEntry> {
    return this.database.readSnapshot((transaction) => this.#read(apps, ownerId, transaction));
  }

  /** What all users own beside apps. */
  async *entriesOfAll(): AsyncIterable<ArchiveEntry> {
    for (let user = await this.#nextUser(""); user !== undefined; user = await this.#nextUser(user)) {
      yield* this.entriesOf(user);
    }
  }

  /** What the user owns beside apps. */
  entriesOf(userId: string): AsyncIterable<ArchiveEntry> {
    return this.database.readSnapshot((transaction) => this.#readUser(userId, transaction));
  }

  async count(userId?: string): Promise<number> {
    let count = 0;
    for (const { collection, owner, filter } of [apps, ...sources]) {
      const query = { [owner]: userId ?? anyText, ...filter };
      count += await this.database.read(() => this.database.collection(collection).countDocuments(query));
    }
    return count;
  }

  /** @returns the next user who owns anything but apps; undefined after the last one. */
  async #nextUser(after: string): Promise<string | undefined> {
    const candidates = await Promise.all(
      sources.map(async ({ collection, owner, filter }) => {
        const query = { [owner]: { $gt: after }, ...filter };
        const options = { sort: { [owner]: 1 }, projection: { [owner]: 1 } } as const;
        const found = await this.database.read(() => this.database.collection(collection).findOne(query, options));
        return (found?.[owner] as string | undefined) ?? [];
      }),
    );
    return candidates.flat().sort(compareAsMongo)[0];
  }

  async *#readUser(userId: string, transaction: Transaction): AsyncIterable<ArchiveEntry> {
    for (const source of sources) yield* this.#read(source, userId, transaction);
  }

  async *#read(source: Source, userId: string | undefined, transaction: Transaction): AsyncIterable<ArchiveEntry> {
    const { collection, owner, filter, sort, entryOf } = source;
    const parts = new EntryParts(this.database, transaction);
    const query = { [owner]: userId ?? anyText, ...filter };
    const documents = this.database
      .collection(collection)
      .find(query, { ...optionsOf(transaction), ...(sort ? { sort } : {}) });
    for await (const document of documents) yield await entryOf(document, parts);
  }
}

/** Reads what belongs to an entry and is stored elsewhere. */
class EntryParts {
  readonly #chunks: TranscriptChunks;

  constructor(
    private readonly database: Database,
    private readonly transaction: Transaction,
  ) {
    this.#chunks = new TranscriptChunks(database);
  }

  findSegments(userId: string, conversationId: string): ReturnType<TranscriptChunks["findSegments"]> {
    return this.#chunks.findSegments(userId, conversationId, { from: 0, to: Infinity }, this.transaction);
  }

  async findEmbeddings(userId: string, memoryId: string): Promise<ArchivedEmbedding[]> {
    const documents = await this.database
      .collection<EmbeddingDocument>("embeddings")
      .find({ user: userId, memory: memoryId }, { ...optionsOf(this.transaction), sort: { embedder: 1 } })
      .toArray();
    return documents.map(({ embedder, digest, vector }) => ({
      embedderId: embedder,
      digest,
      vector: vectorOf(vector),
    }));
  }
}

function stateOf(document: Document): object {
  return decodeState(document["state"] as Document);
}

/** MongoDB orders texts by their bytes in UTF-8. */
function compareAsMongo(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
