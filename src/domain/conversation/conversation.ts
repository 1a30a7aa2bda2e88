import { EMPTY_SUMMARY, type SummaryResult, type Summary } from "./summary-result.js";
import { invalidInput } from "../errors.js";
import { ensureInTimestampRange, encodeDescending } from "../time/timestamps.js";
import { parseLanguageCode, parseOptionalSessionId } from "./conversation-attributes.js";
import { applyConversationPatch, checkConversationPatch, type ConversationPatch } from "./conversation-patch.js";
import * as processing from "./conversation-processing.js";
import type {
  ConversationSource,
  ConversationState,
  DiscardReason,
  SearchableFields,
  VisibleStatus,
} from "./conversation-state.js";
import {
  claimLease,
  getLeaseDueAt,
  FREE_LEASE,
  postponeLease,
  renewLease,
  rescheduleLease,
  createPendingLease,
} from "../lease.js";
import { appendLiveSegments, type NewLiveSegments } from "./live-segments.js";
import * as session from "./live-session.js";
import type {
  CreationContext,
  NewConversationFields,
  NewSegmentsConversation,
  NewTextConversation,
  SessionCreationContext,
} from "./new-conversation.js";
import { conversationText, latitude, longitude, TEXT_CONVERSATION_MINUTES } from "../limits.js";
import { ensure } from "../rules.js";
import { Transcript, type Segment } from "./transcript.js";
import { isBlank } from "../text/normalize-text.js";

/**
 * The result of appending a batch: the conversation after it, the segments that were new, and the index of the first of
 * them.
 */
export interface AppendResult {
  readonly conversation: Conversation;
  readonly firstIndex: number;
  readonly segments: readonly Segment[];
}

/** A conversation with its transcript: stored together, read separately. */
export interface ConversationWithTranscript {
  readonly conversation: Conversation;
  readonly transcript: Transcript;
}

/** Maximum number of upserts in one page of the conversation feed; a page takes some milliseconds. */
export const CONVERSATION_FEED_BATCH_SIZE = 100;

const DEFAULT_LANGUAGE = "en";
const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;

/** A conversation without its transcript: its metadata, summary and folder. */
export class Conversation {
  private constructor(readonly state: ConversationState) {}

  /** Creates a conversation whose text becomes one segment. @throws DomainError `invalid` naming the broken rule. */
  static fromText(input: NewTextConversation, context: CreationContext): ConversationWithTranscript {
    ensure({ text: conversationText }, input);
    if (isBlank(input.text)) throw invalidInput("text_blank");
    const startedAt = input.startedAt ?? context.now;
    const finishedAt = input.finishedAt ?? new Date(startedAt.getTime() + TEXT_CONVERSATION_MINUTES * MINUTE_MS);
    if (finishedAt < startedAt) throw invalidInput("period_reversed");
    const conversation = Conversation.create(input, { startedAt, finishedAt }, context, {
      source: "external_integration",
      textSource: input.textSource ?? "other_text",
      textSourceSpec: input.textSourceSpec ?? null,
    });
    // A text without a duration is still one segment, whose end must be after its start.
    const durationSeconds = Math.max((finishedAt.getTime() - startedAt.getTime()) / SECOND_MS, 1 / SECOND_MS);
    return {
      conversation,
      transcript: Transcript.create(context.id, [{ text: input.text, start: 0, end: durationSeconds }]),
    };
  }

  /** @throws DomainError `invalid` naming the broken rule. */
  static fromSegments(input: NewSegmentsConversation, context: CreationContext): ConversationWithTranscript {
    Transcript.checkBatchLength(input.segments);
    const transcript = Transcript.create(context.id, input.segments);
    const startedAt = input.startedAt ?? context.now;
    const finishedAt = input.finishedAt ?? Transcript.computeEnd(startedAt, input.segments);
    if (finishedAt <= startedAt) throw invalidInput("period_reversed");
    const conversation = Conversation.create(input, { startedAt, finishedAt }, context, {
      source: resolveSource(input),
      clientDeviceId: input.clientDeviceId ?? null,
      clientPlatform: input.clientPlatform ?? null,
      clientSessionId: parseOptionalSessionId(input.clientSessionId),
    });
    return { conversation, transcript };
  }

  /**
   * Creates a live session without segments (decision 9.3). The first batch sets its start, language and source; later
   * batches do not change them.
   */
  static startSession(input: NewLiveSegments, { clientSessionId, ...context }: SessionCreationContext): Conversation {
    const startedAt = input.startedAt ?? context.now;
    const period = { startedAt, finishedAt: startedAt };
    return Conversation.create(
      input,
      period,
      { ...context, leaseMs: null },
      {
        status: "in_progress",
        source: resolveSource(input),
        clientSessionId,
        lease: FREE_LEASE,
        live: session.createEmptySession(context.now),
      },
    );
  }

