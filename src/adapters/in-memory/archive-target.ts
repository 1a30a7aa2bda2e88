import { ActionItem } from "../../domain/action-item.js";
import { ApiKey } from "../../domain/api-key.js";
import { App } from "../../domain/app.js";
import { Conversation } from "../../domain/conversation.js";
import { Folder } from "../../domain/folder.js";
import { Goal } from "../../domain/goal.js";
import { Installation } from "../../domain/installation.js";
import { Memory } from "../../domain/memory.js";
import { Notification } from "../../domain/notification.js";
import { PushTarget } from "../../domain/push-target.js";
import { Transcript } from "../../domain/transcript.js";
import { User } from "../../domain/user.js";
import { WebhookDelivery } from "../../domain/webhook-delivery.js";
import type { FenceEntry, MemoryEntry, TombstoneEntry } from "../../ports/driven/archive.js";
import type { ArchiveTarget, ObjectEntry } from "../store-support/put-archive.js";
import type { InMemoryActionItemRepository } from "./action-item-repository.js";
import type { InMemoryApiKeyRepository } from "./api-key-repository.js";
import type { InMemoryAppRepository } from "./app-repository.js";
import type { AppShelf } from "./app-shelf.js";
import type { InMemoryConversationRepository } from "./conversation-repository.js";
import type { InMemoryEmbeddingRepository } from "./embedding-repository.js";
import type { InMemoryFolderRepository } from "./folder-repository.js";
import type { InMemoryGoalRepository } from "./goal-repository.js";
import type { InMemoryMemoryRepository } from "./memory-repository.js";
import type { InMemoryNotificationRepository } from "./notification-repository.js";
import type { InMemoryPushTargetRepository } from "./push-target-repository.js";
import type { InMemoryUserRepository } from "./user-repository.js";
import type { InMemoryWebhookDeliveryRepository } from "./webhook-delivery-repository.js";

/** What an archive of the store consists of. */
export interface ArchivedParts {
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
  readonly shelf: AppShelf;
  readonly webhookDeliveries: InMemoryWebhookDeliveryRepository;
  readonly forgetAnswers: (userId: string, ids: readonly string[], now: Date) => void;
}

/**
 * The steps of one `put`. The methods of the repositories take effect before they return their promises, so that
 * nothing comes between the steps.
 */
export class InMemoryArchiveTarget implements ArchiveTarget {
  readonly #calls: Promise<unknown>[] = [];

  constructor(private readonly parts: ArchivedParts) {}

  /** Waits for the answers of all steps. */
  async finish(): Promise<void> {
    await Promise.all(this.#calls);
  }

  has(entry: ObjectEntry): boolean {
    const { shelf, webhookDeliveries } = this.parts;
    switch (entry.kind) {
      case "user":
        return this.parts.users.table.has(entry.state.id, entry.state.id);
      case "app":
        return shelf.app(entry.state.id) !== undefined;
      case "installation":
        return shelf.installation(entry.state.userId, entry.state.appId) !== undefined;
      case "webhook_delivery":
        return webhookDeliveries.has(entry.state.id);
      default:
        return this.#tables[entry.kind].table.has(entry.state.userId, entry.state.id);
    }
  }

  isDeleted(of: TombstoneEntry["of"], userId: string, id: string): boolean {
    return this.#tables[of].tombstones.has(userId, id);
  }

  isConversationGone(userId: string, conversationId: string): boolean {
    return this.parts.conversations.isGone(userId, conversationId);
  }

  hasConflict(entry: ObjectEntry): boolean {
    const { memories, notifications, apiKeys, apps, shelf } = this.parts;
    switch (entry.kind) {
      case "memory":
        return memories.hasContentOf(Memory.restore(entry.state));
      case "notification":
        return !notifications.areAllPresent(entry.state.userId, entry.state.sources);
      case "api_key":
        return apiKeys.hasDigest(entry.state.digest);
      case "app":
        return apps.hasSecretOf(App.restore(entry.state));
      case "installation":
        return shelf.app(entry.state.appId) === undefined;
      default:
        return false;
    }
  }

  insert(entry: ObjectEntry): void {
    const { parts } = this;
    switch (entry.kind) {
      case "user":
        parts.users.table.put(entry.state.id, User.restore(entry.state));
        break;
      case "folder":
        parts.folders.table.put(entry.state.userId, Folder.restore(entry.state));
        break;
      case "conversation": {
        const transcript = Transcript.restore(entry.segments);
        this.#call(parts.conversations.insertOrGet({ conversation: Conversation.restore(entry.state), transcript }));
        break;
      }
      case "memory":
        this.#insertMemory(entry);
        break;
      case "action_item":
        parts.actionItems.table.put(entry.state.userId, ActionItem.restore(entry.state));
        break;
      case "goal":
        parts.goals.table.put(entry.state.userId, Goal.restore(entry.state));
        break;
      case "notification":
        this.#call(parts.notifications.add(Notification.restore(entry.state)));
        break;
      case "push_target":
        parts.pushTargets.table.put(entry.state.userId, PushTarget.restore(entry.state));
        break;
      case "api_key":
        this.#call(parts.apiKeys.add(ApiKey.restore(entry.state)));
        break;
      case "app":
        this.#call(parts.apps.add(App.restore(entry.state)));
        break;
      case "installation":
        parts.shelf.putInstallation(Installation.restore(entry.state));
        break;
      case "webhook_delivery":
        parts.webhookDeliveries.insert(WebhookDelivery.restore(entry.state));
        break;
    }
  }

  detachMemories(userId: string, conversationId: string, now: Date): void {
    this.#call(this.parts.memories.detachFromConversation(userId, conversationId, now));
  }

  raiseFence({ of, userId, conversationId, fence }: FenceEntry): boolean {
    return this.#tables[of].fences.raise(userId, conversationId, fence);
  }

  delete({ of, userId, id }: TombstoneEntry, now: Date): void {
    const { actionItems, memories, forgetAnswers } = this.parts;
    if (of === "conversation") this.#deleteConversation(userId, id, now);
    else if (of === "memory") this.#call(memories.deleteWithTombstone(userId, id, now));
    else this.#call(actionItems.deleteWithTombstone(userId, id));
    forgetAnswers(userId, [id], now);
    this.#tables[of].tombstones.add(userId, id);
  }

  /** The repositories of what is found by user and ID. */
  get #tables() {
    const { folders, conversations, memories, actionItems, goals, notifications, pushTargets, apiKeys } = this.parts;
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

  #call(answer: Promise<unknown>): void {
    this.#calls.push(answer);
  }

  #insertMemory({ state, embeddings }: MemoryEntry): void {
    const memory = Memory.restore(state);
    this.#call(this.parts.memories.addOrGet(state.userId, [memory], (existing) => existing));
    if (!memory.isListed) return;
    for (const embedding of embeddings) this.parts.embeddings.putOf(memory, embedding);
  }

  #deleteConversation(userId: string, id: string, now: Date): void {
    const { conversations, actionItems, memories, notifications, webhookDeliveries } = this.parts;
    if (!conversations.table.has(userId, id)) return;
    this.#call(actionItems.detachFromConversation(userId, id, now));
    this.#call(memories.detachFromConversation(userId, id, now));
    notifications.release(userId, { kind: "conversation", id }, now);
    this.#call(webhookDeliveries.detachFromConversation(userId, id, now));
    this.#call(conversations.deleteWithTombstone(userId, id));
  }
}
