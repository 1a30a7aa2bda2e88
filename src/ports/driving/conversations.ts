import type { ActionItem } from "../../domain/action-item/action-item.js";
import type { Conversation } from "../../domain/conversation/conversation.js";
import type { ConversationStatus } from "../../domain/conversation/conversation-state.js";
import type { ConversationPatch } from "../../domain/conversation/conversation-patch.js";
import type { NewSegmentsConversation, NewTextConversation } from "../../domain/conversation/new-conversation.js";
import type { NewLiveSegments } from "../../domain/conversation/live-segments.js";
import type { Transcript } from "../../domain/conversation/transcript.js";
import type { Folder } from "../../domain/folder/folder.js";
import type { ConversationFilter } from "../driven/store/conversation-repositories.js";
import type { Page, FilteredListQuery } from "../paging.js";
import type { RequestContext } from "./request-context.js";

/** A conversation with the related data of a response. */
export interface ConversationView {
  readonly conversation: Conversation;
  readonly actionItems: readonly ActionItem[];
  readonly folderName: string | null;
  /** Null unless requested. */
  readonly transcript: Transcript | null;
  /** Name of the user in the transcript. */
  readonly userName: string;
}

export interface CreationReceipt {
  readonly id: string;
  readonly discarded: boolean;
  readonly status: string;
}

export interface WaitOptions {
  /** How long the response may wait for the processing, in milliseconds; the default of the service when absent. */
  readonly waitMs?: number;
}

export interface ConversationListQuery extends FilteredListQuery<ConversationFilter> {
  readonly includeTranscript: boolean;
}

/**
 * A page of conversations. With transcripts it may be too large for memory, and ends before `limit` when they would
 * exceed 64 MiB; `nextCursor` continues after the last item.
 */
export interface ConversationPage extends Page<ConversationView> {
  /** Replaces `items`, which is then empty: batches to read one after the other. */
  readonly batches?: AsyncIterable<readonly ConversationView[]>;
}

/** Conversations of a user. All methods throw DomainError: `invalid`, `not_found`, `conflict`, `unavailable`. */
export interface ConversationUseCases {
  createFromText(context: RequestContext, input: NewTextConversation, wait?: WaitOptions): Promise<CreationReceipt>;
  createFromSegments(
    context: RequestContext,
    input: NewSegmentsConversation,
    wait?: WaitOptions,
  ): Promise<CreationReceipt>;
  list(context: RequestContext, query: ConversationListQuery): Promise<ConversationPage>;
  get(
    context: RequestContext,
    id: string,
    options?: { readonly includeTranscript?: boolean },
  ): Promise<ConversationView>;
  update(context: RequestContext, id: string, patch: ConversationPatch): Promise<ConversationView>;
  delete(context: RequestContext, id: string): Promise<void>;
  reprocess(context: RequestContext, id: string, wait?: WaitOptions): Promise<CreationReceipt>;
}

/** The state of a session. */
export interface SessionView {
  readonly conversationId: string;
  readonly status: ConversationStatus;
  /** Number of segments: the offset of the next one. */
  readonly segmentCount: number;
}

/**
 * Conversations that are recorded live (decision 9.3). A session is identified by the ID that its client chose. All
 * methods throw DomainError: `invalid`, `not_found`, `conflict`, `unavailable`.
 */
export interface LiveTranscriptUseCases {
  /**
   * Appends a batch of segments. The first batch creates the session and sets its start, language and source; later
   * batches do not change them. With an `offset`, segments that the session has already are skipped; without one, all
   * segments are appended, once per idempotency key.
   * @throws DomainError `conflict` for a gap, for segments that differ from stored ones, and when the session is
   *   finished or full; `not_found` when its conversation was deleted.
   */
  append(context: RequestContext, clientSessionId: string, input: NewLiveSegments): Promise<SessionView>;
  /** Finishes the session, whose processing then starts; a repeat changes nothing. */
  finish(context: RequestContext, clientSessionId: string, wait?: WaitOptions): Promise<CreationReceipt>;
  /** Also returns a conversation that was created with this session ID in one request. */
  getSession(context: RequestContext, clientSessionId: string): Promise<SessionView>;
}

/** Selects the conversations to reprocess. */
export interface ReprocessingCriteria {
  /** Owner of the conversations; all users when absent. */
  readonly userId?: string;
  /** Only conversations whose summary was made by another summariser than the present one. */
  readonly outdatedOnly: boolean;
  /** Whether to start again instead of resuming an unfinished run. */
  readonly restart: boolean;
}

/** The progress of a run. */
export interface ReprocessingProgress {
  /** Number of conversations. */
  readonly total: number;
  /** Number of conversations that were examined. */
  readonly processed: number;
  /** Number of new summaries by the ID of the summariser that made them. */
  readonly countBySummariser: ReadonlyMap<string, number>;
  /**
   * Conversations that were already done in this run, have a summary of the right summariser, are being recorded, or
   * were deleted meanwhile.
   */
  readonly skipped: number;
  /** Conversations that failed; they keep their earlier summary. */
  readonly failed: number;
  /** Whether the observer stopped the run before its end. */
  readonly isStopped: boolean;
}

export interface ReprocessingObserver {
  /** Called after every step. */
  readonly onProgress: (progress: ReprocessingProgress) => void;
  /** Called before every step. Work in progress is completed, or released when the application stops. */
  readonly shouldStop: () => boolean;
}

/**
 * Reprocesses conversations. Needs the background workers of the application (`Application.start`), here or in another
 * process, which retry failed attempts. All methods throw DomainError: `not_found`, `unavailable`.
 */
export interface ReprocessingUseCases {
  /** Reprocesses one conversation, whichever summariser made its summary. */
  reprocessOne(userId: string, conversationId: string, observer: ReprocessingObserver): Promise<ReprocessingProgress>;
  /**
   * Reprocesses all selected conversations of a user oldest first, so that later facts supersede earlier ones, with
   * limited concurrency. An interrupted run resumes where it stopped.
   */
  reprocessAll(criteria: ReprocessingCriteria, observer: ReprocessingObserver): Promise<ReprocessingProgress>;
}

export interface FolderView {
  readonly folder: Folder;
  /** Current number of listed conversations. */
  readonly conversationCount: number;
}

export interface FolderUseCases {
  list(context: RequestContext): Promise<FolderView[]>;
}
