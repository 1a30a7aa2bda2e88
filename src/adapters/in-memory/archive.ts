import { ActionItem } from "../../domain/action-item/action-item.js";
import { App } from "../../domain/app/app.js";
import { Installation } from "../../domain/app/installation.js";
import { Conversation } from "../../domain/conversation/conversation.js";
import { Transcript } from "../../domain/conversation/transcript.js";
import { Folder } from "../../domain/folder/folder.js";
import { Goal } from "../../domain/goal/goal.js";
import { Memory } from "../../domain/memory/memory.js";
import { Notification } from "../../domain/notification/notification.js";
import { PushTarget } from "../../domain/notification/push-target.js";
import { ApiKey } from "../../domain/user/api-key.js";
import { User } from "../../domain/user/user.js";
import { WebhookDelivery } from "../../domain/webhook/webhook-delivery.js";
import type {
  Archive,
  ArchiveEntry,
  ArchivePutResult,
  TombstoneEntry,
  FenceEntry,
  MemoryEntry,
} from "../../ports/driven/store/archive.js";
import {
  putArchiveEntries,
  requireSingleOwner,
  type ArchiveTarget,
  type ObjectEntry,
} from "../store-support/put-archive.js";
import type { InMemoryActionItemRepository } from "./action-item-repository.js";
import type { InMemoryAppRepository, AppTables, InMemoryWebhookDeliveryRepository } from "./app-repositories.js";
import type { InMemoryConversationRepository, InMemoryFolderRepository } from "./conversation-repositories.js";
import type { InMemoryGoalRepository } from "./goal-repository.js";
import type { InMemoryEmbeddingRepository, InMemoryMemoryRepository } from "./memory-repositories.js";
import type { InMemoryNotificationRepository, InMemoryPushTargetRepository } from "./notification-repositories.js";
import type { InMemoryApiKeyRepository, InMemoryUserRepository } from "./user-repositories.js";

export class InMemoryArchive implements Archive {
  constructor(private readonly repositories: ArchivedRepositories) {}

  async countEntries(userId?: string): Promise<number> {
    const ownerIds = userId === undefined ? this.#listUserIds() : [userId];
    return ownerIds.reduce(
      (count, ownerId) => count + this.#listUserEntries(ownerId).length,
      this.#listAppEntries(userId).length,
    );
  }

  async *entries(userId?: string): AsyncIterable<ArchiveEntry> {
    yield* this.#listAppEntries(userId);
    for (const ownerId of userId === undefined ? this.#listUserIds() : [userId]) yield* this.#listUserEntries(ownerId);
  }

  async put(entries: readonly ArchiveEntry[], now: Date): Promise<ArchivePutResult> {
    requireSingleOwner(entries);
    const target = new InMemoryArchiveTarget(this.repositories);
    const result = putArchiveEntries(entries, target, now);
    await target.waitForCalls();
    return result;
  }

  #listAppEntries(ownerId?: string): ArchiveEntry[] {
    const apps = this.repositories.appTables
      .listApps()
      .filter(({ state }) => ownerId === undefined || state.ownerId === ownerId);
    return apps.map(({ state }) => ({ kind: "app", state }));
  }

