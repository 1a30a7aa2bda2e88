import type { Collection } from "mongodb";
import type { Conversation } from "../../domain/conversation/conversation.js";
import type { ConversationStatus } from "../../domain/conversation/conversation-state.js";
import type { Clock, EventLog } from "../../ports/driven/runtime/system.js";
import type { ProcessingResult, ProcessingUnitOfWork } from "../../ports/driven/store/processing-unit-of-work.js";
import type { Store, StoreMetadata, StoreCounts, StoreStatistics } from "../../ports/driven/store/store.js";
import { CachedHealthCheck } from "../store-support/cached-health-check.js";
import { StoreFailureLogger } from "../store-support/store-errors.js";
import { MongoArchive } from "./archive/archive.js";
import { checkSchemaVersion, createCollections } from "./database/collections.js";
import { connectToMongo } from "./database/connection.js";
import { MongoDatabase, getUserQueueKey } from "./database/database.js";
import { mapMongoError } from "./database/errors.js";
import { insertIfAbsent } from "./database/single-writes.js";
import { StoreClock } from "./database/store-clock.js";
import { ActionItemDocuments } from "./documents/action-item-documents.js";
import { ConversationDocuments } from "./documents/conversation-documents.js";
import { MemoryDocuments } from "./documents/memory-documents.js";
import { MongoActionItemRepository } from "./repositories/action-item-repository.js";
import {
  MongoAppRepository,
  MongoInstallationRepository,
  MongoWebhookDeliveryRepository,
} from "./repositories/app-repositories.js";
import {
  MongoConversationRepository,
  MongoFolderRepository,
  MongoReprocessingRunRepository,
} from "./repositories/conversation-repositories.js";
import {
  MongoCooldownLock,
  MongoDistributedSemaphore,
  MongoTokenBudget,
  MongoWindowCounter,
} from "./repositories/coordination.js";
import { MongoGoalRepository } from "./repositories/goal-repository.js";
import { MongoIdempotencyRepository } from "./repositories/idempotency-repository.js";
import { MongoEmbeddingRepository, MongoMemoryRepository } from "./repositories/memory-repositories.js";
import { MongoNotificationRepository, MongoPushTargetRepository } from "./repositories/notification-repositories.js";
import { MongoApiKeyRepository, MongoUserRepository } from "./repositories/user-repositories.js";

const DEFAULT_WRITE_TIMEOUT_MS = 10_000;

export interface MongoOptions {
  /** Connection string of a replica set or a sharded cluster, see `connectToMongo`. */
  readonly url: string;
  /** The clock of this process. */
  readonly clock: Clock;
  /** Receives `store.failed {reason, error, count}` if MongoDB fails, at most once a minute per reason. */
  readonly log?: EventLog;
  /** Maximum time from the start of a write until its commit is sent, in milliseconds; default 10,000. */
  readonly writeTimeoutMs?: number;
}

/**
 * Opens a database, which any number of processes can share, and creates missing collections and indexes.
 * @throws DomainError `unavailable` in one line, without credentials, if the database cannot be used.
 */
export async function openMongoStore({
  url,
  clock: localClock,
  log,
  writeTimeoutMs = DEFAULT_WRITE_TIMEOUT_MS,
}: MongoOptions): Promise<Store> {
  try {
    const { client, db } = await connectToMongo(url);
    const clock = new StoreClock(db, localClock);
    try {
      await checkSchemaVersion(db);
      await createCollections(db);
      await clock.start();
    } catch (error) {
      await client.close();
      throw error;
    }
    const database = new MongoDatabase(client, db, clock, new StoreFailureLogger(log), writeTimeoutMs);
    return createStore(database, async () => {
      clock.close();
      await database.close();
    });
  } catch (error) {
    throw mapMongoError(error);
  }
}

function createStore(database: MongoDatabase, close: () => Promise<void>): Store {
  return {
    conversations: new MongoConversationRepository(database),
    actionItems: new MongoActionItemRepository(database),
    folders: new MongoFolderRepository(database),
    goals: new MongoGoalRepository(database),
    memories: new MongoMemoryRepository(database),
    embeddings: new MongoEmbeddingRepository(database),
    apiKeys: new MongoApiKeyRepository(database),
    apps: new MongoAppRepository(database),
    installations: new MongoInstallationRepository(database),
    notifications: new MongoNotificationRepository(database),
    pushTargets: new MongoPushTargetRepository(database),
    windowCounter: new MongoWindowCounter(database),
    webhookDeliveries: new MongoWebhookDeliveryRepository(database),
    idempotencyRecords: new MongoIdempotencyRepository(database),
    users: new MongoUserRepository(database),
    tokenBudget: new MongoTokenBudget(database),
    semaphore: new MongoDistributedSemaphore(database),
    cooldownLock: new MongoCooldownLock(database),
    statistics: new MongoStoreStatistics(database),
    reprocessingRuns: new MongoReprocessingRunRepository(database),
    processing: new MongoProcessingUnitOfWork(database),
    archive: new MongoArchive(database),
    metadata: new MongoStoreMetadata(database),
    health: new CachedHealthCheck("mongodb", database),
    clock: database.clock,
    close,
  };
}

