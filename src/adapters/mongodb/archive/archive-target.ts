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
import type { AsyncArchiveTarget, ObjectEntry } from "../../store-support/put-archive.js";
import { ActionItemDocuments } from "../documents/action-item-documents.js";
import { apiKeyDocumentType, userDocumentType } from "../repositories/user-repositories.js";
import { AppDocuments, InstallationDocuments, WebhookDeliveryDocuments } from "../documents/app-documents.js";
import { ConversationDocuments } from "../documents/conversation-documents.js";
import type { MongoDatabase } from "../database/database.js";
import { Documents, type Key } from "../documents/documents.js";
import { EmbeddingDocuments } from "../documents/embedding-documents.js";
import { MongoExtractionFences } from "../documents/extraction-fences.js";
import { folderDocumentType } from "../repositories/conversation-repositories.js";
import { goalDocumentType } from "../repositories/goal-repository.js";
import { RevisionCounters } from "../documents/revision-counters.js";
import { MemoryDocuments } from "../documents/memory-documents.js";
import { NotificationDocuments } from "../documents/notification-documents.js";
import { pushTargetDocumentType } from "../repositories/notification-repositories.js";
import { MongoStoredResponses } from "../documents/stored-responses.js";
import { MongoTranscriptChunks } from "../documents/transcript-chunks.js";
import type { MongoTransaction } from "../database/write-queue.js";

/** The collections that an import writes. */
export class ArchiveDocuments {
  readonly byKind;
  readonly fences: Readonly<Record<FenceEntry["of"], MongoExtractionFences>>;
  readonly embeddings: EmbeddingDocuments;
  readonly chunks: MongoTranscriptChunks;
  readonly responses: MongoStoredResponses;
  readonly revisionCounters: RevisionCounters;

  constructor(database: MongoDatabase) {
    this.byKind = {
      user: new Documents(database, userDocumentType),
      folder: new Documents(database, folderDocumentType),
      conversation: new ConversationDocuments(database),
      memory: new MemoryDocuments(database),
      action_item: new ActionItemDocuments(database),
      goal: new Documents(database, goalDocumentType),
      notification: new NotificationDocuments(database),
      push_target: new Documents(database, pushTargetDocumentType),
      api_key: new Documents(database, apiKeyDocumentType),
      app: new AppDocuments(database),
      installation: new InstallationDocuments(database),
      webhook_delivery: new WebhookDeliveryDocuments(database),
    };
    this.fences = {
      action_item: new MongoExtractionFences(database, "action_item"),
      memory: new MongoExtractionFences(database, "memory"),
    };
    this.embeddings = new EmbeddingDocuments(database);
    this.chunks = new MongoTranscriptChunks(database);
    this.responses = new MongoStoredResponses(database);
    this.revisionCounters = new RevisionCounters(database);
  }
}

/** Performs the steps of one `Archive.put` in one transaction. */
export class MongoArchiveTarget implements AsyncArchiveTarget {
  constructor(
    private readonly documents: ArchiveDocuments,
    private readonly transaction: MongoTransaction,
  ) {}

  async has(entry: ObjectEntry): Promise<boolean> {
    return (await this.documents.byKind[entry.kind].find(getKey(entry), this.transaction)) !== undefined;
  }

  isDeleted(objectKind: TombstoneEntry["of"], userId: string, id: string): Promise<boolean> {
    return this.documents.byKind[objectKind].isDeleted({ user: userId, id }, this.transaction);
  }

  isConversationGone(userId: string, conversationId: string): Promise<boolean> {
    return this.documents.byKind.conversation.isGone(userId, conversationId, this.transaction);
  }

  async hasConflict(entry: ObjectEntry): Promise<boolean> {
    const { memory, notification, api_key: apiKey, app } = this.documents.byKind;
    switch (entry.kind) {
      case "memory":
        return (await memory.findByContent(Memory.restore(entry.state), this.transaction)) !== undefined;
      case "notification":
        return !(await notification.areAllPresent(entry.state.userId, entry.state.sources, this.transaction));
      case "api_key":
        return (await apiKey.findAll({ digest: entry.state.digest }, {}, this.transaction)).length > 0;
      case "app": {
        const secrets = entry.state.secretDigests.map(({ digest }) => digest);
        return (await app.findAll({ secrets: { $in: secrets } }, {}, this.transaction)).length > 0;
      }
      case "installation":
        return (await app.find({ id: entry.state.appId }, this.transaction)) === undefined;
      default:
        return false;
    }
  }