  static restore(state: ConversationState): Conversation {
    return new Conversation(state);
  }

  /** Whether the session accepts further segments. */
  get isLive(): boolean {
    return this.state.status === "in_progress";
  }

  /**
   * Appends the new segments of a batch; there may be none.
   * @param stored the stored segments that the batch overlaps, from its offset on.
   * @throws DomainError `conflict` when the session is finished, and as `selectNewSegments`; `invalid` as
   *   `checkLiveSegments`.
   */
  appendSegments(input: NewLiveSegments, stored: readonly Segment[], now: Date): AppendResult {
    const { state, firstIndex, segments } = appendLiveSegments(this.state, input, stored, now);
    return { conversation: this.withState(state), firstIndex, segments };
  }

  /**
   * Finishes the session and starts its processing. A finished session stays unchanged.
   * @param leaseMs as in `CreationContext`.
   */
  finish(now: Date, leaseMs: number | null): Conversation {
    if (!this.isLive) return this;
    const lease = leaseMs === null ? createPendingLease(now) : claimLease(this.state.lease, now, leaseMs);
    return this.with({ status: "processing", lease, updatedAt: now });
  }

  /** The time from which a worker may claim the new segments to send them to apps; null when there are none. */
  get flushDueAt(): Date | null {
    return this.state.live && !this.isDeleting ? session.getFlushDueAt(this.state.live) : null;
  }

  isFlushDue(now: Date): boolean {
    return this.flushDueAt !== null && this.flushDueAt <= now;
  }

  /** Claims the new segments for sending to apps. The fencing token is the fence of `live.flush`. */
  claimFlush(now: Date, leaseMs: number): Conversation {
    const { live } = this.state;
    return live ? this.with({ live: session.claimFlush(live, now, leaseMs) }) : this;
  }

  /**
   * As `completeFlush` of a live session. A conversation that is being deleted stays unchanged, because nothing must be
   * sent.
   */
  completeFlush(endIndex: number, fence: number, now: Date): Conversation {
    const { live } = this.state;
    return live && !this.isDeleting ? this.with({ live: session.completeFlush(live, endIndex, fence, now) }) : this;
  }

  private static create(
    input: NewConversationFields,
    { startedAt, finishedAt }: { startedAt: Date; finishedAt: Date },
    { id, userId, now, leaseMs }: CreationContext,
    overrides: Partial<ConversationState>,
  ): Conversation {
    ensureInTimestampRange({ startedAt, finishedAt });
    if (input.geolocation) ensure({ latitude, longitude }, input.geolocation);
    return new Conversation({
      id,
      userId,
      clientSessionId: null,
      status: "processing",
      createdAt: input.startedAt && input.startedAt <= now ? input.startedAt : now,
      updatedAt: now,
      startedAt,
      finishedAt,
      language: input.language === null ? null : parseLanguageCode(input.language ?? DEFAULT_LANGUAGE),
      ...(input.language == null ? {} : { isLanguageNamed: true }),
      source: null,
      textSource: null,
      textSourceSpec: null,
      clientDeviceId: null,
      clientPlatform: null,
      geolocation: input.geolocation ?? null,
      summary: null,
      unusable: false,
      filedUnder: null,
      draft: null,
      edits: {},
      lease: leaseMs === null ? createPendingLease(now) : claimLease(FREE_LEASE, now, leaseMs),
      ...overrides,
    });
  }

  /** The language that the client named; null when processing must detect it. */
  get specifiedLanguage(): string | null {
    const { language, isLanguageNamed } = this.state;
    // Without the flag, the client certainly named the language only if it is not the default.
    return isLanguageNamed || language !== DEFAULT_LANGUAGE ? language : null;
  }

  /** Lists are in ascending order of this key. */
  get sortKey(): string {
    return Conversation.createSortKey(this.state.createdAt, this.state.id);
  }

  /** Creates a sort key. With an empty `id` it is the prefix that bounds a list by date. */
  static createSortKey(createdAt: Date, id: string): string {
    return encodeDescending(createdAt) + id;
  }

  /** Whether a summary is shown. The earlier summary stays visible while the conversation is processed again. */
  get isSummarised(): boolean {
    const { status, summary } = this.state;
    return summary !== null && (status === "completed" || status === "processing");
  }

  /** Whether default lists contain it and its folder counts it. */
  get isListed(): boolean {
    return this.isSummarised && !this.isDiscarded;
  }

  /** Undefined when search must not find it. */
  get searchableFields(): SearchableFields | undefined {
    if (!this.isListed) return undefined;
    const { title, overview } = this.summary;
    return { title, overview };
  }

  /** Whether the search index needs no update after the change from `previous`. */
  hasSameSearchableFields(previous: Conversation): boolean {
    const [currentFields, previousFields] = [this.searchableFields, previous.searchableFields];
    return currentFields?.title === previousFields?.title && currentFields?.overview === previousFields?.overview;
  }

