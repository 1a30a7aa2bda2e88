import type { Findable } from "../../domain/conversation.js";
import type { Feed, FeedChanges } from "./feed.js";

/**
 * One conversation, as search sees it. Its transcript is read apart (`ConversationRepository.transcripts`): it is the
 * same as long as the conversation is not told of as absent.
 */
export interface SearchableConversation extends Findable {
  readonly id: string;
}

/** `CONVERSATIONS_A_LOOK` at most are present; all that are not listed (decision 4.7) are absent. */
export type ConversationChanges = FeedChanges<SearchableConversation>;

export type ConversationFeed = Feed<SearchableConversation>;
