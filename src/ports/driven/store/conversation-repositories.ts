import type { Category } from "../../../domain/conversation/conversation-attributes.js";
import type {
  Conversation,
  AppendResult,
  ConversationWithTranscript,
} from "../../../domain/conversation/conversation.js";
import type { VisibleStatus } from "../../../domain/conversation/conversation-state.js";
import type { ReprocessingRun } from "../../../domain/conversation/reprocessing-run.js";
import type { Segment, Transcript } from "../../../domain/conversation/transcript.js";
import type { Folder } from "../../../domain/folder/folder.js";
import type { PageRequest } from "../../paging.js";
import type { ConversationFeed } from "./change-feed.js";

/** Selects conversations of a user that match all given conditions. Never matches discarded conversations. */
export interface ConversationFilter {
  /** Default: all listed conversations (`Conversation.isListed`). */
  readonly status?: VisibleStatus;
  /** Both bounds apply to `createdAt` and are inclusive. */
  readonly from?: Date;
  readonly to?: Date;
  /** Any of these categories; an empty list matches all. */
  readonly categories?: readonly Category[];
  readonly folderId?: string;
  readonly starred?: boolean;
}

/** Range of segment indexes: `from` inclusive, `to` exclusive. */
export interface SegmentRange {
  readonly from: number;
  readonly to: number;
}

export type InsertResult =
  | { readonly outcome: "inserted" | "existing"; readonly conversation: Conversation }
  /** A tombstone with this ID exists, so nothing was stored (decision 4.5). */
  | { readonly outcome: "deleted" };

/** A call that resolves is durable; a call that rejects changes nothing. */
export interface ConversationRepository extends ConversationFeed {
  /** Stores the conversation with its transcript, or returns the existing one with the same ID, unchanged. */
  insertOrGet(conversation: ConversationWithTranscript): Promise<InsertResult>;
  /** Includes `deleting` conversations; undefined when the user has no conversation with this ID. */
  get(userId: string, id: string): Promise<Conversation | undefined>;
  /** Transcripts by conversation ID; conversations without one are absent. */
  getTranscripts(userId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Transcript>>;
  /**
   * Approximate size of the transcripts as JSON in bytes, by conversation ID: at least one byte for each character.
   * Conversations without a transcript are absent. Does not read the transcripts.
   */
  getTranscriptSizes(userId: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Ordered by `sortKey`. */
  list(userId: string, filter: ConversationFilter, page: PageRequest): Promise<Conversation[]>;
  count(userId: string, filter: ConversationFilter): Promise<number>;
  /**
   * Lists conversations of every status except `deleting`, in reverse list order.
   * @param beforeSortKey only conversations that precede this `sortKey` in list order.
   */
  listAll(userId: string, limit: number, beforeSortKey?: string): Promise<Conversation[]>;
  /** Number of conversations of every status, including `deleting`. */
  countAll(userId: string): Promise<number>;
  /** Number of listed conversations by folder ID; empty folders are absent. */
  countByFolder(userId: string): Promise<ReadonlyMap<string, number>>;
  /**
   * Atomically replaces the conversation with `change(current)`; concurrent updates are never lost.
   * @param change pure; may be called more than once. When it throws, nothing changes and the call rejects with the
   *   error.
   * @returns the stored conversation; undefined when the user has no such conversation.
   */
  update(
    userId: string,
    id: string,
    change: (current: Conversation) => Conversation,
  ): Promise<Conversation | undefined>;
  /**
   * Atomically appends segments to a live transcript and stores the changed conversation
   * (`AppendResult.conversation`), or neither when there are no new segments. Creates the conversation when it does not
   * exist. Concurrent calls are serialized. The cost does not depend on the length of the transcript.
   * @param range which stored segments are passed to `change`; none when undefined.
   * @param change as in `update`; receives undefined when the conversation does not exist.
   * @returns the result of `change`; undefined when a tombstone with this ID exists.
   */
  appendSegments(
    userId: string,
    id: string,
    range: SegmentRange | undefined,
    change: (current: Conversation | undefined, stored: readonly Segment[]) => AppendResult,
  ): Promise<AppendResult | undefined>;
  /** Segments with an index from `from`, inclusive, to `to`, exclusive, in order. Empty without such a conversation. */
  getSegmentsBetween(userId: string, id: string, from: number, to: number): Promise<readonly Segment[]>;
  /** Deletes the conversation and its transcript and leaves a tombstone. @returns whether the conversation existed. */
  deleteWithTombstone(userId: string, id: string): Promise<boolean>;
  /** Whether a tombstone with this ID exists. */
  isDeleted(userId: string, id: string): Promise<boolean>;
  /**
   * Claims due conversations (`Conversation.isDue`) of all users for `leaseMs` milliseconds: at most `limit`, longest
   * due first. Concurrent callers never claim the same conversation.
   */
  claimDue(now: Date, leaseMs: number, limit: number): Promise<Conversation[]>;
  /**
   * Claims live sessions with new segments (`Conversation.isFlushDue`), as `claimDue`. The caller records its progress
   * with `Conversation.completeFlush`, fenced by `live.flush`.
   */
  claimUnflushed(now: Date, leaseMs: number, limit: number): Promise<Conversation[]>;
}

export interface FolderRepository {
  /** Adds folders with new IDs; existing folders stay unchanged. */
  addMissing(userId: string, folders: readonly Folder[]): Promise<void>;
  get(userId: string, id: string): Promise<Folder | undefined>;
  /** Ordered by `order`, then ID. */
  list(userId: string): Promise<Folder[]>;
}

/** Unfinished reprocessing runs, at most one of each user and one of all users. A call that resolves is durable. */
export interface ReprocessingRunRepository {
  /**
   * Resumes the stored run if it has the same criteria (`hasSameCriteria`); otherwise replaces it with this run.
   * @returns the stored run.
   */
  resumeOrStart(run: ReprocessingRun): Promise<ReprocessingRun>;
  /** Replaces any stored run of its user with this run. */
  restart(run: ReprocessingRun): Promise<void>;
  /** Deletes the run, unless another run has replaced it. */
  finish(run: ReprocessingRun): Promise<void>;
}
