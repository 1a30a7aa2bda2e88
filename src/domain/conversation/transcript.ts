import { invalidInput } from "../errors.js";
import { transcriptBatch } from "../limits.js";
import { checkListLength, throwIfAny } from "../rules.js";
import { isBlank } from "../text/normalize-text.js";

export interface Segment {
  readonly id: string;
  readonly text: string;
  /** Seconds from the conversation's start. */
  readonly start: number;
  readonly end: number;
  /** A label such as `SPEAKER_00`, or the name that the client gave. */
  readonly speaker: string;
  readonly speakerId: number;
  readonly isUser: boolean;
  readonly personId: string | null;
}

export interface NewSegment {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly speaker?: string | null;
  readonly speakerId?: number | null;
  readonly isUser?: boolean;
  readonly personId?: string | null;
}

/** The numbers of the speakers so far, as needed to number later speakers (decision 4.9). */
export interface SpeakerNumbering {
  /** The numbers of speakers whose labels contain no number. */
  readonly names: readonly (readonly [name: string, number: number])[];
  /** The numbers that are in use. */
  readonly taken: readonly number[];
}

export const NO_SPEAKERS: SpeakerNumbering = { names: [], taken: [] };

/** Segments appended to a live transcript. */
export interface AppendedSegments {
  readonly segments: readonly Segment[];
  /** The numbering after these segments: an input of the next `Transcript.createSegments`. */
  readonly speakers: SpeakerNumbering;
}

/**
 * A live session remembers the numbers of at most this many speakers, with names of at most this length, because every
 * append reads and writes them. Further speakers may get another number in a later batch.
 */
const MAX_TRACKED_SPEAKERS = 100;
const MAX_TRACKED_NAME_LENGTH = 100;

const SECOND_MS = 1_000;

const DEFAULT_SPEAKER_LABEL = "SPEAKER_00";
const NUMBERED_LABEL_PATTERN = /^SPEAKER_(-?\d+)$/;

/** The segments of a conversation, in order. */
export class Transcript {
  private constructor(readonly segments: readonly Segment[]) {}

  /**
   * @param conversationId segment IDs derive from it and from the index, so that a repeat gives the same IDs.
   * @throws DomainError `invalid` for the first segment that is blank or has invalid times.
   */
  static create(conversationId: string, input: readonly NewSegment[]): Transcript {
    return new Transcript(
      Transcript.createSegments(conversationId, input, { count: 0, speakers: NO_SPEAKERS }).segments,
    );
  }

  /**
   * Creates the next segments of a live transcript.
   * @param preceding the number of stored segments, and their speaker numbering.
   * @throws as `create`; the message counts segments from the start of `input`.
   */
  static createSegments(
    conversationId: string,
    input: readonly NewSegment[],
    preceding: { readonly count: number; readonly speakers: SpeakerNumbering },
  ): AppendedSegments {
    Transcript.checkSegments(input);
    const { names, taken } = numberSpeakers(input, preceding.speakers);
    const segments = input.map((segment, index): Segment => {
      const { label, number } = resolveSpeaker(segment, names);
      return {
        id: `${conversationId}-${preceding.count + index}`,
        text: segment.text,
        start: segment.start,
        end: segment.end,
        speaker: label,
        speakerId: number,
        isUser: segment.isUser ?? false,
        personId: segment.personId ?? null,
      };
    });
    return { segments, speakers: limitNumbering(names, taken) };
  }

  /** @throws DomainError `invalid` for the first segment that is blank or has invalid times. */
  static checkSegments(input: readonly NewSegment[]): void {
    input.forEach(checkSegment);
  }

  /** Whether a repeated segment is the same as the stored one. */
  static isSameSegment(stored: Segment, input: NewSegment): boolean {
    return (
      stored.text === input.text &&
      stored.start === input.start &&
      stored.end === input.end &&
      stored.speaker === getLabel(input) &&
      (input.speakerId == null || stored.speakerId === input.speakerId) &&
      stored.isUser === (input.isUser ?? false) &&
      stored.personId === (input.personId ?? null)
    );
  }

  static restore(segments: readonly Segment[]): Transcript {
    return new Transcript(segments);
  }

