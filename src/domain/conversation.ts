import { noSummary, SUPERSEDED_AT_ONCE, type Digest, type DigestMemory, type Summary } from "./digest.js";
import { broken, DomainError } from "./errors.js";
import type { KeyedChanges } from "./keyed-changes.js";
import { ensurePresentable } from "./instant.js";
import { languageCode } from "./language.js";
import { claim, dueAt, guard, idle, postpone, renew, schedule, settle, waiting, type Lease } from "./lease.js";
import * as session from "./live-session.js";
import type { LiveSession } from "./live-session.js";
import {
  clientSessionId,
  conversationText,
  conversationTitle,
  latitude,
  longitude,
  sessionOffset,
  TEXT_CONVERSATION_MINUTES,
  transcriptBatch,
} from "./limits.js";
import { ensure, finite, listLength } from "./rules.js";
import { descending } from "./sort-key.js";
import { trimmedTitle } from "./title.js";
import { Transcript, type NewSegment, type Segment } from "./transcript.js";
import { isBlank, trimmed } from "./white-space.js";

/** Decision 4.1; `deleting` is never shown (decision 4.11). */
export type ConversationStatus = "in_progress" | "processing" | "completed" | "failed" | "deleting";

/** The statuses that clients see and may filter lists by. */
export const visibleStatuses = ["in_progress", "processing", "completed", "failed"] as const;
export type VisibleStatus = (typeof visibleStatuses)[number];

/** Why a conversation is discarded: nothing in it was usable (decision 4.6), or the user discarded it. */
export const discardReasons = ["no_usable_content", "user"] as const;
export type DiscardReason = (typeof discardReasons)[number];

/** Contract 4.1; the devices under neutral names (decision 11). */
// prettier-ignore
export const sources = [
  "phone", "phone_call", "desktop", "workflow", "sdcard", "external_integration", "onboarding", "unknown",
  "vendor_device_01", "vendor_device_02", "vendor_device_03", "vendor_device_04", "vendor_device_05", "vendor_device_06",
  "vendor_device_07", "vendor_device_08", "vendor_device_09", "vendor_device_10", "vendor_device_11", "vendor_device_12",
] as const;
export type Source = (typeof sources)[number];

export const textSources = ["audio_transcript", "message", "other_text"] as const;
export type TextSource = (typeof textSources)[number];

export interface Geolocation {
  readonly latitude: number;
  readonly longitude: number;
  readonly address: string | null;
  readonly mapPlaceId: string | null;
  readonly locationType: string | null;
}

/** What the user set: processing never overwrites it (decision 4.10). */
export interface ConversationEdits {
  readonly title?: string;
  readonly discarded?: boolean;
  readonly folderId?: string | null;
  readonly starred?: boolean;
}

export interface ConversationState extends KeyedChanges {
  readonly id: string;
  readonly userId: string;
  readonly clientSessionId: string | null;
  readonly status: ConversationStatus;
  /** When it was held, or else when it was stored (decision 4.4). */
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly startedAt: Date;
  readonly finishedAt: Date;
  /** The language in responses: `en` when the client named none (contract 4.1). */
  readonly language: string | null;
  /** Present when the client named the language; absent in conversations stored before this field was added. */
  readonly isLanguageNamed?: true;
  readonly source: Source | null;
  /** Null for one that came as segments. */
  readonly textSource: TextSource | null;
  readonly textSourceSpec: string | null;
  readonly clientDeviceId: string | null;
  readonly clientPlatform: string | null;
  readonly geolocation: Geolocation | null;
  /** What the last finished processing made; null until then. */
  readonly summary: Summary | null;
  /** When the last finished processing was finished; absent until then, and for what is older than this record. */
  readonly digestedAt?: Date;
  /** The verdict of the last finished processing (decision 4.6). */
  readonly unusable: boolean;
  /** The folder that processing chose. */
  readonly filedUnder: string | null;
  /** A digest whose derived items are still to be made (decision 4.13); null otherwise. */
  readonly draft: Digest | null;
  readonly edits: ConversationEdits;
  readonly lease: Lease;
  /** Of one that came piece by piece, also when it is finished (decision 9.3); absent for any other. */
  readonly live?: LiveSession;
}

interface Common {
  readonly startedAt?: Date | null;
  readonly finishedAt?: Date | null;
  readonly geolocation?: Geolocation | null;
  readonly language?: string | null;
}

export interface NewTextConversation extends Common {
  readonly text: string;
  readonly textSource?: TextSource;
  readonly textSourceSpec?: string | null;
}

