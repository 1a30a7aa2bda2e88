import type { ActionItemRepository, ConversationRepository, Settlements } from "../ports/driven/index.js";

/** For stores that write one thing after another: every step may be done twice, and none makes sense without those before. */
export function stepwiseSettlements({
  conversations,
  actionItems,
}: {
  readonly conversations: ConversationRepository;
  readonly actionItems: ActionItemRepository;
}): Settlements {
  return {
    settle: async (userId, id, { digest, derive, file, fence, now }) => {
      const drafted = await conversations.update(userId, id, (before) => before.keepDigest(digest, fence));
      const kept = drafted?.state.draft;
      if (!kept) return undefined;
      await actionItems.replaceExtracted(userId, id, derive(kept), fence);
      return conversations.update(userId, id, (before) => before.complete(file(kept), fence, now));
    },
  };
}
