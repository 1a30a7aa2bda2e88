import type { CreateIndexesOptions, Db, IndexSpecification } from "mongodb";
import { createUnavailableError } from "../../store-support/store-errors.js";

/** An index, and the queries that it serves. */
export interface IndexDefinition {
  readonly keys: IndexSpecification & object;
  readonly options?: Pick<CreateIndexesOptions, "unique" | "sparse" | "partialFilterExpression">;
  readonly serves: string;
}

export interface CollectionDefinition {
  /** The shard key on a sharded cluster. Absent if documents are few or must be unique over all users. */
  readonly shardKey?: "user" | "_id";
  /** Empty if all queries use the ID. */
  readonly indexes: readonly IndexDefinition[];
}

/** All collections with their indexes, created at startup: transactions on a sharded cluster cannot create them. */
export const collections: Readonly<Record<string, CollectionDefinition>> = {
  actionItems: {
    shardKey: "user",
    indexes: [
      { keys: { user: 1, key: 1, createdAt: 1 }, serves: "list and count, by completion and date of creation" },
      {
        keys: { user: 1, conversation: 1, key: 1, createdAt: 1 },
        serves: "items of conversations, list and count of one",
      },
    ],
  },
  apiKeys: {
    indexes: [
      { keys: { user: 1, key: 1 }, serves: "list and count" },
      // Unique over all users, so this collection cannot be sharded by user.
      { keys: { digest: 1 }, options: { unique: true }, serves: "authentication" },
    ],
  },
  apps: {
    indexes: [
      { keys: { owner: 1, key: 1 }, serves: "list and count of an owner's apps" },
      { keys: { secrets: 1 }, options: { unique: true }, serves: "authentication; one app per secret" },
    ],
  },
  conversations: {
    shardKey: "user",
    indexes: [
      { keys: { user: 1, key: 1 }, serves: "all conversations, newest or oldest first" },
      { keys: { user: 1, listed: 1, key: 1, category: 1, starred: 1 }, serves: "list and count" },
      { keys: { user: 1, listed: 1, starred: 1, key: 1 }, serves: "list and count of starred conversations" },
      { keys: { user: 1, listed: 1, folder: 1, key: 1 }, serves: "list and count of a folder; counts by folder" },
      { keys: { user: 1, discarded: 1, status: 1, key: 1 }, serves: "list and count by status" },
      { keys: { user: 1, change: 1 }, serves: "change feed of search" },
      { keys: { due: 1 }, options: { sparse: true }, serves: "claims of conversations to be processed" },
      { keys: { flush: 1 }, options: { sparse: true }, serves: "claims of live transcripts with new segments" },
      { keys: { status: 1, madeBy: 1 }, serves: "statistics" },
    ],
  },
  cooldownLocks: { indexes: [{ keys: { until: 1 }, serves: "expired locks" }] },
  deletions: { shardKey: "user", indexes: [{ keys: { until: 1 }, serves: "expired deletion markers" }] },
  embeddings: {
    shardKey: "user",
    indexes: [
      { keys: { user: 1, memory: 1, embedder: 1 }, options: { unique: true }, serves: "vectors of memories, removal" },
      { keys: { embedder: 1 }, serves: "statistics" },
    ],
  },
  fences: { shardKey: "user", indexes: [{ keys: { user: 1 }, serves: "export of a user" }] },
  folders: { shardKey: "user", indexes: [{ keys: { user: 1, order: 1, id: 1 }, serves: "list" }] },
  goals: {
    shardKey: "user",
    indexes: [
      { keys: { user: 1, key: 1 }, serves: "list of all goals, count" },
      { keys: { user: 1, activeKey: 1 }, options: { sparse: true }, serves: "list of active goals, count" },
    ],
  },
  heads: { shardKey: "_id", indexes: [] },
  idempotencyRecords: {
    shardKey: "user",
    indexes: [
      { keys: { user: 1, shows: 1 }, serves: "records whose response contains a deleted object" },
      { keys: { expires: 1 }, serves: "expired records" },
    ],
  },
  installations: {
    shardKey: "user",
    indexes: [
      { keys: { user: 1, key: 1 }, serves: "installations of a user" },
      { keys: { id: 1 }, serves: "installations of an app, on its removal" },
    ],
  },
  memories: {
    shardKey: "user",
    indexes: [
      { keys: { user: 1, listed: 1, key: 1 }, serves: "list and count" },
      { keys: { user: 1, listed: 1, category: 1, key: 1 }, serves: "list and count of categories" },
      { keys: { user: 1, content: 1 }, options: { unique: true }, serves: "one memory per content" },
      { keys: { user: 1, conversations: 1 }, serves: "memories of a conversation" },
      { keys: { user: 1, formers: 1 }, serves: "the memory whose history holds a superseded one" },
      { keys: { user: 1, change: 1 }, serves: "change feed of search" },
      { keys: { listed: 1, embeddedBy: 1, _id: 1 }, serves: "memories without an embedding, statistics" },
    ],
  },
  metadata: { indexes: [] },
  notifications: {
    shardKey: "user",
    indexes: [
      { keys: { user: 1, key: 1 }, serves: "list and count" },
      { keys: { user: 1, unread: 1, key: 1 }, serves: "list, count and update of unread notifications" },
      { keys: { user: 1, app: 1, talk: 1 }, serves: "latest notifications of an app" },
      { keys: { user: 1, revision: 1 }, serves: "changes of the inbox" },
      { keys: { user: 1, sources: 1 }, serves: "notifications made of a source" },
      { keys: { due: 1 }, options: { sparse: true }, serves: "claims of deliveries" },
    ],
  },
  pushTargets: { shardKey: "user", indexes: [{ keys: { user: 1, key: 1 }, serves: "list" }] },
  reprocessingRuns: { indexes: [] },
  semaphores: { indexes: [] },
  tokenBudgets: { indexes: [] },
  transcripts: {
    shardKey: "user",
    indexes: [
      {
        keys: { user: 1, conversation: 1, first: 1 },
        options: { unique: true },
        serves: "transcripts and ranges of segments, deletion",
      },
    ],
  },
  users: { indexes: [] },
  webhookDeliveries: {
    indexes: [
      { keys: { owner: 1, key: 1 }, serves: "list and count" },
      { keys: { owner: 1, app: 1, key: 1 }, serves: "list and count of one app" },
      { keys: { user: 1, conversation: 1 }, serves: "deliveries of a conversation, when it is deleted" },
      { keys: { createdAt: 1 }, serves: "removal of old deliveries" },
      { keys: { due: 1 }, options: { sparse: true }, serves: "claims of deliveries" },
    ],
  },
  windowCounters: { indexes: [{ keys: { until: 1 }, serves: "expired windows" }] },
};