export interface NewSegmentsConversation extends Common {
  readonly segments: readonly NewSegment[];
  readonly source?: Source | null;
  readonly clientDeviceId?: string | null;
  readonly clientPlatform?: string | null;
  readonly clientSessionId?: string | null;
}

/**
 * A piece of a live session (decision 9.3). What it is called, where it comes from and when it began, the first one
 * says.
 */
export interface NewLiveSegments extends Pick<
  NewSegmentsConversation,
  "segments" | "startedAt" | "language" | "source"
> {
  /** The place in the session of the first of them; they come next when it is not named. */
  readonly offset?: number | null;
}

/** What came of a piece: the conversation as it is then, and what is new of the piece, with the place of the first. */
export interface AppendResult {
  readonly conversation: Conversation;
  readonly first: number;
  readonly segments: readonly Segment[];
}

/** A `null` leaves the field as it is, but for `folderId`, which it clears (decisions 2.4, 4.10). */
export interface ConversationPatch {
  readonly title?: string | null;
  readonly discarded?: boolean | null;
  readonly folderId?: string | null;
  readonly starred?: boolean | null;
}

/** What search sees of a conversation, beside what was said. */
export interface Findable {
  readonly title: string;
  readonly overview: string;
}

export interface Birth {
  readonly id: string;
  readonly userId: string;
  readonly now: Date;
  /**
   * How long the process that answers the request holds the new conversation, in milliseconds (design 2); null when it
   * is left to whoever finds it.
   */
  readonly leaseMs: number | null;
}

/** Of a live session. */
export interface Beginning extends Omit<Birth, "leaseMs"> {
  readonly clientSessionId: string;
}

/** A conversation with the transcript it was made from: stored together, read apart. */
export interface Recorded {
  readonly conversation: Conversation;
  readonly transcript: Transcript;
}

/**
 * How many conversations that are new or changed a store tells those who follow of at once: some milliseconds' work.
 */
export const CONVERSATIONS_A_LOOK = 100;

/** Contract 4.1. */
const DEFAULT_LANGUAGE = "en";
const MINUTE = 60_000;
const SECOND = 1_000;

/** A conversation without its transcript: what was agreed to, summarised and filed. Contract 2.1, decisions 4. */
export class Conversation {
  private constructor(readonly state: ConversationState) {}

  /** Decision 4.3: the text becomes one segment. @throws DomainError `invalid` naming the broken rule. */
  static fromText(input: NewTextConversation, birth: Birth): Recorded {
    ensure({ text: conversationText }, input);
    if (isBlank(input.text)) throw broken("text_blank", "text cannot be empty");
    const startedAt = input.startedAt ?? birth.now;
    const finishedAt = input.finishedAt ?? new Date(startedAt.getTime() + TEXT_CONVERSATION_MINUTES * MINUTE);
    if (finishedAt < startedAt) throw broken("finished_at", "finished_at must be after started_at");
    const conversation = Conversation.born(input, { startedAt, finishedAt }, birth, {
      source: "external_integration",
      textSource: input.textSource ?? "other_text",
      textSourceSpec: input.textSourceSpec ?? null,
    });
    // A text that took no time at all is still one segment whose end comes after its start.
    const seconds = Math.max((finishedAt.getTime() - startedAt.getTime()) / SECOND, 1 / SECOND);
    return { conversation, transcript: Transcript.create(birth.id, [{ text: input.text, start: 0, end: seconds }]) };
  }

  /** @throws DomainError `invalid` naming the broken rule. */
  static fromSegments(input: NewSegmentsConversation, birth: Birth): Recorded {
    ensureBatch(input.segments);
    const transcript = Transcript.create(birth.id, input.segments);
    const startedAt = input.startedAt ?? birth.now;
    const finishedAt = input.finishedAt ?? endOf(startedAt, input.segments);
    if (finishedAt <= startedAt) throw broken("finished_at", "finished_at must be after started_at");
    const conversation = Conversation.born(input, { startedAt, finishedAt }, birth, {
      source: sourceOf(input),
      clientDeviceId: input.clientDeviceId ?? null,
      clientPlatform: input.clientPlatform ?? null,
      clientSessionId: Conversation.sessionIdOf(input),
    });
    return { conversation, transcript };
  }

