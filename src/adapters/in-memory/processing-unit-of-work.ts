import type { Conversation } from "../../domain/conversation.js";
import type { ProcessingResult, ProcessingUnitOfWork } from "../../ports/driven/processing-unit-of-work.js";
import type { InMemoryActionItemRepository } from "./action-item-repository.js";
import type { InMemoryConversationRepository } from "./conversation-repository.js";
import type { InMemoryMemoryRepository } from "./memory-repository.js";

/** Everything that can throw precedes the first write, and nothing else runs in between: all or nothing. */
export class InMemoryProcessingUnitOfWork implements ProcessingUnitOfWork {
  constructor(
    private readonly conversations: InMemoryConversationRepository,
    private readonly actionItems: InMemoryActionItemRepository,
    private readonly memories: InMemoryMemoryRepository,
  ) {}

  async completeProcessing(
    userId: string,
    conversationId: string,
    { digest, extractItems, selectFolder, fence, now }: ProcessingResult,
  ): Promise<Conversation | undefined> {
    const before = this.conversations.find(userId, conversationId);
    const drafted = before?.keepDigest(digest, fence);
    const kept = drafted?.state.draft;
    if (!before || !drafted || !kept) return undefined;
    const extracted = extractItems(kept);
    const completed = drafted.complete(selectFolder(kept), fence, now);
    const writeActionItems = this.actionItems.prepareExtraction(userId, conversationId, extracted.actionItems);
    const writeMemories = this.memories.prepareExtraction(userId, conversationId, extracted.memories, now);
    this.conversations.replace(before, completed);
    writeActionItems();
    writeMemories();
    return completed;
  }
}