class MongoProcessingUnitOfWork implements ProcessingUnitOfWork {
  readonly #conversations: ConversationDocuments;
  readonly #actionItems: ActionItemDocuments;
  readonly #memories: MemoryDocuments;

  constructor(private readonly database: MongoDatabase) {
    this.#conversations = new ConversationDocuments(database);
    this.#actionItems = new ActionItemDocuments(database);
    this.#memories = new MemoryDocuments(database);
  }

  completeProcessing(
    userId: string,
    conversationId: string,
    { summaryResult, extractItems, selectFolder, fence, now }: ProcessingResult,
  ): Promise<Conversation | undefined> {
    return this.database.write(getUserQueueKey(userId), async (transaction) => {
      const row = await this.#conversations.find({ user: userId, id: conversationId }, transaction);
      const withDraft = row?.aggregate.saveDraft(summaryResult, fence);
      const draft = withDraft?.state.draft;
      if (!row || !withDraft || !draft) return undefined;
      const { actionItems, memories } = extractItems(draft);
      await this.#actionItems.replaceExtracted(userId, conversationId, actionItems, transaction);
      await this.#memories.replaceExtracted(userId, conversationId, memories, now, transaction);
      const completed = withDraft.complete(selectFolder(draft), fence, now);
      await this.#conversations.replaceInFeed(row, completed, transaction);
      return completed;
    });
  }
}

interface MetadataDocument {
  /** The name of the value. */
  readonly _id: string;
  readonly value: string;
}

class MongoStoreMetadata implements StoreMetadata {
  readonly #values: Collection<MetadataDocument>;

  constructor(private readonly database: MongoDatabase) {
    this.#values = database.collection("metadata");
  }

  async get(name: string): Promise<string | undefined> {
    return (await this.database.run(() => this.#values.findOne({ _id: name })))?.value;
  }

  async insertOrGet(name: string, value: string): Promise<string> {
    const stored = await this.get(name);
    if (stored !== undefined) return stored;
    if (await this.database.run(() => insertIfAbsent(this.#values, { _id: name, value }))) return value;
    return (await this.get(name)) ?? value;
  }
}

interface ConversationGroup {
  readonly _id: { readonly status: ConversationStatus; readonly madeBy?: string };
  readonly count: number;
}

/** Counts index entries only. */
class MongoStoreStatistics implements StoreStatistics {
  constructor(private readonly database: MongoDatabase) {}

  async collect(): Promise<StoreCounts> {
    const groups = await this.#groupConversations();
    return {
      users: await this.#count("users", {}, { _id: 1 }),
      conversations: sumCountsBy(groups, ({ status }) => status),
      summaries: sumCountsBy(groups, ({ status, madeBy }) => (status === "completed" ? madeBy : undefined)),
      memories: await this.#count("memories", { listed: true }),
      embeddings: await this.#countByEmbedder(),
    };
  }

  #count(collection: string, filter: object, hint?: Record<string, 1>): Promise<number> {
    return this.database.run(() => this.database.collection(collection).countDocuments(filter, hint ? { hint } : {}));
  }

  /** Tombstones have no status. */
  #groupConversations(): Promise<ConversationGroup[]> {
    return this.database.run(() =>
      this.database
        .collection("conversations")
        .aggregate<ConversationGroup>([
          { $match: { status: { $gt: "" } } },
          { $group: { _id: { status: "$status", madeBy: "$madeBy" }, count: { $sum: 1 } } },
        ])
        .toArray(),
    );
  }

  async #countByEmbedder(): Promise<ReadonlyMap<string, number>> {
    const groups = await this.database.run(() =>
      this.database
        .collection("embeddings")
        .aggregate<{ readonly _id: string; readonly count: number }>([
          { $match: { embedder: { $gt: "" } } },
          { $group: { _id: "$embedder", count: { $sum: 1 } } },
        ])
        .toArray(),
    );
    return new Map(groups.map(({ _id, count }) => [_id, count]));
  }
}

/** @param getName returns undefined for groups that are not counted. */
function sumCountsBy<Name extends string>(
  groups: readonly ConversationGroup[],
  getName: (group: ConversationGroup["_id"]) => Name | undefined,
): ReadonlyMap<Name, number> {
  const sums = new Map<Name, number>();
  for (const { _id, count } of groups) {
    const name = getName(_id);
    if (name !== undefined) sums.set(name, (sums.get(name) ?? 0) + count);
  }
  return sums;
}
