import { broken } from "./errors.js";
import { isBlank } from "./white-space.js";

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

/** Who has spoken so far, as far as it matters to how those who speak later are numbered (decision 4.9). */
export interface Speakers {
  /** The numbers of those whose labels carry none. */
  readonly names: readonly (readonly [name: string, number: number])[];
  /** The numbers that somebody has. */
  readonly taken: readonly number[];
}

export const nobody: Speakers = { names: [], taken: [] };

/** A part of a transcript that comes piece by piece. */
export interface Continuation {
  readonly segments: readonly Segment[];
  /** As in `Transcript.continued`: what its next part is to be told. */
  readonly speakers: Speakers;
}

/**
 * Of so many speakers of a live session their numbers are remembered, if their names are no longer than this: nobody
 * tells more apart, and each part of a session carries them along. Whoever comes later may be numbered anew.
 */
const SPEAKERS_REMEMBERED = 100;
const LONGEST_REMEMBERED = 100;

const FIRST_SPEAKER = "SPEAKER_00";
const NUMBERED = /^SPEAKER_(-?\d+)$/;

/** What was said, in order. Contract 2.4, decisions 4.3 and 4.9. */
export class Transcript {
  private constructor(readonly segments: readonly Segment[]) {}

  /**
   * @param conversationId segment ids derive from it and the place, so that a repeat gives the same ones.
   * @throws DomainError `invalid` for the first segment that is blank or whose times make no sense.
   */
  static create(conversationId: string, input: readonly NewSegment[]): Transcript {
    return new Transcript(Transcript.continued(conversationId, input, { count: 0, speakers: nobody }).segments);
  }

  /**
   * The next part of a transcript that comes piece by piece.
   * @param before how many segments there are, and who has spoken in them.
   * @throws as `create`; places are counted in this part alone.
   */
  static continued(
    conversationId: string,
    input: readonly NewSegment[],
    before: { readonly count: number; readonly speakers: Speakers },
  ): Continuation {
    Transcript.check(input);
    const { names, taken } = numberSpeakers(input, before.speakers);
    const segments = input.map((segment, index): Segment => {
      const { label, number } = speakerOf(segment, names);
      return {
        id: `${conversationId}-${before.count + index}`,
        text: segment.text,
        start: segment.start,
        end: segment.end,
        speaker: label,
        speakerId: number,
        isUser: segment.isUser ?? false,
        personId: segment.personId ?? null,
      };
    });
    return { segments, speakers: remembered(names, taken) };
  }

  /** @throws DomainError `invalid` for the first segment that is blank or whose times make no sense. */
  static check(input: readonly NewSegment[]): void {
    input.forEach(check);
  }

  /** Whether what is given once more is what was given before. */
  static isSame(known: Segment, given: NewSegment): boolean {
    return (
      known.text === given.text &&
      known.start === given.start &&
      known.end === given.end &&
      known.speaker === labelOf(given) &&
      (given.speakerId == null || known.speakerId === given.speakerId) &&
      known.isUser === (given.isUser ?? false) &&
      known.personId === (given.personId ?? null)
    );
  }

  static restore(segments: readonly Segment[]): Transcript {
    return new Transcript(segments);
  }

  /** In seconds: the greatest end. */
  static durationOf(input: readonly NewSegment[]): number {
    return input.reduce((latest, { end }) => Math.max(latest, end), 0);
  }
}

/** Decision 4.9. */
export function speakerName(segment: Segment, userName: string): string {
  if (segment.isUser) return userName;
  return numberIn(segment.speaker) !== null ? `Speaker ${segment.speakerId}` : segment.speaker;
}

/** Decision 2.2: the first fault only, in this order. */
function check({ text, start, end, speakerId }: NewSegment, index: number): void {
  for (const time of [start, end]) {
    if (!Number.isFinite(time)) throw broken("segment_time", `Segment ${index}: times must be finite numbers`);
  }
  if (isBlank(text)) throw broken("segment_text", `Segment ${index}: text cannot be empty`);
  if (start < 0) throw broken("segment_start", `Segment ${index}: start time cannot be negative`);
  if (end <= start) throw broken("segment_end", `Segment ${index}: end time must be after start time`);
  if (speakerId !== undefined && speakerId !== null && !Number.isSafeInteger(speakerId)) {
    throw broken("segment_speaker_id", `Segment ${index}: speaker_id is out of range`);
  }
}

/** Names that carry no number get the free ones, by appearance. */
function numberSpeakers(
  input: readonly NewSegment[],
  before: Speakers,
): { readonly names: ReadonlyMap<string, number>; readonly taken: ReadonlySet<number> } {
  const taken = new Set(before.taken);
  const numbers = new Map(before.names);
  const named = new Map<string, number | null>();
  for (const { speaker, speakerId } of input) {
    const number = speakerId ?? numberIn(speaker ?? FIRST_SPEAKER);
    if (number !== null) taken.add(number);
    if (speaker != null && numberIn(speaker) === null && !numbers.has(speaker)) {
      named.set(speaker, named.get(speaker) ?? speakerId ?? null);
    }
  }
  let next = 0;
  for (const [name, given] of named) {
    while (given === null && taken.has(next)) next += 1;
    numbers.set(name, given ?? next);
    if (given === null) taken.add(next);
  }
  return { names: numbers, taken };
}

function remembered(names: ReadonlyMap<string, number>, taken: ReadonlySet<number>): Speakers {
  return {
    names: [...names].filter(([name]) => name.length <= LONGEST_REMEMBERED).slice(0, SPEAKERS_REMEMBERED),
    taken: [...taken].sort((one, other) => one - other).slice(0, SPEAKERS_REMEMBERED),
  };
}

function speakerOf(segment: NewSegment, numbers: ReadonlyMap<string, number>): { label: string; number: number } {
  const label = labelOf(segment);
  return { label, number: segment.speakerId ?? numberIn(label) ?? numbers.get(label) ?? 0 };
}

function labelOf({ speaker, speakerId }: NewSegment): string {
  return speaker ?? (speakerId == null ? FIRST_SPEAKER : `SPEAKER_${String(speakerId).padStart(2, "0")}`);
}

function numberIn(label: string): number | null {
  const digits = NUMBERED.exec(label)?.[1];
  const number = Number(digits);
  return digits !== undefined && Number.isSafeInteger(number) ? number : null;
}