  /**
   * A live session of which nothing has been heard yet (decision 9.3): the first piece says when it began, in what
   * language and where it comes from. What later ones say of these counts for nothing: they belong to what is there.
   */
  static begin(input: NewLiveSegments, { clientSessionId, ...birth }: Beginning): Conversation {
    const startedAt = input.startedAt ?? birth.now;
    const during = { startedAt, finishedAt: startedAt };
    return Conversation.born(
      input,
      during,
      { ...birth, leaseMs: null },
      {
        status: "in_progress",
        source: sourceOf(input),
        clientSessionId,
        lease: idle,
        live: session.nothingHeard(birth.now),
      },
    );
  }

  /** The rules of a piece that need no session: they are answered before a 404 (decision 2.3). */
  static checkPiece({ segments, offset, language }: NewLiveSegments): void {
    ensureBatch(segments);
    if (offset != null) {
      ensure({ offset: finite(sessionOffset) }, { offset });
      if (!Number.isInteger(offset)) throw broken("offset", "offset must be a whole number");
    }
    Transcript.check(segments);
    if (language != null) languageCode(language);
  }

  /**
   * Decision 4.5: its length counts before it is trimmed; null when the client names none.
   * @throws DomainError `invalid` for one that is blank or too long.
   */
  static sessionIdOf({ clientSessionId: raw }: Pick<NewSegmentsConversation, "clientSessionId">): string | null {
    return raw == null ? null : Conversation.sessionId(raw);
  }

  /** As `sessionIdOf`, where there must be one. */
  static sessionId(raw: string): string {
    ensure({ clientSessionId }, { clientSessionId: raw });
    if (isBlank(raw)) throw broken("client_session_id_blank", "client_session_id cannot be empty");
    return trimmed(raw);
  }

  static restore(state: ConversationState): Conversation {
    return new Conversation(state);
  }

  /** Whether more may be said. */
  get isLive(): boolean {
    return this.state.status === "in_progress";
  }

  /**
   * Adds what is new of a piece at the end; all of it may be known already.
   * @param known the segments from the piece's offset on, as far as the piece reaches.
   * @throws DomainError `conflict` when the session is finished, and as `newOnes`; `invalid` as `checkPiece`.
   */
  appendSegments(piece: NewLiveSegments, known: readonly Segment[], now: Date): AppendResult {
    Conversation.checkPiece(piece);
    const { id, live, startedAt, finishedAt } = this.state;
    if (!this.isLive || !live) {
      const heard = live ? `: it has ${session.held(live.segments)}` : "";
      throw new DomainError("conflict", "session_finished", `Session is finished${heard}`);
    }
    const { segments: first, speakers: before } = live;
    const fresh = session.newOnes(live, piece.segments, piece.offset ?? null, known);
    if (fresh.length === 0) return { conversation: this, first, segments: [] };
    const { segments, speakers } = Transcript.continued(id, fresh, { count: first, speakers: before });
    const end = endOf(startedAt, fresh);
    ensurePresentable({ finished_at: end });
    const conversation = this.with({
      live: session.grown(live, fresh, speakers, now),
      finishedAt: end > finishedAt ? end : finishedAt,
      updatedAt: now,
    });
    return { conversation, first, segments };
  }

  /**
   * Nothing more is said: it is processed as any other (decision 9.3). One that is finished stays as it is.
   * @param leaseMs as in `Birth`.
   */
  finish(now: Date, leaseMs: number | null): Conversation {
    if (!this.isLive) return this;
    const lease = leaseMs === null ? waiting(now) : claim(this.state.lease, now, leaseMs);
    return this.with({ status: "processing", lease, updatedAt: now });
  }

  /** From when on what is new of it may be claimed by whoever hands it to apps; null when there is nothing new. */
  get flushDueAt(): Date | null {
    return this.state.live && !this.isGone ? session.flushDueAt(this.state.live) : null;
  }

  isFlushDue(now: Date): boolean {
    return this.flushDueAt !== null && this.flushDueAt <= now;
  }

  /** Its fence is that of `live.flush`. */
  claimFlush(now: Date, leaseMs: number): Conversation {
    const { live } = this.state;
    return live ? this.with({ live: session.claimFlush(live, now, leaseMs) }) : this;
  }

  /** As `flushedTo` of a live session. One that is gone is as it is: there is nothing to be handed to anybody. */
  flushedTo(to: number, fence: number, now: Date): Conversation {
    const { live } = this.state;
    return live && !this.isGone ? this.with({ live: session.flushedTo(live, to, fence, now) }) : this;
  }