  /** Returns the greatest end, in seconds. */
  static computeDuration(input: readonly NewSegment[]): number {
    return input.reduce((maxEnd, { end }) => Math.max(maxEnd, end), 0);
  }

  /**
   * Returns the end of a conversation with these segments: at least `startedAt` plus one millisecond, because a date
   * holds whole milliseconds, and the end must be after the start.
   */
  static computeEnd(startedAt: Date, input: readonly NewSegment[]): Date {
    return new Date(startedAt.getTime() + Math.max(Math.round(Transcript.computeDuration(input) * SECOND_MS), 1));
  }

  /** @throws DomainError `invalid` when one request has too few or too many segments. */
  static checkBatchLength(input: readonly NewSegment[]): void {
    throwIfAny(checkListLength(input.length, transcriptBatch)?.prefixPath("segments").violations ?? []);
  }
}

/** Returns the name to show: the user's name, `Speaker 1` for a numbered label, otherwise the label itself. */
export function getSpeakerName(segment: Segment, userName: string): string {
  if (segment.isUser) return userName;
  return parseSpeakerNumber(segment.speaker) !== null ? `Speaker ${segment.speakerId}` : segment.speaker;
}

/** Reports only the first violation, in this order. */
function checkSegment({ text, start, end, speakerId }: NewSegment, index: number): void {
  for (const time of [start, end]) {
    if (!Number.isFinite(time)) throw invalidInput("segment_time", { index });
  }
  if (isBlank(text)) throw invalidInput("segment_text", { index });
  if (start < 0) throw invalidInput("segment_start", { index });
  if (end <= start) throw invalidInput("segment_end", { index });
  if (speakerId !== undefined && speakerId !== null && !Number.isSafeInteger(speakerId)) {
    throw invalidInput("segment_speaker_id", { index });
  }
}

/** Gives labels without a number the free numbers, in the order of their appearance. */
function numberSpeakers(
  input: readonly NewSegment[],
  numbering: SpeakerNumbering,
): { readonly names: ReadonlyMap<string, number>; readonly taken: ReadonlySet<number> } {
  const taken = new Set(numbering.taken);
  const numbers = new Map(numbering.names);
  const newSpeakers = new Map<string, number | null>();
  for (const { speaker, speakerId } of input) {
    const number = speakerId ?? parseSpeakerNumber(speaker ?? DEFAULT_SPEAKER_LABEL);
    if (number !== null) taken.add(number);
    if (speaker != null && parseSpeakerNumber(speaker) === null && !numbers.has(speaker)) {
      newSpeakers.set(speaker, newSpeakers.get(speaker) ?? speakerId ?? null);
    }
  }
  let nextNumber = 0;
  for (const [name, requestedNumber] of newSpeakers) {
    while (requestedNumber === null && taken.has(nextNumber)) nextNumber += 1;
    numbers.set(name, requestedNumber ?? nextNumber);
    if (requestedNumber === null) taken.add(nextNumber);
  }
  return { names: numbers, taken };
}

function limitNumbering(names: ReadonlyMap<string, number>, taken: ReadonlySet<number>): SpeakerNumbering {
  return {
    names: [...names].filter(([name]) => name.length <= MAX_TRACKED_NAME_LENGTH).slice(0, MAX_TRACKED_SPEAKERS),
    taken: [...taken].sort((first, second) => first - second).slice(0, MAX_TRACKED_SPEAKERS),
  };
}

function resolveSpeaker(segment: NewSegment, numbers: ReadonlyMap<string, number>): { label: string; number: number } {
  const label = getLabel(segment);
  return { label, number: segment.speakerId ?? parseSpeakerNumber(label) ?? numbers.get(label) ?? 0 };
}

function getLabel({ speaker, speakerId }: NewSegment): string {
  return speaker ?? (speakerId == null ? DEFAULT_SPEAKER_LABEL : `SPEAKER_${String(speakerId).padStart(2, "0")}`);
}

function parseSpeakerNumber(label: string): number | null {
  const digits = NUMBERED_LABEL_PATTERN.exec(label)?.[1];
  const number = Number(digits);
  return digits !== undefined && Number.isSafeInteger(number) ? number : null;
}
