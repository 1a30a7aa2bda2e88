import { ActionItem } from "../../domain/action-item/action-item.js";
import type { Conversation } from "../../domain/conversation/conversation.js";
import type { SummaryResult } from "../../domain/conversation/summary-result.js";
import { Memory } from "../../domain/memory/memory.js";
import { normalizeText } from "../../domain/text/normalize-text.js";
import type { ExtractedItems, IdGenerator } from "../../ports/driven/index.js";

/**
 * Creates the action items and memories of a summary result. Derives the ID of an item from its normalised text: equal
 * texts are one item, also in a rerun (decision 4.13).
 */
export function createExtractedItems(
  { state: { userId, id, createdAt } }: Conversation,
  summaryResult: SummaryResult,
  ids: IdGenerator,
  now: Date,
): ExtractedItems {
  const createContext = (kind: string, text: string) => ({
    id: ids.derive(id, kind, normalizeText(text)),
    userId,
    conversationId: id,
    saidAt: createdAt,
    now,
  });
  return {
    actionItems: summaryResult.actionItems.map((extracted, position) =>
      ActionItem.fromExtraction(extracted, { ...createContext("action_item", extracted.description), position }),
    ),
    memories: summaryResult.memories.map((extracted) =>
      Memory.fromExtraction(extracted, createContext("memory", extracted.content)),
    ),
  };
}
