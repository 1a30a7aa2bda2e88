import type {
  ActionItemRepository,
  ConversationRepository,
  MemoryRepository,
  ProcessingUnitOfWork,
} from "../ports/driven/index.js";

/** For stores that write one thing after another: every step may be done twice, and none makes sense without those before. */
export function completeStepwise({
  conversations,
  actionItems,
  memories,
}: {
  readonly conversations: ConversationRepository;
  readonly actionItems: ActionItemRepository;
  readonly memories: MemoryRepository;
}): ProcessingUnitOfWork {
  return {
    completeProcessing: async (userId, id, { digest, extractItems, selectFolder, fence, now }) => {
      const drafted = await conversations.update(userId, id, (before) => before.keepDigest(digest, fence));
      const kept = drafted?.state.draft;
      if (!kept) return undefined;
      const derived = extractItems(kept);
      await actionItems.replaceExtracted(userId, id, derived.actionItems, fence);
      await memories.replaceExtracted(userId, id, derived.memories, fence, now);
      return conversations.update(userId, id, (before) => before.complete(selectFolder(kept), fence, now));
    },
  };
}