  async insert(entry: ObjectEntry): Promise<void> {
    const { documents, transaction } = this;
    const { byKind } = documents;
    switch (entry.kind) {
      case "user":
        await byKind.user.insert(User.restore(entry.state), transaction);
        break;
      case "folder":
        await byKind.folder.insert(Folder.restore(entry.state), transaction);
        break;
      case "conversation": {
        const { userId, id } = entry.state;
        await byKind.conversation.insert(Conversation.restore(entry.state), transaction);
        await documents.chunks.add(userId, id, 0, entry.segments, transaction);
        break;
      }
      case "memory":
        await this.#insertMemory(entry);
        break;
      case "action_item":
        await byKind.action_item.insert(ActionItem.restore(entry.state), transaction);
        break;
      case "goal":
        await byKind.goal.insert(Goal.restore(entry.state), transaction);
        break;
      case "notification":
        await byKind.notification.add(Notification.restore(entry.state), transaction);
        break;
      case "push_target":
        await byKind.push_target.insert(PushTarget.restore(entry.state), transaction);
        break;
      case "api_key":
        await byKind.api_key.insert(ApiKey.restore(entry.state), transaction);
        break;
      case "app":
        await byKind.app.insert(App.restore(entry.state), transaction);
        break;
      case "installation":
        await byKind.app.lock(entry.state.appId, transaction);
        await byKind.installation.insert(Installation.restore(entry.state), transaction);
        break;
      case "webhook_delivery":
        // A concurrent deletion of the conversation writes the same counters and conflicts with this transaction.
        await documents.revisionCounters.lock(entry.state.userId, transaction);
        await byKind.webhook_delivery.insert(WebhookDelivery.restore(entry.state), transaction);
        break;
    }
  }

  detachMemories(userId: string, conversationId: string, now: Date): Promise<void> {
    return this.documents.byKind.memory.detachFromConversation(userId, conversationId, now, this.transaction);
  }

  raiseFence({ of: objectKind, userId, conversationId, fence }: FenceEntry): Promise<boolean> {
    return this.documents.fences[objectKind].raise(userId, conversationId, fence, this.transaction);
  }

  async delete({ of: objectKind, userId, id }: TombstoneEntry, now: Date): Promise<void> {
    const { memory, action_item: actionItem } = this.documents.byKind;
    if (objectKind === "conversation") await this.#deleteConversation(userId, id, now);
    else if (objectKind === "action_item") await actionItem.replaceByTombstone(userId, id, this.transaction);
    else if (!(await memory.deleteWithTombstone(userId, id, now, this.transaction))) {
      await memory.markDeleted(userId, id, this.transaction);
    }
    await this.documents.responses.forget(userId, [id], now, this.transaction);
  }

  async #insertMemory({ state, embeddings }: MemoryEntry): Promise<void> {
    const { byKind, embeddings: embeddingDocuments } = this.documents;
    const { userId, id } = state;
    const memory = Memory.restore(state);
    const revision = await byKind.memory.allocateRevision(userId, this.transaction);
    const { storedIds } = await byKind.memory.load(userId, [id], [], this.transaction);
    await byKind.memory.add([memory], revision, this.transaction, storedIds);
    if (!memory.isListed) return;
    for (const { embedderId, digest, vector } of embeddings) {
      await embeddingDocuments.put(userId, embedderId, [{ id, digest, vector }], this.transaction);
    }
  }

  async #deleteConversation(userId: string, id: string, now: Date): Promise<void> {
    const { documents, transaction } = this;
    const {
      conversation,
      action_item: actionItem,
      memory,
      notification,
      webhook_delivery: delivery,
    } = documents.byKind;
    if (await conversation.find({ user: userId, id }, transaction)) {
      for (const fences of Object.values(documents.fences))
        await fences.raise(userId, id, TERMINAL_FENCING_TOKEN, transaction);
      await actionItem.detachFromConversation(userId, id, now, transaction);
      await memory.detachFromConversation(userId, id, now, transaction);
      await notification.deleteDependents(userId, { kind: "conversation", id }, now, transaction);
      await delivery.detachFromConversation(userId, id, now, transaction);
      await documents.chunks.remove(userId, id, transaction);
    }
    await conversation.replaceByTombstone(userId, id, transaction);
  }
}

function getKey(entry: ObjectEntry): Key {
  switch (entry.kind) {
    case "user":
    case "app":
    case "webhook_delivery":
      return { id: entry.state.id };
    case "installation":
      return { user: entry.state.userId, id: entry.state.appId };
    default:
      return { user: entry.state.userId, id: entry.state.id };
  }
}
