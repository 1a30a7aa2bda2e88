import type { Conversation } from "../../domain/conversation.js";
import type { ProcessingResult, ProcessingUnitOfWork } from "../../ports/driven/processing-unit-of-work.js";
import { ActionItemTable } from "./action-item-table.js";
import { ConversationTable } from "./conversation-table.js";
import type { Database } from "./database.js";
import { MemoryTable } from "./memory-table.js";

/** Runs in one transaction, which a deleted conversation or a lost lease leaves without a write. */
export class SqliteProcessingUnitOfWork implements ProcessingUnitOfWork {
  readonly #conversations: ConversationTable;
  readonly #actionItems: ActionItemTable;
  readonly #memories: MemoryTable;

  constructor(private readonly database: Database) {
    this.#conversations = new ConversationTable(database);
    this.#actionItems = new ActionItemTable(database);
    this.#memories = new MemoryTable(database);
  }

  async completeProcessing(
    userId: string,
    conversationId: string,
    { digest, extractItems, selectFolder, fence, now }: ProcessingResult,
  ): Promise<Conversation | undefined> {
    const job = (): { readonly completed?: Conversation; readonly removed: boolean } => {
      const row = this.#conversations.find(userId, conversationId);
      const drafted = row?.conversation.keepDigest(digest, fence);
      const kept = drafted?.state.draft;
      if (!row || !drafted || !kept) return { removed: false };
      const { actionItems, memories } = extractItems(kept);
      const removed = [
        this.#actionItems.replaceExtracted(userId, conversationId, actionItems),
        this.#memories.replaceExtracted(userId, conversationId, memories, now),
      ].includes(true);
      const completed = drafted.complete(selectFolder(kept), fence, now);
      this.#conversations.replace(row, completed);
      return { completed, removed };
    };
    return (await this.database.remove(userId, job, ({ removed }) => removed)).completed;
  }
}