  private static born(
    input: Common,
    { startedAt, finishedAt }: { startedAt: Date; finishedAt: Date },
    { id, userId, now, leaseMs }: Birth,
    origin: Partial<ConversationState>,
  ): Conversation {
    ensurePresentable({ started_at: startedAt, finished_at: finishedAt });
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
      language: input.language === null ? null : languageCode(input.language ?? DEFAULT_LANGUAGE),
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
      lease: leaseMs === null ? waiting(now) : claim(idle, now, leaseMs),
      ...origin,
    });
  }

  /** The language that the client named; null when processing must detect it (decision 4.3). */
  get namedLanguage(): string | null {
    const { language, isLanguageNamed } = this.state;
    // Without the flag, only a language other than the default was certainly named.
    return isLanguageNamed || language !== DEFAULT_LANGUAGE ? language : null;
  }

  /** Decision 4.7: ascending order of this key is the order of the list. */
  get sortKey(): string {
    return Conversation.sortKey(this.state.createdAt, this.state.id);
  }

  /** The key's first part alone (`id` empty) bounds a list by date. */
  static sortKey(createdAt: Date, id: string): string {
    return descending(createdAt) + id;
  }

  /**
   * What a finished processing made of it is shown, and goes on being shown while it is processed anew (decision 4.8).
   */
  get isSummarised(): boolean {
    const { status, summary } = this.state;
    return summary !== null && (status === "completed" || status === "processing");
  }

  /** Whether it counts, in lists and in its folder (decisions 4.7, 8.1). */
  get isListed(): boolean {
    return this.isSummarised && !this.isDiscarded;
  }

  /** Undefined when search is not to find it. */
  get findable(): Findable | undefined {
    if (!this.isListed) return undefined;
    const { title, overview } = this.summary;
    return { title, overview };
  }

  /** Whether search is to find it, or not to find it, as it was to before. */
  isFoundAs(before: Conversation): boolean {
    const [one, other] = [this.findable, before.findable];
    return one?.title === other?.title && one?.overview === other?.overview;
  }

  get isDiscarded(): boolean {
    return this.state.edits.discarded ?? this.state.unusable;
  }

  /** Null when it is not discarded. */
  get discardReason(): DiscardReason | null {
    if (!this.isDiscarded) return null;
    return this.state.edits.discarded === true ? "user" : "no_usable_content";
  }

  /** Whether a list of this status contains it; lists leave out discarded conversations. */
  hasListedStatus(status: VisibleStatus): boolean {
    return this.state.status === status && !this.isDiscarded;
  }

  /** Deleted as far as anybody outside can see. */
  get isGone(): boolean {
    return this.state.status === "deleting";
  }

  get folderId(): string | null {
    return this.state.edits.folderId === undefined ? this.state.filedUnder : this.state.edits.folderId;
  }

  /** As shown: the user's title over the summary's; nothing until completed for the first time (decision 4.8). */
  get summary(): Summary {
    const { summary, edits } = this.state;
    const shown = (this.isSummarised && summary) || noSummary;
    return edits.title === undefined ? shown : { ...shown, title: edits.title };
  }

  /** @throws DomainError `invalid` for an empty patch or a title that breaks its limit (decisions 2.2, 2.4). */
  edit(patch: ConversationPatch, now: Date): Conversation {
    Conversation.checkPatch(patch);
    const { title, discarded, folderId, starred } = patch;
    const edits: ConversationEdits = {
      ...this.state.edits,
      ...(title == null ? {} : { title: trimmedTitle(title, conversationTitle) }),
      ...(discarded == null ? {} : { discarded }),
      ...(folderId === undefined ? {} : { folderId }),
      ...(starred == null ? {} : { starred }),
    };
    const changes = folderId !== undefined || title != null || discarded != null || starred != null;
    return changes ? this.with({ edits, updatedAt: now }) : this;
  }

  /** The rules of a patch that need no conversation: they are answered before a 404 (decision 2.3). */
  static checkPatch({ title, discarded, folderId, starred }: ConversationPatch): void {
    if (title === undefined && discarded === undefined && folderId === undefined && starred === undefined) {
      throw broken("patch_empty", "At least one field (title, discarded) must be provided");
    }
    if (title != null) trimmedTitle(title, conversationTitle);
  }

  /** From when on it waits for whoever claims it; null when nothing is to be done, or not by a worker. */
  get dueAt(): Date | null {
    if (this.isLive) return this.state.live ? session.silentAt(this.state.live) : null;
    return this.state.status === "processing" || this.isGone ? dueAt(this.state.lease) : null;
  }

  isDue(now: Date): boolean {
    return this.dueAt !== null && this.dueAt <= now;
  }

  /** A live session that is due has fallen silent: it is finished with that. */
  claim(now: Date, leaseMs: number): Conversation {
    if (this.isLive) return this.finish(now, leaseMs);
    return this.with({ lease: claim(this.state.lease, now, leaseMs) });
  }

  renew(fence: number, now: Date, leaseMs: number): Conversation {
    return this.with({ lease: renew(this.state.lease, fence, now, leaseMs) });
  }

  /** @param ranOutOfMemory as in `postpone` of a lease. */
  postpone(fence: number, until: Date, ranOutOfMemory = false): Conversation {
    return this.with({ lease: postpone(this.state.lease, fence, until, ranOutOfMemory) });
  }

  /**
   * Keeps what a summariser said, so that a rerun derives the same items: of one processing the first stands (decision
   * 4.13). Fenced.
   * @param digest a valid one (`validateDigest`).
   */
  keepDigest(digest: Digest, fence: number): Conversation {
    guard(this.state.lease, fence);
    if (this.state.draft) return this;
    // Decision 4.6: a conversation from text, or one with items, is not discarded even when the digest says so.
    const discard = digest.discard && this.state.textSource === null && !hasItems(digest);
    return this.with({ draft: { ...digest, memories: withFewClaims(digest.memories), discard } });
  }

  /** The derived items stand: the draft becomes the summary and its items live on their own. Fenced. */
  complete(filedUnder: string | null, fence: number, now: Date): Conversation {
    const { draft, lease } = this.state;
    const settled = settle(lease, fence);
    if (!draft) throw new DomainError("conflict", "nothing_to_complete", "There is no digest to complete with");
    const { title, overview, category, emoji, events, madeBy, discard } = draft;
    return this.with({
      status: "completed",
      summary: { title, overview, category, emoji, events, ...(madeBy === undefined ? {} : { madeBy }) },
      unusable: discard,
      filedUnder,
      draft: null,
      lease: settled,
      digestedAt: now,
      updatedAt: now,
    });
  }

  /** Gives up. What an earlier processing made stands, if there was one. Fenced. */
  fail(fence: number, now: Date): Conversation {
    const status = this.state.summary ? "completed" : "failed";
    return this.with({ status, draft: null, lease: settle(this.state.lease, fence), updatedAt: now });
  }

  /**
   * Processing starts anew (decision 4.2), claimed by the process that asks. What the earlier one made stands
   * meanwhile.
   * @throws DomainError `conflict` while it is being processed or recorded.
   */
  reprocess(now: Date, leaseMs: number): Conversation {
    if (this.state.status === "processing" || this.state.status === "in_progress") {
      throw new DomainError("conflict", "processing", "Conversation is being processed");
    }
    return this.with({
      status: "processing",
      draft: null,
      lease: claim({ ...this.state.lease, attempts: 0 }, now, leaseMs),
      updatedAt: now,
    });
  }

  /**
   * Invisible at once; the rest is removed by the process that asks, which holds it, or else by whoever finds it
   * (decision 4.11). A worker that was at it is fenced off, and from what it derives as well (`FINAL_FENCE`).
   */
  markDeleting(now: Date, leaseMs: number): Conversation {
    if (this.isGone) return this;
    return this.with({ status: "deleting", lease: claim(schedule(this.state.lease, now), now, leaseMs) });
  }

  private with(change: Partial<ConversationState>): Conversation {
    return new Conversation({ ...this.state, ...change });
  }
}