  #listUserIds(): string[] {
    const { users, folders, conversations, actionItems, memories, goals, notifications, pushTargets, apiKeys } =
      this.repositories;
    const tableRepositories = [
      users,
      folders,
      conversations,
      actionItems,
      memories,
      goals,
      notifications,
      pushTargets,
      apiKeys,
    ];
    const tombstoneSources = [conversations, actionItems, memories].map((repository) => repository.tombstones);
    const fenceSources = [actionItems, memories].map((repository) => repository.fences);
    const dataSources = [
      ...tableRepositories.map(({ table }) => table),
      ...tombstoneSources,
      ...fenceSources,
      this.repositories.appTables,
    ];
    return [
      ...new Set([
        ...dataSources.flatMap((source) => source.listUserIds()),
        ...this.repositories.webhookDeliveries.listOwnerIds(),
      ]),
    ].sort();
  }

  /** Returns copies of the user's data except apps. */
  #listUserEntries(userId: string): ArchiveEntry[] {
    const { users, folders, conversations, actionItems, memories, embeddings, goals, notifications } =
      this.repositories;
    const { pushTargets, apiKeys, appTables, webhookDeliveries } = this.repositories;
    const toTombstoneEntries = (objectKind: TombstoneEntry["of"], ids: readonly string[]): ArchiveEntry[] =>
      ids.map((id) => ({ kind: "tombstone", of: objectKind, userId, id }));
    const toFenceEntries = (
      objectKind: "action_item" | "memory",
      fenceByConversation: ReadonlyMap<string, number>,
    ): ArchiveEntry[] =>
      [...fenceByConversation].map(([conversationId, fence]) => ({
        kind: "fence",
        of: objectKind,
        userId,
        conversationId,
        fence,
      }));
    return [
      ...users.table.listByUser(userId).map(({ state }): ArchiveEntry => ({ kind: "user", state })),
      ...folders.table.listByUser(userId).map(({ state }): ArchiveEntry => ({ kind: "folder", state })),
      ...toTombstoneEntries("conversation", conversations.tombstones.listByUser(userId)),
      ...toTombstoneEntries("action_item", actionItems.tombstones.listByUser(userId)),
      // Excludes IDs that a stored memory has: importing such a tombstone would delete that memory.
      ...toTombstoneEntries(
        "memory",
        memories.tombstones.listByUser(userId).filter((id) => !memories.table.has(userId, id)),
      ),
      ...toFenceEntries("action_item", actionItems.fences.getByUser(userId)),
      ...toFenceEntries("memory", memories.fences.getByUser(userId)),
      ...conversations.table.listByUser(userId).map(({ state }): ArchiveEntry => {
        return { kind: "conversation", state, segments: conversations.getSegments(userId, state.id) };
      }),
      ...actionItems.table.listByUser(userId).map(({ state }): ArchiveEntry => ({ kind: "action_item", state })),
      ...memories.table.listByUser(userId).map((memory): ArchiveEntry => {
        return { kind: "memory", state: memory.state, embeddings: embeddings.findByMemory(memory) };
      }),
      ...goals.table.listByUser(userId).map(({ state }): ArchiveEntry => ({ kind: "goal", state })),
      ...notifications.table.listByUser(userId).map(({ state }): ArchiveEntry => ({ kind: "notification", state })),
      ...pushTargets.table.listByUser(userId).map(({ state }): ArchiveEntry => ({ kind: "push_target", state })),
      ...apiKeys.table.listByUser(userId).map(({ state }): ArchiveEntry => ({ kind: "api_key", state })),
      ...appTables
        .listInstalledApps(userId)
        .map(({ installation: { state } }): ArchiveEntry => ({ kind: "installation", state })),
      ...webhookDeliveries.listOwnedBy(userId).map(({ state }): ArchiveEntry => ({ kind: "webhook_delivery", state })),
    ];
  }
}

/** The repositories whose data an archive contains. */
interface ArchivedRepositories {
  readonly users: InMemoryUserRepository;
  readonly folders: InMemoryFolderRepository;
  readonly conversations: InMemoryConversationRepository;
  readonly actionItems: InMemoryActionItemRepository;
  readonly memories: InMemoryMemoryRepository;
  readonly embeddings: InMemoryEmbeddingRepository;
  readonly goals: InMemoryGoalRepository;
  readonly notifications: InMemoryNotificationRepository;
  readonly pushTargets: InMemoryPushTargetRepository;
  readonly apiKeys: InMemoryApiKeyRepository;
  readonly apps: InMemoryAppRepository;
  readonly appTables: AppTables;
  readonly webhookDeliveries: InMemoryWebhookDeliveryRepository;
  readonly forgetStoredResponses: (userId: string, ids: readonly string[], now: Date) => void;
}

/**
 * The steps of one `put`. Repository methods take effect before they return their promises, so that no other operation
 * runs between the steps.
 */
class InMemoryArchiveTarget implements ArchiveTarget {
  readonly #pendingCalls: Promise<unknown>[] = [];

  constructor(private readonly repositories: ArchivedRepositories) {}

