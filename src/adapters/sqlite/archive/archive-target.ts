import type { StatementSync } from "node:sqlite";
import { ActionItem } from "../../../domain/action-item/action-item.js";
import { ApiKey } from "../../../domain/user/api-key.js";
import { App } from "../../../domain/app/app.js";
import { Conversation } from "../../../domain/conversation/conversation.js";
import { Folder } from "../../../domain/folder/folder.js";
import { Goal } from "../../../domain/goal/goal.js";
import { Installation } from "../../../domain/app/installation.js";
import { TERMINAL_FENCING_TOKEN } from "../../../domain/lease.js";
import { Memory } from "../../../domain/memory/memory.js";
import { Notification } from "../../../domain/notification/notification.js";
import { PushTarget } from "../../../domain/notification/push-target.js";
import { User } from "../../../domain/user/user.js";
import { WebhookDelivery } from "../../../domain/webhook/webhook-delivery.js";
import type { FenceEntry, MemoryEntry, TombstoneEntry } from "../../../ports/driven/store/archive.js";
import type { ArchiveTarget, ObjectEntry } from "../../store-support/put-archive.js";
import { ActionItemTable } from "../repositories/action-item-table.js";
import { SqliteApiKeyRepository, SqliteUserRepository } from "../repositories/user-repositories.js";
import { SqliteAppRepository, SqliteInstallationRepository } from "../repositories/app-repositories.js";
import { ConversationTable } from "../repositories/conversation-table.js";
import type { SqliteDatabase } from "../database/database.js";
import { DeletedConversations, SqliteTombstones, SqliteExtractionFences } from "../repositories/tombstones.js";
import { vectorToBytes } from "../repositories/memory-repositories.js";
import { SqliteFolderRepository } from "../repositories/conversation-repositories.js";
import { SqliteGoalRepository } from "../repositories/goal-repository.js";
import { SqliteStoredResponses } from "../repositories/idempotency-repository.js";
import { MemoryTable } from "../repositories/memory-table.js";
import { SqliteNotificationRepository, NotificationSources } from "../repositories/notification-repository.js";
import { SqlitePushTargetRepository } from "../repositories/push-target-repository.js";
import { SqliteTranscriptChunks } from "../repositories/transcript-chunks.js";
import { SqliteWebhookDeliveryRepository } from "../repositories/webhook-delivery-repository.js";

/** The source that finds an object of each kind by its ID, with the values of an entry. */
const OBJECT_SOURCES: Readonly<Record<ObjectEntry["kind"], string>> = {
  user: "users WHERE id = ?",
  folder: "folders WHERE user_id = ? AND id = ?",
  conversation: "conversations WHERE user_id = ? AND id = ?",
  memory: "memories WHERE user_id = ? AND id = ?",
  action_item: "action_items WHERE user_id = ? AND id = ?",
  goal: "goals WHERE user_id = ? AND id = ?",
  notification: "notifications WHERE user_id = ? AND id = ?",
  push_target: "push_targets WHERE user_id = ? AND id = ?",
  api_key: "api_keys WHERE user_id = ? AND id = ?",
  app: "apps WHERE id = ?",
  installation: "installations WHERE user_id = ? AND app = (SELECT key FROM apps WHERE id = ?)",
  webhook_delivery: "webhook_deliveries WHERE id = ?",
};

/** The steps of `Archive.put`. Call its methods inside a write. */
export class SqliteArchiveTarget implements ArchiveTarget {
  readonly #users: SqliteUserRepository;
  readonly #folders: SqliteFolderRepository;
  readonly #conversations: ConversationTable;
  readonly #deletedConversations: DeletedConversations;
  readonly #transcriptChunks: SqliteTranscriptChunks;
  readonly #actionItems: ActionItemTable;
  readonly #memories: MemoryTable;
  readonly #goals: SqliteGoalRepository;
  readonly #notifications: SqliteNotificationRepository;
  readonly #notificationSources: NotificationSources;
  readonly #pushTargets: SqlitePushTargetRepository;
  readonly #apiKeys: SqliteApiKeyRepository;
  readonly #apps: SqliteAppRepository;
  readonly #installations: SqliteInstallationRepository;
  readonly #webhookDeliveries: SqliteWebhookDeliveryRepository;
  readonly #storedResponses: SqliteStoredResponses;
  readonly #tombstones: Readonly<Record<TombstoneEntry["of"], SqliteTombstones>>;
  readonly #fences: Readonly<Record<FenceEntry["of"], SqliteExtractionFences>>;
  readonly #existenceStatements: ReadonlyMap<ObjectEntry["kind"], StatementSync>;
  readonly #selectAppBySecret: StatementSync;
  readonly #selectApiKeyBySecret: StatementSync;
  readonly #insertEmbedding: StatementSync;

