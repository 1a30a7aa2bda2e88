import type { StatementSync } from "node:sqlite";
import { ActionItem } from "../../domain/action-item.js";
import { ApiKey } from "../../domain/api-key.js";
import { App } from "../../domain/app.js";
import { Conversation } from "../../domain/conversation.js";
import { Folder } from "../../domain/folder.js";
import { Goal } from "../../domain/goal.js";
import { Installation } from "../../domain/installation.js";
import { FINAL_FENCE } from "../../domain/lease.js";
import { Memory } from "../../domain/memory.js";
import { Notification } from "../../domain/notification.js";
import { PushTarget } from "../../domain/push-target.js";
import { User } from "../../domain/user.js";
import { WebhookDelivery } from "../../domain/webhook-delivery.js";
import type { FenceEntry, MemoryEntry, TombstoneEntry } from "../../ports/driven/archive.js";
import type { ArchiveTarget, ObjectEntry } from "../store-support/put-archive.js";
import { ActionItemTable } from "./action-item-table.js";
import { SqliteApiKeyRepository } from "./api-key-repository.js";
import { SqliteAppRepository } from "./app-repository.js";
import { ConversationTable } from "./conversation-table.js";
import type { Database } from "./database.js";
import { DeletedConversations } from "./deleted-conversations.js";
import { embeddingBytesOf } from "./embedding-repository.js";
import { ExtractionFences } from "./extraction-fences.js";
import { SqliteFolderRepository } from "./folder-repository.js";
import { SqliteGoalRepository } from "./goal-repository.js";
import { SqliteInstallationRepository } from "./installation-repository.js";
import { KeptAnswers } from "./kept-answers.js";
import { MemoryTable } from "./memory-table.js";
import { SqliteNotificationRepository } from "./notification-repository.js";
import { NotificationSources } from "./notification-sources.js";
import { SqlitePushTargetRepository } from "./push-target-repository.js";
import { Tombstones } from "./tombstones.js";
import { TranscriptChunks } from "./transcript-chunks.js";
import { SqliteUserRepository } from "./user-repository.js";
import { SqliteWebhookDeliveryRepository } from "./webhook-delivery-repository.js";

/** The statement that finds an object of each kind by its ID, with the values of an entry. */
const finders: Readonly<Record<ObjectEntry["kind"], string>> = {
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

/** Call it inside a write. */
export class SqliteArchiveTarget implements ArchiveTarget {
  readonly #users: SqliteUserRepository;
  readonly #folders: SqliteFolderRepository;
  readonly #conversations: ConversationTable;
  readonly #deletedConversations: DeletedConversations;
  readonly #chunks: TranscriptChunks;
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
  readonly #answers: KeptAnswers;
  readonly #tombstones: Readonly<Record<TombstoneEntry["of"], Tombstones>>;
  readonly #fences: Readonly<Record<FenceEntry["of"], ExtractionFences>>;
  readonly #finders: ReadonlyMap<ObjectEntry["kind"], StatementSync>;
  readonly #appBySecret: StatementSync;
  readonly #keyBySecret: StatementSync;
  readonly #insertEmbedding: StatementSync;

  constructor(database: Database) {
    this.#users = new SqliteUserRepository(database);
    this.#folders = new SqliteFolderRepository(database);
    this.#conversations = new ConversationTable(database);
    this.#deletedConversations = new DeletedConversations(database);
    this.#chunks = new TranscriptChunks(database);
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
    this.#answers = new KeptAnswers(database);
    this.#tombstones = {
      conversation: new Tombstones(database, "conversation"),
      action_item: new Tombstones(database, "action_item"),
      memory: new Tombstones(database, "memory"),
    };
    this.#fences = {
      action_item: new ExtractionFences(database, "action_item"),
      memory: new ExtractionFences(database, "memory"),
    };
    this.#finders = new Map(
      Object.entries(finders).map(([kind, from]) => [
        kind as ObjectEntry["kind"],
        database.prepare(`SELECT 1 FROM ${from}`),
      ]),
    );
    this.#appBySecret = database.prepare("SELECT 1 FROM app_secrets WHERE digest = ?");
    this.#keyBySecret = database.prepare("SELECT 1 FROM api_keys WHERE digest = ?");
    this.#insertEmbedding = database.prepare(
      "INSERT INTO embeddings (user_id, memory_id, embedder_id, digest, vector) VALUES (?, ?, ?, ?, ?)",
    );
  }

  has(entry: ObjectEntry): boolean {
    return this.#finders.get(entry.kind)?.get(...idOf(entry)) !== undefined;
  }

  isDeleted(of: TombstoneEntry["of"], userId: string, id: string): boolean {
    return this.#tombstones[of].has(userId, id);
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
        return this.#keyBySecret.get(entry.state.digest) !== undefined;
      case "app":
        return entry.state.secretDigests.some(({ digest }) => this.#appBySecret.get(digest) !== undefined);
      case "installation":
        return this.#finders.get("app")?.get(entry.state.appId) === undefined;
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
        this.#chunks.add(this.#conversations.insert(Conversation.restore(entry.state)), 0, entry.segments);
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

  raiseFence({ of, userId, conversationId, fence }: FenceEntry): boolean {
    return this.#fences[of].raise(userId, conversationId, fence);
  }

  delete({ of, userId, id }: TombstoneEntry, now: Date): void {
    if (of === "conversation") this.#deleteConversation(userId, id, now);
    else if (of === "memory") this.#memories.deleteWithTombstone(userId, id, now);
    else this.#actionItems.deleteWithTombstone(userId, id);
    this.#answers.forget(userId, [id], now);
    this.#tombstones[of].add(userId, id);
  }

  #insertMemory({ state, embeddings }: MemoryEntry): void {
    const { userId, id } = state;
    const memory = Memory.restore(state);
    this.#memories.insertAgain(memory, this.#memories.nextRevision(userId));
    if (!memory.isListed) return;
    for (const { embedderId, digest, vector } of embeddings) {
      this.#insertEmbedding.run(userId, id, embedderId, digest, embeddingBytesOf(vector));
    }
  }

  #deleteConversation(userId: string, id: string, now: Date): void {
    const row = this.#conversations.find(userId, id);
    if (!row) return;
    for (const fences of Object.values(this.#fences)) fences.raise(userId, id, FINAL_FENCE);
    this.#actionItems.detachFromConversation(userId, id, now);
    this.#memories.detachFromConversation(userId, id, now);
    this.#notificationSources.release(userId, { kind: "conversation", id }, now);
    this.#webhookDeliveries.detach(userId, id, now);
    this.#chunks.remove(row.key);
    this.#conversations.delete(row);
  }
}

function idOf(entry: ObjectEntry): string[] {
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