function ensureBatch(segments: readonly NewSegment[]): void {
  const wrongLength = listLength(segments.length, transcriptBatch);
  if (!wrongLength) return;
  const { violations } = wrongLength.under("segments");
  throw new DomainError("invalid", "invalid", "transcript_segments: wrong length", violations);
}

/** Contract 4.1. */
function sourceOf({ source }: Pick<NewSegmentsConversation, "source">): Source | null {
  return source === undefined ? "phone" : source;
}

/** However short the last word is, it ends after it began: a date holds whole milliseconds. */
function endOf(startedAt: Date, segments: readonly NewSegment[]): Date {
  return new Date(startedAt.getTime() + Math.max(Math.round(Transcript.durationOf(segments) * SECOND), 1));
}

const hasItems = ({ actionItems, events, memories }: Digest): boolean =>
  actionItems.length > 0 || events.length > 0 || memories.length > 0;

/** Whoever overthrows more of what is known in one conversation is more likely misled: the first claims stand. */
function withFewClaims(memories: readonly DigestMemory[]): readonly DigestMemory[] {
  let claims = 0;
  return memories.map(({ supersedes, ...fact }) =>
    supersedes !== undefined && (claims += 1) <= SUPERSEDED_AT_ONCE ? { ...fact, supersedes } : fact,
  );
}
