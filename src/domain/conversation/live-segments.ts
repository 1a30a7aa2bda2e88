import { conflict, invalidInput } from "../errors.js";
import { sessionOffset } from "../limits.js";
import { ensure, finite } from "../rules.js";
import { ensureInTimestampRange } from "../time/timestamps.js";
import { parseLanguageCode } from "./conversation-attributes.js";
import type { ConversationState } from "./conversation-state.js";
import { appendSegments, selectNewSegments } from "./live-session.js";
import type { NewSegmentsConversation } from "./new-conversation.js";
import { Transcript, type Segment } from "./transcript.js";

/** A batch of segments of a live session (decision 9.3). Only the first batch sets the source, start and language. */
export interface NewLiveSegments extends Pick<
  NewSegmentsConversation,
  "segments" | "startedAt" | "language" | "source"
> {
  /** The index of the first segment in the session; the next index when absent or null. */
  readonly offset?: number | null;
}

/** The state after a batch, the segments that were new, and the index of the first of them. */
interface AppendedBatch {
  readonly state: ConversationState;
  readonly firstIndex: number;
  readonly segments: readonly Segment[];
}

/** Checks the rules of a batch that do not depend on the session; a violation takes precedence over absence. */
export function checkLiveSegments({ segments, offset, language }: NewLiveSegments): void {
  Transcript.checkBatchLength(segments);
  if (offset != null) {
    ensure({ offset: finite(sessionOffset) }, { offset });
    if (!Number.isInteger(offset)) throw invalidInput("offset_fraction");
  }
  Transcript.checkSegments(segments);
  if (language != null) parseLanguageCode(language);
}

/** As `Conversation.appendSegments`. */
export function appendLiveSegments(
  state: ConversationState,
  input: NewLiveSegments,
  stored: readonly Segment[],
  now: Date,
): AppendedBatch {
  checkLiveSegments(input);
  const { id, status, live, startedAt, finishedAt } = state;
  if (status !== "in_progress" || !live) throw conflict("session_finished", { count: live?.segments ?? null });
  const { segments: firstIndex, speakers: knownSpeakers } = live;
  const newSegments = selectNewSegments(live, input.segments, input.offset ?? null, stored);
  if (newSegments.length === 0) return { state, firstIndex, segments: [] };
  const { segments, speakers } = Transcript.createSegments(id, newSegments, {
    count: firstIndex,
    speakers: knownSpeakers,
  });
  const endsAt = Transcript.computeEnd(startedAt, newSegments);
  ensureInTimestampRange({ finishedAt: endsAt });
  const next = {
    ...state,
    live: appendSegments(live, newSegments, speakers, now),
    finishedAt: endsAt > finishedAt ? endsAt : finishedAt,
    updatedAt: now,
  };
  return { state: next, firstIndex, segments };
}
