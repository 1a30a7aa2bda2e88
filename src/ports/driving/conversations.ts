import type { ActionItem } from "../../domain/action-item.js";
import type {
  Conversation,
  ConversationPatch,
  NewSegmentsConversation,
  NewTextConversation,
} from "../../domain/conversation.js";
import type { Transcript } from "../../domain/transcript.js";
import type { ConversationFilter } from "../driven/conversation-repository.js";
import type { PageRequest } from "../driven/page-request.js";
import type { Call } from "./call.js";
import type { Page } from "./page.js";

/** A conversation with what is shown beside it. */
export interface ConversationView {
  readonly conversation: Conversation;
  readonly actionItems: readonly ActionItem[];
  readonly folderName: string | null;
  /** Null unless it was asked for. */
  readonly transcript: Transcript | null;
  /** How the user is called in the transcript. */
  readonly userName: string;
}

export interface CreationReceipt {
  readonly id: string;
  readonly discarded: boolean;
  readonly status: string;
}

export interface Waiting {
  /** How long the answer may wait for the processing, in milliseconds; the service's own choice when absent. */
  readonly waitMs?: number;
}

export interface ListConversations {
  readonly filter: ConversationFilter;
  readonly page: PageRequest;
  readonly includeTranscript: boolean;
  readonly withTotal: boolean;
}

/**
 * A page of conversations. With transcripts it may be too large for memory, and ends before `limit` when they would
 * exceed 64 MiB; `next` continues after the last item.
 */
export interface ConversationPage extends Page<ConversationView> {
  /** Replaces `items`, which is then empty: batches that are read one after the other. */
  readonly batches?: AsyncIterable<readonly ConversationView[]>;
}

/** Contract 4.1, decisions 4. All throw DomainError: `invalid`, `not_found`, `conflict`, `unavailable`. */
export interface ConversationUseCases {
  createFromText(call: Call, input: NewTextConversation, waiting?: Waiting): Promise<CreationReceipt>;
  createFromSegments(call: Call, input: NewSegmentsConversation, waiting?: Waiting): Promise<CreationReceipt>;
  list(call: Call, query: ListConversations): Promise<ConversationPage>;
  get(call: Call, id: string, options?: { readonly includeTranscript?: boolean }): Promise<ConversationView>;
  update(call: Call, id: string, patch: ConversationPatch): Promise<ConversationView>;
  delete(call: Call, id: string): Promise<void>;
  reprocess(call: Call, id: string, waiting?: Waiting): Promise<CreationReceipt>;
}