  constructor(database: SqliteDatabase) {
    this.#users = new SqliteUserRepository(database);
    this.#folders = new SqliteFolderRepository(database);
    this.#conversations = new ConversationTable(database);
    this.#deletedConversations = new DeletedConversations(database);
    this.#transcriptChunks = new SqliteTranscriptChunks(database);
    this.#actionItems = new ActionItemTable(database);
    this.#memories = new MemoryTable(database);
    this.#goals = new SqliteGoalRepository(database);
    this.#notifications = new SqliteNotificationRepository(database);
    this.#notificationSources = new NotificationSources(database);
    this.#pushTargets = new SqlitePushTargetRepository(database);
    this.#apiKeys = new SqliteApiKeyRepository(database);
    this.#apps = new SqliteAppRepository(database);
    this.#installations = new SqliteInstallationRepository(database);
    this.#webhookDeliveries = new SqliteWebhookDeliveryRepository(database);
    this.#storedResponses = new SqliteStoredResponses(database);
    this.#tombstones = {
      conversation: new SqliteTombstones(database, "conversation"),
      action_item: new SqliteTombstones(database, "action_item"),
      memory: new SqliteTombstones(database, "memory"),
    };
    this.#fences = {
      action_item: new SqliteExtractionFences(database, "action_item"),
      memory: new SqliteExtractionFences(database, "memory"),
    };
    this.#existenceStatements = new Map(
      Object.entries(OBJECT_SOURCES).map(([kind, from]) => [
        kind as ObjectEntry["kind"],
        database.prepare(`SELECT 1 FROM ${from}`),
      ]),
    );
    this.#selectAppBySecret = database.prepare("SELECT 1 FROM app_secrets WHERE digest = ?");
    this.#selectApiKeyBySecret = database.prepare("SELECT 1 FROM api_keys WHERE digest = ?");
    this.#insertEmbedding = database.prepare(
      "INSERT INTO embeddings (user_id, memory_id, embedder_id, digest, vector) VALUES (?, ?, ?, ?, ?)",
    );
  }

  has(entry: ObjectEntry): boolean {
    return this.#existenceStatements.get(entry.kind)?.get(...getIdValues(entry)) !== undefined;
  }

  isDeleted(objectKind: TombstoneEntry["of"], userId: string, id: string): boolean {
    return this.#tombstones[objectKind].has(userId, id);
  }

  isConversationGone(userId: string, conversationId: string): boolean {
    return this.#deletedConversations.has(userId, conversationId);
  }

  hasConflict(entry: ObjectEntry): boolean {
    switch (entry.kind) {
      case "memory":
        return this.#memories.findByContent(entry.state.userId, Memory.restore(entry.state)) !== undefined;
      case "notification":
        return !this.#notificationSources.areAllPresent(entry.state.userId, entry.state.sources);
      case "api_key":
        return this.#selectApiKeyBySecret.get(entry.state.digest) !== undefined;
      case "app":
        return entry.state.secretDigests.some(({ digest }) => this.#selectAppBySecret.get(digest) !== undefined);
      case "installation":
        return this.#existenceStatements.get("app")?.get(entry.state.appId) === undefined;
      default:
        return false;
    }
  }

  insert(entry: ObjectEntry): void {
    switch (entry.kind) {
      case "user":
        this.#users.insert(User.restore(entry.state));
        break;
      case "folder":
        this.#folders.insertMissing(Folder.restore(entry.state));
        break;
      case "conversation":
        this.#transcriptChunks.add(this.#conversations.insert(Conversation.restore(entry.state)), 0, entry.segments);
        break;
      case "memory":
        this.#insertMemory(entry);
        break;
      case "action_item":
        this.#actionItems.insert(entry.state.userId, ActionItem.restore(entry.state));
        break;
      case "goal":
        this.#goals.insert(Goal.restore(entry.state));
        break;
      case "notification":
        this.#notifications.insert(Notification.restore(entry.state));
        break;
      case "push_target":
        this.#pushTargets.insert(PushTarget.restore(entry.state));
        break;
      case "api_key":
        this.#apiKeys.insert(ApiKey.restore(entry.state));
        break;
      case "app":
        this.#apps.insert(App.restore(entry.state));
        break;
      case "installation":
        this.#installations.insert(Installation.restore(entry.state));
        break;
      case "webhook_delivery":
        this.#webhookDeliveries.insert(WebhookDelivery.restore(entry.state));
        break;
    }
  }

  detachMemories(userId: string, conversationId: string, now: Date): void {
    this.#memories.detachFromConversation(userId, conversationId, now);
  }

  raiseFence({ of: objectKind, userId, conversationId, fence }: FenceEntry): boolean {
    return this.#fences[objectKind].raise(userId, conversationId, fence);
  }

  delete({ of: objectKind, userId, id }: TombstoneEntry, now: Date): void {
    if (objectKind === "conversation") this.#deleteConversation(userId, id, now);
    else if (objectKind === "memory") this.#memories.deleteWithTombstone(userId, id, now);
    else this.#actionItems.deleteWithTombstone(userId, id);
    this.#storedResponses.forgetObjects(userId, [id], now);
    this.#tombstones[objectKind].add(userId, id);
  }

  #insertMemory({ state, embeddings }: MemoryEntry): void {
    const { userId, id } = state;
    const memory = Memory.restore(state);
    this.#memories.reinsert(memory, this.#memories.nextRevision(userId));
    if (!memory.isListed) return;
    for (const { embedderId, digest, vector } of embeddings) {
      this.#insertEmbedding.run(userId, id, embedderId, digest, vectorToBytes(vector));
    }
  }

  #deleteConversation(userId: string, id: string, now: Date): void {
    const row = this.#conversations.find(userId, id);
    if (!row) return;
    for (const fences of Object.values(this.#fences)) fences.raise(userId, id, TERMINAL_FENCING_TOKEN);
    this.#actionItems.detachFromConversation(userId, id, now);
    this.#memories.detachFromConversation(userId, id, now);
    this.#notificationSources.deleteDependents(userId, { kind: "conversation", id }, now);
    this.#webhookDeliveries.detachWithinWrite(userId, id, now);
    this.#transcriptChunks.remove(row.key);
    this.#conversations.delete(row);
  }
}

function getIdValues(entry: ObjectEntry): string[] {
  switch (entry.kind) {
    case "user":
    case "app":
    case "webhook_delivery":
      return [entry.state.id];
    case "installation":
      return [entry.state.userId, entry.state.appId];
    default:
      return [entry.state.userId, entry.state.id];
  }
}
