import { broken, DomainError } from "./errors.js";
import { claim, dueAt, guard, idle, settle, type Lease } from "./lease.js";
import { SESSION_LENGTH_MOST, SESSION_SEGMENTS_MOST } from "./limits.js";
import { nobody, Transcript, type NewSegment, type Segment, type Speakers } from "./transcript.js";

/** A live session left silent so long, in milliseconds, is finished. */
export const SESSION_SILENCE_MS = 30 * 60_000;
/** Decision 9.3: what is new of a session goes to apps once in so many milliseconds at most. */
export const FLUSH_INTERVAL_MS = 1_000;
/** So many segments an app is told at once at most: the rest comes a second later. */
const FLUSHED_AT_ONCE = 500;

/**
 * What is known of a transcript that comes piece by piece: as much after a day of talk as after its first word, so that
 * to add to it costs the same (decision 9.3). What was said stands with the transcript alone, but for speakers' names.
 */
export interface LiveSession {
  /** How many there are: the place of the next one. */
  readonly segments: number;
  /** Of all that is said, in UTF-16 code units. */
  readonly length: number;
  readonly speakers: Speakers;
  /** When the latest of them came. */
  readonly lastSegmentAt: Date;
  /** How many of them have been handed to whoever passes them on to apps. */
  readonly flushed: number;
  /** When that was last done; null until then. */
  readonly flushedAt: Date | null;
  /**
   * Up to where whoever claimed them first has begun to hand them over; null when nobody has. After a crash the same
   * part is handed over again, so that nothing is twice in what apps hear.
   */
  readonly flushUpTo: number | null;
  /** The claim on handing over what is new. */
  readonly flush: Lease;
}

export function nothingHeard(now: Date): LiveSession {
  return {
    segments: 0,
    length: 0,
    speakers: nobody,
    lastSegmentAt: now,
    flushed: 0,
    flushedAt: null,
    flushUpTo: null,
    flush: idle,
  };
}

/**
 * Those of `input` that are new: what is known already says the same, and counts once (decision 9.3).
 * @param offset the place of the first of them; they come next when null.
 * @param known what there is from `offset` on, as far as `input` reaches.
 * @throws DomainError `conflict` for a gap, for what contradicts what is known, and for more than a session holds.
 */
export function newOnes(
  { segments: count, length }: LiveSession,
  input: readonly NewSegment[],
  offset: number | null,
  known: readonly Segment[],
): readonly NewSegment[] {
  const first = offset ?? count;
  if (first > count) throw conflict("session_gap", `offset ${first} leaves a gap: the session has ${held(count)}`);
  const overlap = Math.min(count - first, input.length);
  input.slice(0, overlap).forEach((given, index) => {
    const before = known[index];
    if (before && Transcript.isSame(before, given)) return;
    const text = `transcript_segments: segment ${first + index} of the session says something else`;
    throw conflict("session_contradiction", text);
  });
  const fresh = input.slice(overlap);
  if (count + fresh.length > SESSION_SEGMENTS_MOST) {
    const text = `transcript_segments: a session holds at most ${SESSION_SEGMENTS_MOST} segments, and has ${count}`;
    throw conflict("session_full", text);
  }
  if (length + lengthOf(fresh) > SESSION_LENGTH_MOST) {
    const text = `transcript_segments: a session holds at most ${SESSION_LENGTH_MOST} characters, and has ${length}`;
    throw conflict("session_full", text);
  }
  return fresh;
}

/** @param speakers who has spoken by then. */
export function grown(live: LiveSession, fresh: readonly NewSegment[], speakers: Speakers, now: Date): LiveSession {
  const { flush, flushedAt } = live;
  const nowMs = now.getTime();
  // `flushedAt` is in the future when the wall clock was set back: the interval then begins now.
  const flushableMs = flushedAt ? Math.min(flushedAt.getTime(), nowMs) + FLUSH_INTERVAL_MS : nowMs;
  return {
    ...live,
    segments: live.segments + fresh.length,
    length: live.length + lengthOf(fresh),
    speakers,
    lastSegmentAt: now,
    flush: flush.nextAttemptAt === null ? { ...flush, nextAttemptAt: new Date(Math.max(nowMs, flushableMs)) } : flush,
  };
}

/** When it is finished if nothing more is said. */
export function silentAt({ lastSegmentAt }: LiveSession): Date {
  return new Date(lastSegmentAt.getTime() + SESSION_SILENCE_MS);
}

/** From when on what is new may be claimed; null when there is nothing new. */
export function flushDueAt({ flush }: LiveSession): Date | null {
  return dueAt(flush);
}

export function claimFlush(live: LiveSession, now: Date, leaseMs: number): LiveSession {
  return {
    ...live,
    flushUpTo: live.flushUpTo ?? Math.min(live.segments, live.flushed + FLUSHED_AT_ONCE),
    flush: claim(live.flush, now, leaseMs),
  };
}

/**
 * All before `to` has been handed over; what has come meanwhile is due a second later.
 * @throws DomainError `conflict` when another has claimed since, `invalid` for a place that it cannot have come to.
 */
export function flushedTo(live: LiveSession, to: number, fence: number, now: Date): LiveSession {
  guard(live.flush, fence);
  if (to < live.flushed || to > live.segments) throw broken("flushed", `There is nothing to flush up to ${to}`);
  const flush = settle(live.flush, fence);
  const isMore = to < live.segments;
  const nextAttemptAt = isMore ? new Date(now.getTime() + FLUSH_INTERVAL_MS) : null;
  return { ...live, flushed: to, flushedAt: now, flushUpTo: null, flush: { ...flush, nextAttemptAt } };
}

/** In words. */
export function held(count: number): string {
  return `${count} segment${count === 1 ? "" : "s"}`;
}

function lengthOf(segments: readonly NewSegment[]): number {
  return segments.reduce(
    (sum, { text, speaker, personId }) => sum + text.length + (speaker?.length ?? 0) + (personId?.length ?? 0),
    0,
  );
}

function conflict(code: string, message: string): DomainError {
  return new DomainError("conflict", code, message);
}
