import type { Conversation } from "../../domain/conversation.js";
import type { ProcessingResult, ProcessingUnitOfWork } from "../../ports/driven/processing-unit-of-work.js";
import { ActionItemDocuments } from "./action-item-documents.js";
import { ConversationDocuments } from "./conversation-documents.js";
import { userQueue, type Database } from "./database.js";
import { MemoryDocuments } from "./memory-documents.js";

export class MongoProcessing implements ProcessingUnitOfWork {
  readonly #conversations: ConversationDocuments;
  readonly #actionItems: ActionItemDocuments;
  readonly #memories: MemoryDocuments;

  constructor(private readonly database: Database) {
    this.#conversations = new ConversationDocuments(database);
    this.#actionItems = new ActionItemDocuments(database);
    this.#memories = new MemoryDocuments(database);
  }

  completeProcessing(
    userId: string,
    conversationId: string,
    { digest, extractItems, selectFolder, fence, now }: ProcessingResult,
  ): Promise<Conversation | undefined> {
    return this.database.write(userQueue(userId), async (transaction) => {
      const row = await this.#conversations.find({ user: userId, id: conversationId }, transaction);
      const drafted = row?.aggregate.keepDigest(digest, fence);
      const draft = drafted?.state.draft;
      if (!row || !drafted || !draft) return undefined;
      const { actionItems, memories } = extractItems(draft);
      await this.#actionItems.replaceExtracted(userId, conversationId, actionItems, transaction);
      await this.#memories.replaceExtracted(userId, conversationId, memories, now, transaction);
      const completed = drafted.complete(selectFolder(draft), fence, now);
      await this.#conversations.replaceInFeed(row, completed, transaction);
      return completed;
    });
  }
}
