import type { StatementSync } from "node:sqlite";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Conversation } from "../../domain/conversation/conversation.js";
import type { ConversationStatus } from "../../domain/conversation/conversation-state.js";
import type { EventLog } from "../../ports/driven/runtime/system.js";
import type { ProcessingResult, ProcessingUnitOfWork } from "../../ports/driven/store/processing-unit-of-work.js";
import type {
  Store,
  StoreHealth,
  StoreMetadata,
  StoreStatistics,
  StoreCounts,
} from "../../ports/driven/store/store.js";
import { CachedHealthCheck } from "../store-support/cached-health-check.js";
import { SqliteArchive } from "./archive/archive.js";
import { SqliteDatabase } from "./database/database.js";
import { NO_USERS } from "./queries/data-versions.js";
import { SqliteActionItemRepository } from "./repositories/action-item-repository.js";
import { ActionItemTable } from "./repositories/action-item-table.js";
import { SqliteAppRepository, SqliteInstallationRepository } from "./repositories/app-repositories.js";
import {
  SqliteConversationRepository,
  SqliteFolderRepository,
  SqliteReprocessingRunRepository,
} from "./repositories/conversation-repositories.js";
import { ConversationTable } from "./repositories/conversation-table.js";
import {
  SqliteCooldownLock,
  SqliteWindowCounter,
  SqliteDistributedSemaphore,
  SqliteTokenBudget,
} from "./repositories/coordination.js";
import { SqliteGoalRepository } from "./repositories/goal-repository.js";
import { SqliteIdempotencyRepository } from "./repositories/idempotency-repository.js";
import { SqliteEmbeddingRepository, SqliteMemoryRepository } from "./repositories/memory-repositories.js";
import { MemoryTable } from "./repositories/memory-table.js";
import { SqliteNotificationRepository } from "./repositories/notification-repository.js";
import { SqlitePushTargetRepository } from "./repositories/push-target-repository.js";
import { SqliteApiKeyRepository, SqliteUserRepository } from "./repositories/user-repositories.js";
import { SqliteWebhookDeliveryRepository } from "./repositories/webhook-delivery-repository.js";

export interface SqliteOptions {
  /** The directory of `mneme.db`; created with its parents, accessible to its owner only, when it does not exist. */
  readonly directory: string;
  /** Receives `store.failed {reason, error, count}` when the file or disk fails, once a minute for each reason. */
  readonly log?: EventLog;
}

/**
 * Opens a store in one file, which any number of processes on this machine may share.
 * @throws DomainError `unavailable` with one line that names the file when it cannot be used.
 */
export function openSqliteStore({ directory, log }: SqliteOptions): Promise<Store> {
  return SqliteDatabase.open(directory, createStore, log);
}

function createStore(database: SqliteDatabase): Store {
  return {
    conversations: new SqliteConversationRepository(database),
    actionItems: new SqliteActionItemRepository(database),
    folders: new SqliteFolderRepository(database),
    goals: new SqliteGoalRepository(database),
    memories: new SqliteMemoryRepository(database),
    embeddings: new SqliteEmbeddingRepository(database),
    apiKeys: new SqliteApiKeyRepository(database),
    apps: new SqliteAppRepository(database),
    installations: new SqliteInstallationRepository(database),
    idempotencyRecords: new SqliteIdempotencyRepository(database),
    notifications: new SqliteNotificationRepository(database),
    pushTargets: new SqlitePushTargetRepository(database),
    windowCounter: new SqliteWindowCounter(database),
    webhookDeliveries: new SqliteWebhookDeliveryRepository(database),
    users: new SqliteUserRepository(database),
    tokenBudget: new SqliteTokenBudget(database),
    semaphore: new SqliteDistributedSemaphore(database),
    cooldownLock: new SqliteCooldownLock(database),
    statistics: new SqliteStoreStatistics(database),
    reprocessingRuns: new SqliteReprocessingRunRepository(database),
    processing: new SqliteProcessingUnitOfWork(database),
    dataVersions: database.dataVersions,
    archive: new SqliteArchive(database),
    metadata: new SqliteStoreMetadata(database),
    health: new SqliteStoreHealth(database),
    close: () => database.close(),
  };
}

/** Completes the processing in one transaction, which writes nothing after a deletion or a lost lease. */
class SqliteProcessingUnitOfWork implements ProcessingUnitOfWork {
  readonly #conversations: ConversationTable;
  readonly #actionItems: ActionItemTable;
  readonly #memories: MemoryTable;

  constructor(private readonly database: SqliteDatabase) {
    this.#conversations = new ConversationTable(database);
    this.#actionItems = new ActionItemTable(database);
    this.#memories = new MemoryTable(database);
  }

