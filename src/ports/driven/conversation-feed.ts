import type { Findable } from "../../domain/conversation.js";
import type { ChangeFeed, FeedChanges } from "./change-feed.js";

/**
 * The searchable part of a conversation. Its transcript is read separately (`ConversationRepository.transcripts`) and
 * does not change until the feed reports the conversation as deleted.
 */
export interface SearchableConversation extends Findable {
  readonly id: string;
}

/** At most `CONVERSATIONS_A_LOOK` upserts; conversations that are not listed (decision 4.7) are deletes. */
export type ConversationChanges = FeedChanges<SearchableConversation>;

export type ConversationFeed = ChangeFeed<SearchableConversation>;
