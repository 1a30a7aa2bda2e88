import type { CreateIndexesOptions, Db, IndexSpecification } from "mongodb";
import { unavailable } from "../store-support/store-errors.js";
import { actionItemIndexes } from "./action-item-documents.js";
import { apiKeyIndexes } from "./api-key-repository.js";
import { appIndexes } from "./app-documents.js";
import { conversationIndexes } from "./conversation-documents.js";
import { cooldownLockIndexes } from "./cooldown-lock.js";
import { semaphoreIndexes } from "./distributed-semaphore.js";
import { embeddingIndexes } from "./embedding-documents.js";
import { fenceIndexes } from "./extraction-fences.js";
import { folderIndexes } from "./folder-repository.js";
import { goalIndexes } from "./goal-repository.js";
import { installationIndexes } from "./installation-documents.js";
import { memoryIndexes } from "./memory-documents.js";
import { notificationIndexes } from "./notification-documents.js";
import { pushTargetIndexes } from "./push-target-repository.js";
import { reprocessingRunIndexes } from "./reprocessing-run-repository.js";
import { deletionIndexes, idempotencyIndexes } from "./stored-responses.js";
import { tokenBudgetIndexes } from "./token-budget.js";
import { transcriptIndexes } from "./transcript-chunks.js";
import { userIndexes } from "./user-repository.js";
import { webhookDeliveryIndexes } from "./webhook-delivery-documents.js";
import { windowCounterIndexes } from "./window-counter.js";

/** An index, and the queries that it serves. */
export interface IndexDefinition {
  readonly keys: IndexSpecification & object;
  readonly options?: Pick<CreateIndexesOptions, "unique" | "sparse" | "partialFilterExpression">;
  readonly serves: string;
}

export interface CollectionDefinition {
  /** The shard key on a sharded cluster: the user's ID. Absent where documents are few, or unique over all users. */
  readonly shardKey?: "user" | "_id";
  readonly indexes: readonly IndexDefinition[];
}

/** All collections with their indexes. A transaction on a sharded cluster cannot create them: they are made at start. */
export const collections: Readonly<Record<string, CollectionDefinition>> = {
  actionItems: { shardKey: "user", indexes: actionItemIndexes },
  apiKeys: { indexes: apiKeyIndexes },
  apps: { indexes: appIndexes },
  conversations: { shardKey: "user", indexes: conversationIndexes },
  cooldownLocks: { indexes: cooldownLockIndexes },
  deletions: { shardKey: "user", indexes: deletionIndexes },
  embeddings: { shardKey: "user", indexes: embeddingIndexes },
  fences: { shardKey: "user", indexes: fenceIndexes },
  folders: { shardKey: "user", indexes: folderIndexes },
  goals: { shardKey: "user", indexes: goalIndexes },
  heads: { shardKey: "_id", indexes: [] },
  idempotencyRecords: { shardKey: "user", indexes: idempotencyIndexes },
  installations: { shardKey: "user", indexes: installationIndexes },
  memories: { shardKey: "user", indexes: memoryIndexes },
  metadata: { indexes: [] },
  notifications: { shardKey: "user", indexes: notificationIndexes },
  pushTargets: { shardKey: "user", indexes: pushTargetIndexes },
  reprocessingRuns: { indexes: reprocessingRunIndexes },
  semaphores: { indexes: semaphoreIndexes },
  tokenBudgets: { indexes: tokenBudgetIndexes },
  transcripts: { shardKey: "user", indexes: transcriptIndexes },
  users: { indexes: userIndexes },
  webhookDeliveries: { indexes: webhookDeliveryIndexes },
  windowCounters: { indexes: windowCounterIndexes },
};

/** The version of what documents mean. A change that older versions of the service cannot read raises it. */
export const SCHEMA_VERSION = 1;
const SCHEMA_VERSION_NAME = "schema_version";

/** @throws DomainError `unavailable` when a newer version of the service has written the database. */
export async function checkSchemaVersion(db: Db): Promise<void> {
  const metadata = db.collection<{ _id: string; value: string }>("metadata");
  const stored = await metadata.findOneAndUpdate(
    { _id: SCHEMA_VERSION_NAME },
    { $setOnInsert: { value: String(SCHEMA_VERSION) } },
    { upsert: true, returnDocument: "after" },
  );
  if (Number(stored?.value) > SCHEMA_VERSION) {
    throw unavailable(`a newer version of mneme has written its database (schema ${stored?.value})`, "store_newer");
  }
}

const NAMESPACE_EXISTS = 48;

/** Creates what is missing. May be repeated, and by several processes at once. */
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
    const isMadeByAnother = error instanceof Error && "code" in error && error.code === NAMESPACE_EXISTS;
    if (!isMadeByAnother) throw error;
  }
}
