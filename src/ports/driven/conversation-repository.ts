import type { Category } from "../../domain/category.js";
import type { Conversation, Heard, Recorded, VisibleStatus } from "../../domain/conversation.js";
import type { Segment, Transcript } from "../../domain/transcript.js";
import type { ConversationFeed } from "./conversation-feed.js";
import type { Stretch } from "./stretch.js";

/** Which of the user's conversations are meant, discarded ones never. All that is given must hold. */
export interface ConversationFilter {
  /** Of this status alone; when absent, all that are listed (`Conversation.isListed`). */
  readonly status?: VisibleStatus;
  /** Both inclusive, of `createdAt`. */
  readonly from?: Date;
  readonly to?: Date;
  /** One of these; an empty list is no filter. */
  readonly categories?: readonly Category[];
  readonly folderId?: string;
  readonly starred?: boolean;
}

/** Segments by their places: from the first of these, and before the second. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export type Insertion =
  | { readonly outcome: "inserted" | "existing"; readonly conversation: Conversation }
  /** A conversation of this id was deleted: its tombstone forbids a return (decision 4.5). */
  | { readonly outcome: "buried" };

/** Every call is durable when its promise resolves, and changes nothing when it rejects. */
export interface ConversationRepository extends ConversationFeed {
  /** Stores both, or answers what is there under the same id; that is left as it is. */
  insertOrGet(recorded: Recorded): Promise<Insertion>;
  /** Also one that is `deleting`; undefined when the user has none of this id. */
  get(userId: string, id: string): Promise<Conversation | undefined>;
  /** The transcripts of those that have one, by conversation id. */
  transcripts(userId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Transcript>>;
  /**
   * About how many bytes the transcripts take as JSON, by conversation id, for those that have one: at least one byte
   * for each character. Reads none of them.
   */
  transcriptSizes(userId: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Ordered by `sortKey`. */
  list(userId: string, filter: ConversationFilter, stretch: Stretch): Promise<Conversation[]>;
  count(userId: string, filter: ConversationFilter): Promise<number>;
  /**
   * All that the user has, whatever has become of them, but for those that are `deleting`: the last of the list first.
   * @param before only those that the list has before this `sortKey`.
   */
  walk(userId: string, limit: number, before?: string): Promise<Conversation[]>;
  /** How many a walk meets, `deleting` ones too. */
  countAll(userId: string): Promise<number>;
  /** How many listed conversations each folder holds; folders without any are absent. */
  countByFolder(userId: string): Promise<ReadonlyMap<string, number>>;
  /**
   * Replaces the conversation by `change(conversation)` atomically: of two concurrent changes neither is lost.
   * `change` must be pure, for it may run more than once; what it throws is thrown, and nothing changes.
   * Undefined when the user has no such conversation.
   */
  update(userId: string, id: string, change: (before: Conversation) => Conversation): Promise<Conversation | undefined>;
  /**
   * Adds to a live transcript, and begins one where there is none: at once what `change` makes of the conversation
   * (`Heard.conversation`) and the segments it adds, or neither when there are none. Of two concurrent calls each knows
   * what the other has added. It costs the same however much was said before.
   * @param asked which of the segments that there are `change` is to know; none when absent.
   * @param change as in `update`; it is given undefined where there is no conversation.
   * @returns what `change` made; undefined when a conversation of this id was buried.
   */
  hear(
    userId: string,
    id: string,
    asked: Span | undefined,
    change: (before: Conversation | undefined, known: readonly Segment[]) => Heard,
  ): Promise<Heard | undefined>;
  /** Of what was said, from one place on and before another, in order. Empty when there is none, or no conversation. */
  segmentsBetween(userId: string, id: string, from: number, to: number): Promise<readonly Segment[]>;
  /** Removes the conversation and its transcript for good and leaves a tombstone. True when there was something. */
  bury(userId: string, id: string): Promise<boolean>;
  /** Whether a conversation of this id was buried. */
  isBuried(userId: string, id: string): Promise<boolean>;
  /**
   * Claims what is due (`Conversation.isDue`) for `leaseMs` milliseconds, at most `limit` of all users, longest due
   * first, each for exactly one of any number of callers.
   */
  claimDue(now: Date, leaseMs: number, limit: number): Promise<Conversation[]>;
  /**
   * Claims live sessions of which something is new (`Conversation.isFlushDue`), as `claimDue`. Whoever has dealt with
   * what is new says so by `Conversation.flushedTo`, fenced by `live.flush`.
   */
  claimUnflushed(now: Date, leaseMs: number, limit: number): Promise<Conversation[]>;
}