/** The version of the schema; a change that older versions of the service cannot read increments it. */
export const SCHEMA_VERSION = 1;
const SCHEMA_VERSION_NAME = "schema_version";

/** @throws DomainError `unavailable` if a newer version of the service has written the database. */
export async function checkSchemaVersion(db: Db): Promise<void> {
  const metadata = db.collection<{ _id: string; value: string }>("metadata");
  const stored = await metadata.findOneAndUpdate(
    { _id: SCHEMA_VERSION_NAME },
    { $setOnInsert: { value: String(SCHEMA_VERSION) } },
    { upsert: true, returnDocument: "after" },
  );
  if (Number(stored?.value) > SCHEMA_VERSION) {
    throw createUnavailableError(
      `a newer version of mneme has written its database (schema ${stored?.value})`,
      "store_newer",
    );
  }
}

const NAMESPACE_EXISTS = 48;

/** Creates missing collections and indexes. Idempotent and safe in several processes at once. */
export async function createCollections(db: Db): Promise<void> {
  const existing = new Set((await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name));
  await Promise.all(
    Object.entries(collections).map(async ([name, { indexes }]) => {
      if (!existing.has(name)) await createCollection(db, name);
      if (indexes.length > 0) {
        await db
          .collection(name)
          .createIndexes(indexes.map(({ keys, options }) => ({ key: keys as never, ...options })));
      }
    }),
  );
}

async function createCollection(db: Db, name: string): Promise<void> {
  try {
    await db.createCollection(name);
  } catch (error) {
    const alreadyExists = error instanceof Error && "code" in error && error.code === NAMESPACE_EXISTS;
    if (!alreadyExists) throw error;
  }
}
