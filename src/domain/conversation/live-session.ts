import { conflict, invalidInput } from "../errors.js";
import { claimLease, getLeaseDueAt, assertFence, FREE_LEASE, completeLease, type Lease } from "../lease.js";
import { MAX_SESSION_LENGTH, MAX_SESSION_SEGMENTS } from "../limits.js";
import { NO_SPEAKERS, Transcript, type NewSegment, type Segment, type SpeakerNumbering } from "./transcript.js";

/** An idle live session is finished after this time. */
export const SESSION_IDLE_TIMEOUT_MS = 30 * 60_000;
/** Minimum time between two flushes of new segments of a session to apps. */
export const FLUSH_INTERVAL_MS = 1_000;
/** Maximum number of segments in one webhook call; the rest follows with the next flush. */
const MAX_SEGMENTS_PER_FLUSH = 500;

/**
 * The state of a live session. Its size does not grow with the transcript, except for speaker names, so that every
 * append costs the same. The segments are stored with the transcript only.
 */
export interface LiveSession {
  /** Number of segments: the index of the next one. */
  readonly segments: number;
  /** Length of all segments in UTF-16 code units, speaker names and person IDs included. */
  readonly length: number;
  readonly speakers: SpeakerNumbering;
  /** When the latest segments arrived. */
  readonly lastSegmentAt: Date;
  /** Number of segments that were handed over for delivery to apps. */
  readonly flushed: number;
  /** Time of the last flush; null before the first one. */
  readonly flushedAt: Date | null;
  /**
   * End index of the flush in progress, set by its first claim; null when there is none. After a crash the next worker
   * flushes the same range, so that apps receive no segment in two different deliveries.
   */
  readonly flushUpTo: number | null;
  /** The lease on flushing the new segments. */
  readonly flush: Lease;
}

export function createEmptySession(now: Date): LiveSession {
  return {
    segments: 0,
    length: 0,
    speakers: NO_SPEAKERS,
    lastSegmentAt: now,
    flushed: 0,
    flushedAt: null,
    flushUpTo: null,
    flush: FREE_LEASE,
  };
}

/**
 * Returns the segments of `input` that are new. Segments that the session has already must be identical; they are
 * skipped.
 * @param offset the index of the first segment of `input`; the next index when null.
 * @param stored the stored segments from `offset` on, as far as `input` reaches.
 * @throws DomainError `conflict` for a gap, for a segment that differs from the stored one, and when the session is
 *   full.
 */
export function selectNewSegments(
  { segments: count, length }: LiveSession,
  input: readonly NewSegment[],
  offset: number | null,
  stored: readonly Segment[],
): readonly NewSegment[] {
  const firstIndex = offset ?? count;
  if (firstIndex > count) throw conflict("session_gap", { offset: firstIndex, count });
  const overlap = Math.min(count - firstIndex, input.length);
  input.slice(0, overlap).forEach((segment, index) => {
    const storedSegment = stored[index];
    if (storedSegment && Transcript.isSameSegment(storedSegment, segment)) return;
    throw conflict("session_contradiction", { index: firstIndex + index });
  });
  const newSegments = input.slice(overlap);
  if (count + newSegments.length > MAX_SESSION_SEGMENTS) {
    throw conflict("session_full", { max: MAX_SESSION_SEGMENTS, count });
  }
  if (length + countCodeUnits(newSegments) > MAX_SESSION_LENGTH) {
    throw conflict("session_too_long", { max: MAX_SESSION_LENGTH, count: length });
  }
  return newSegments;
}

/** @param speakers the speaker numbering after the new segments. */
export function appendSegments(
  live: LiveSession,
  newSegments: readonly NewSegment[],
  speakers: SpeakerNumbering,
  now: Date,
): LiveSession {
  const { flush, flushedAt } = live;
  const nowMs = now.getTime();
  // `flushedAt` is in the future when the wall clock was set back: the interval then begins now.
  const earliestFlushMs = flushedAt ? Math.min(flushedAt.getTime(), nowMs) + FLUSH_INTERVAL_MS : nowMs;
  return {
    ...live,
    segments: live.segments + newSegments.length,
    length: live.length + countCodeUnits(newSegments),
    speakers,
    lastSegmentAt: now,
    flush:
      flush.nextAttemptAt === null ? { ...flush, nextAttemptAt: new Date(Math.max(nowMs, earliestFlushMs)) } : flush,
  };
}

/** Returns when the session is finished if no more segments arrive. */
export function getIdleDeadline({ lastSegmentAt }: LiveSession): Date {
  return new Date(lastSegmentAt.getTime() + SESSION_IDLE_TIMEOUT_MS);
}

/** Returns the time from which the new segments may be claimed; null when there are none. */
export function getFlushDueAt({ flush }: LiveSession): Date | null {
  return getLeaseDueAt(flush);
}

export function claimFlush(live: LiveSession, now: Date, leaseMs: number): LiveSession {
  return {
    ...live,
    flushUpTo: live.flushUpTo ?? Math.min(live.segments, live.flushed + MAX_SEGMENTS_PER_FLUSH),
    flush: claimLease(live.flush, now, leaseMs),
  };
}

/**
 * Records that all segments before `endIndex` were handed over. Segments that arrived meanwhile are due a second later.
 * @throws DomainError `conflict` when another worker has claimed the flush since, `invalid` for an impossible
 *   `endIndex`.
 */
export function completeFlush(live: LiveSession, endIndex: number, fence: number, now: Date): LiveSession {
  assertFence(live.flush, fence);
  if (endIndex < live.flushed || endIndex > live.segments) throw invalidInput("flush_out_of_range", { end: endIndex });
  const flush = completeLease(live.flush, fence);
  const hasMore = endIndex < live.segments;
  const nextAttemptAt = hasMore ? new Date(now.getTime() + FLUSH_INTERVAL_MS) : null;
  return { ...live, flushed: endIndex, flushedAt: now, flushUpTo: null, flush: { ...flush, nextAttemptAt } };
}

function countCodeUnits(segments: readonly NewSegment[]): number {
  return segments.reduce(
    (sum, { text, speaker, personId }) => sum + text.length + (speaker?.length ?? 0) + (personId?.length ?? 0),
    0,
  );
}