  async completeProcessing(
    userId: string,
    conversationId: string,
    { summaryResult, extractItems, selectFolder, fence, now }: ProcessingResult,
  ): Promise<Conversation | undefined> {
    const job = (): { readonly completed?: Conversation; readonly hasRemovedData: boolean } => {
      const row = this.#conversations.find(userId, conversationId);
      const withDraft = row?.conversation.saveDraft(summaryResult, fence);
      const draft = withDraft?.state.draft;
      if (!row || !withDraft || !draft) return { hasRemovedData: false };
      const { actionItems, memories } = extractItems(draft);
      const hasRemovedData = [
        this.#actionItems.replaceExtracted(userId, conversationId, actionItems),
        this.#memories.replaceExtracted(userId, conversationId, memories, now),
      ].includes(true);
      const completed = withDraft.complete(selectFolder(draft), fence, now);
      this.#conversations.replace(row, completed);
      return { completed, hasRemovedData };
    };
    return (await this.database.writeAndErase(userId, job, ({ hasRemovedData }) => hasRemovedData)).completed;
  }
}

/**
 * Checks that the file accepts a commit. After a read or write has found damage, the store stays unhealthy until it is
 * opened again, because a commit does not touch every page.
 */
class SqliteStoreHealth implements StoreHealth {
  readonly id = "sqlite";
  readonly #cachedCheck: CachedHealthCheck;

  constructor(private readonly database: SqliteDatabase) {
    this.#cachedCheck = new CachedHealthCheck(this.id, database);
  }

  check(): Promise<void> {
    const { damageError } = this.database;
    return damageError ? Promise.reject(damageError) : this.#cachedCheck.check();
  }
}

class SqliteStoreMetadata implements StoreMetadata {
  readonly #select: StatementSync;
  readonly #insert: StatementSync;

  constructor(private readonly database: SqliteDatabase) {
    this.#select = database.prepare("SELECT value FROM store_metadata WHERE name = ?");
    this.#insert = database.prepare("INSERT INTO store_metadata (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING");
  }

  get(name: string): Promise<string | undefined> {
    return this.database.read(() => this.#readValue(name));
  }

  async insertOrGet(name: string, value: string): Promise<string> {
    return (
      (await this.get(name)) ??
      this.database.write(NO_USERS, () => {
        this.#insert.run(name, value);
        return this.#readValue(name) ?? value;
      })
    );
  }

  #readValue(name: string): string | undefined {
    return this.#select.get(name)?.["value"] as string | undefined;
  }
}

/** Counts objects by scanning indexes only. */
class SqliteStoreStatistics implements StoreStatistics {
  readonly #countUsers: StatementSync;
  readonly #countConversationsByStatus: StatementSync;
  readonly #countSummariesByMaker: StatementSync;
  readonly #countMemories: StatementSync;
  readonly #countEmbeddingsByEmbedder: StatementSync;

  constructor(private readonly database: SqliteDatabase) {
    this.#countUsers = database.prepare("SELECT count(*) AS count FROM users");
    this.#countConversationsByStatus = database.prepare(
      "SELECT status AS name, count(*) AS count FROM conversations GROUP BY status",
    );
    this.#countSummariesByMaker = database.prepare(`
      SELECT made_by AS name, count(*) AS count FROM conversations
      WHERE status = 'completed' AND made_by IS NOT NULL GROUP BY made_by`);
    this.#countMemories = database.prepare("SELECT count(*) AS count FROM memories WHERE listed = 1");
    this.#countEmbeddingsByEmbedder = database.prepare(
      "SELECT embedder_id AS name, count(*) AS count FROM embeddings GROUP BY embedder_id",
    );
  }

  /** Runs the counts one after the other: each scans a whole index, and other reads and writes run in between. */
  async collect(): Promise<StoreCounts> {
    return {
      users: await this.#readTotal(this.#countUsers),
      conversations: await this.#readCountsByName<ConversationStatus>(this.#countConversationsByStatus),
      summaries: await this.#readCountsByName(this.#countSummariesByMaker),
      memories: await this.#readTotal(this.#countMemories),
      embeddings: await this.#readCountsByName(this.#countEmbeddingsByEmbedder),
    };
  }

  async #readTotal(statement: StatementSync): Promise<number> {
    await yieldToEventLoop();
    return this.database.read(() => Number(statement.get()?.count));
  }

  async #readCountsByName<Name extends string>(statement: StatementSync): Promise<ReadonlyMap<Name, number>> {
    await yieldToEventLoop();
    const rows = await this.database.read(() => statement.all());
    return new Map(rows.map(({ name, count }) => [String(name) as Name, Number(count)]));
  }
}