  /** Waits for the promises of all steps. */
  async waitForCalls(): Promise<void> {
    await Promise.all(this.#pendingCalls);
  }

  has(entry: ObjectEntry): boolean {
    const { appTables, webhookDeliveries } = this.repositories;
    switch (entry.kind) {
      case "user":
        return this.repositories.users.table.has(entry.state.id, entry.state.id);
      case "app":
        return appTables.getApp(entry.state.id) !== undefined;
      case "installation":
        return appTables.getInstallation(entry.state.userId, entry.state.appId) !== undefined;
      case "webhook_delivery":
        return webhookDeliveries.has(entry.state.id);
      default:
        return this.#repositoriesByKind[entry.kind].table.has(entry.state.userId, entry.state.id);
    }
  }

  isDeleted(objectKind: TombstoneEntry["of"], userId: string, id: string): boolean {
    return this.#repositoriesByKind[objectKind].tombstones.has(userId, id);
  }

  isConversationGone(userId: string, conversationId: string): boolean {
    return this.repositories.conversations.isGone(userId, conversationId);
  }

  hasConflict(entry: ObjectEntry): boolean {
    const { memories, notifications, apiKeys, apps, appTables } = this.repositories;
    switch (entry.kind) {
      case "memory":
        return memories.hasSameContent(Memory.restore(entry.state));
      case "notification":
        return !notifications.areAllPresent(entry.state.userId, entry.state.sources);
      case "api_key":
        return apiKeys.hasDigest(entry.state.digest);
      case "app":
        return apps.isAnySecretTaken(App.restore(entry.state));
      case "installation":
        return appTables.getApp(entry.state.appId) === undefined;
      default:
        return false;
    }
  }

  insert(entry: ObjectEntry): void {
    const { repositories } = this;
    switch (entry.kind) {
      case "user":
        repositories.users.table.put(entry.state.id, User.restore(entry.state));
        break;
      case "folder":
        repositories.folders.table.put(entry.state.userId, Folder.restore(entry.state));
        break;
      case "conversation": {
        const transcript = Transcript.restore(entry.segments);
        this.#trackCall(
          repositories.conversations.insertOrGet({ conversation: Conversation.restore(entry.state), transcript }),
        );
        break;
      }
      case "memory":
        this.#insertMemory(entry);
        break;
      case "action_item":
        repositories.actionItems.table.put(entry.state.userId, ActionItem.restore(entry.state));
        break;
      case "goal":
        repositories.goals.table.put(entry.state.userId, Goal.restore(entry.state));
        break;
      case "notification":
        this.#trackCall(repositories.notifications.add(Notification.restore(entry.state)));
        break;
      case "push_target":
        repositories.pushTargets.table.put(entry.state.userId, PushTarget.restore(entry.state));
        break;
      case "api_key":
        this.#trackCall(repositories.apiKeys.add(ApiKey.restore(entry.state)));
        break;
      case "app":
        this.#trackCall(repositories.apps.add(App.restore(entry.state)));
        break;
      case "installation":
        repositories.appTables.putInstallation(Installation.restore(entry.state));
        break;
      case "webhook_delivery":
        repositories.webhookDeliveries.insert(WebhookDelivery.restore(entry.state));
        break;
    }
  }

  detachMemories(userId: string, conversationId: string, now: Date): void {
    this.#trackCall(this.repositories.memories.detachFromConversation(userId, conversationId, now));
  }

  raiseFence({ of: objectKind, userId, conversationId, fence }: FenceEntry): boolean {
    return this.#repositoriesByKind[objectKind].fences.raise(userId, conversationId, fence);
  }

  delete({ of: objectKind, userId, id }: TombstoneEntry, now: Date): void {
    const { actionItems, memories, forgetStoredResponses } = this.repositories;
    if (objectKind === "conversation") this.#deleteConversation(userId, id, now);
    else if (objectKind === "memory") this.#trackCall(memories.deleteWithTombstone(userId, id, now));
    else this.#trackCall(actionItems.deleteWithTombstone(userId, id));
    forgetStoredResponses(userId, [id], now);
    this.#repositoriesByKind[objectKind].tombstones.add(userId, id);
  }

  /** The repositories of objects that are found by user and ID. */
  get #repositoriesByKind() {
    const { folders, conversations, memories, actionItems, goals, notifications, pushTargets, apiKeys } =
      this.repositories;
    return {
      folder: folders,
      conversation: conversations,
      memory: memories,
      action_item: actionItems,
      goal: goals,
      notification: notifications,
      push_target: pushTargets,
      api_key: apiKeys,
    };
  }

  #trackCall(call: Promise<unknown>): void {
    this.#pendingCalls.push(call);
  }

  #insertMemory({ state, embeddings }: MemoryEntry): void {
    const memory = Memory.restore(state);
    this.#trackCall(this.repositories.memories.addOrGet(state.userId, [memory], (existing) => existing));
    if (!memory.isListed) return;
    for (const embedding of embeddings) this.repositories.embeddings.putForMemory(memory, embedding);
  }

  #deleteConversation(userId: string, id: string, now: Date): void {
    const { conversations, actionItems, memories, notifications, webhookDeliveries } = this.repositories;
    if (!conversations.table.has(userId, id)) return;
    this.#trackCall(actionItems.detachFromConversation(userId, id, now));
    this.#trackCall(memories.detachFromConversation(userId, id, now));
    notifications.deleteDependentsSync(userId, { kind: "conversation", id }, now);
    this.#trackCall(webhookDeliveries.detachFromConversation(userId, id, now));
    this.#trackCall(conversations.deleteWithTombstone(userId, id));
  }
}
