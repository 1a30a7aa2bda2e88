import type { ActionItem } from "../../../domain/action-item/action-item.js";
import type { Conversation } from "../../../domain/conversation/conversation.js";
import type { SummaryResult } from "../../../domain/conversation/summary-result.js";
import type { Memory } from "../../../domain/memory/memory.js";

/** Objects that are extracted from a conversation and stored on their own. */
export interface ExtractedItems {
  readonly actionItems: readonly ActionItem[];
  readonly memories: readonly Memory[];
}

/** Result of processing a conversation under one claim. */
export interface ProcessingResult {
  readonly summaryResult: SummaryResult;
  /** Derives the items from the summary result that is stored. Pure; may be called more than once. */
  readonly extractItems: (stored: SummaryResult) => ExtractedItems;
  /** Selects the folder for the summary result that is stored. Pure; may be called more than once. */
  readonly selectFolder: (stored: SummaryResult) => string | null;
  readonly fence: number;
  readonly now: Date;
}

/** Completes the processing of conversations. */
export interface ProcessingUnitOfWork {
  /**
   * Stores the summary result (`Conversation.saveDraft`), replaces the extracted items (`replaceExtracted` of
   * `ActionItemRepository` and `MemoryRepository`) and completes the conversation (`Conversation.complete`): all or
   * nothing, also when a function of `result` throws. Durable when the promise resolves.
   * @returns the completed conversation; undefined, with nothing stored, when the user has no such conversation.
   * @throws DomainError `conflict` (`LEASE_LOST`) when the lease was lost.
   */
  completeProcessing(
    userId: string,
    conversationId: string,
    result: ProcessingResult,
  ): Promise<Conversation | undefined>;
}