  get summarisedAt(): Date | undefined {
    return this.state.digestedAt;
  }

  get isDiscarded(): boolean {
    return this.state.edits.discarded ?? this.state.unusable;
  }

  /** Null when the conversation is not discarded. */
  get discardReason(): DiscardReason | null {
    if (!this.isDiscarded) return null;
    return this.state.edits.discarded === true ? "user" : "no_usable_content";
  }

  /** Whether a list of this status contains it; lists leave out discarded conversations. */
  hasListedStatus(status: VisibleStatus): boolean {
    return this.state.status === status && !this.isDiscarded;
  }

  /** Whether the deletion has begun. Clients see the conversation as deleted. */
  get isDeleting(): boolean {
    return this.state.status === "deleting";
  }

  get folderId(): string | null {
    return this.state.edits.folderId === undefined ? this.state.filedUnder : this.state.edits.folderId;
  }

  /**
   * The summary as shown: the user's title replaces that of the summary; empty before the first completed processing.
   */
  get summary(): Summary {
    const { summary, edits } = this.state;
    const visibleSummary = (this.isSummarised && summary) || EMPTY_SUMMARY;
    return edits.title === undefined ? visibleSummary : { ...visibleSummary, title: edits.title };
  }

  /** @throws DomainError `invalid` for an empty patch or a title that breaks its limit. */
  edit(patch: ConversationPatch, now: Date): Conversation {
    checkConversationPatch(patch);
    const edits = applyConversationPatch(this.state.edits, patch);
    return edits === this.state.edits ? this : this.with({ edits, updatedAt: now });
  }

  /** The time from which a worker may claim the conversation; null when there is no work for a worker. */
  get dueAt(): Date | null {
    if (this.isLive) return this.state.live ? session.getIdleDeadline(this.state.live) : null;
    return this.state.status === "processing" || this.isDeleting ? getLeaseDueAt(this.state.lease) : null;
  }

  isDue(now: Date): boolean {
    return this.dueAt !== null && this.dueAt <= now;
  }

  /** Claims the conversation. A live session that is due has been idle for too long, so this finishes it. */
  claim(now: Date, leaseMs: number): Conversation {
    if (this.isLive) return this.finish(now, leaseMs);
    return this.with({ lease: claimLease(this.state.lease, now, leaseMs) });
  }

  renew(fence: number, now: Date, leaseMs: number): Conversation {
    return this.with({ lease: renewLease(this.state.lease, fence, now, leaseMs) });
  }

  /** @param isOutOfMemory as in `postponeLease`. */
  postpone(fence: number, until: Date, isOutOfMemory = false): Conversation {
    return this.with({ lease: postponeLease(this.state.lease, fence, until, isOutOfMemory) });
  }

  /**
   * Saves the result of a summariser. Later calls of the same processing keep the first result, so that a rerun derives
   * the same items (decision 4.13).
   * @param result a validated result (`validateSummaryResult`).
   * @throws DomainError `conflict` when the lease was lost.
   */
  saveDraft(result: SummaryResult, fence: number): Conversation {
    return this.withState(processing.saveDraft(this.state, result, fence));
  }

  /** Completes the processing after its items are stored: the draft becomes the summary. @throws as `saveDraft`. */
  complete(folderId: string | null, fence: number, now: Date): Conversation {
    return this.withState(processing.completeProcessing(this.state, folderId, fence, now));
  }

  /** Gives up. The result of an earlier processing stays, if there is one. @throws as `saveDraft`. */
  fail(fence: number, now: Date): Conversation {
    return this.withState(processing.failProcessing(this.state, fence, now));
  }

  /**
   * Starts the processing again, claimed by the calling process. The earlier summary stays visible meanwhile.
   * @throws DomainError `conflict` while the conversation is being processed or recorded.
   */
  reprocess(now: Date, leaseMs: number): Conversation {
    return this.withState(processing.restartProcessing(this.state, now, leaseMs));
  }

  /**
   * Hides the conversation immediately. The calling process claims the rest of the deletion; another worker continues
   * it if that claim expires. A worker that was processing the conversation is fenced off, also from the derived items
   * (`TERMINAL_FENCING_TOKEN`).
   */
  markDeleting(now: Date, leaseMs: number): Conversation {
    if (this.isDeleting) return this;
    return this.with({ status: "deleting", lease: claimLease(rescheduleLease(this.state.lease, now), now, leaseMs) });
  }

  private with(changes: Partial<ConversationState>): Conversation {
    return new Conversation({ ...this.state, ...changes });
  }

  private withState(state: ConversationState): Conversation {
    return state === this.state ? this : new Conversation(state);
  }
}

function resolveSource({ source }: Pick<NewSegmentsConversation, "source">): ConversationSource | null {
  return source === undefined ? "phone" : source;
}
