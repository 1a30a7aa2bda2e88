import { Conversation, type ConversationState } from "../../domain/conversation.js";
import { decode, encode } from "./codec.js";

/** What a change of the conversation may change in its row. */
export const conversationColumns = [
  "sort_key",
  "listed",
  "category",
  "folder_id",
  "starred",
  "due_at",
  "state",
] as const;

/** In the order of `conversationColumns`. */
export function conversationValues(conversation: Conversation): (string | number | null)[] {
  return [
    conversation.sortKey,
    Number(conversation.isListed),
    conversation.summary.category,
    conversation.folderId,
    Number(conversation.state.edits.starred ?? false),
    conversation.dueAt?.getTime() ?? null,
    encode(conversation.state),
  ];
}

export interface ConversationRow {
  readonly key: number;
  readonly state: string;
}

export function conversationOf({ state }: Pick<ConversationRow, "state">): Conversation {
  return Conversation.restore(decode(state) as ConversationState);
}
