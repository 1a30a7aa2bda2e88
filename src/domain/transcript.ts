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
    input.forEach(check);
    const numbers = numberSpeakers(input);
    return new Transcript(
      input.map((segment, index) => {
        const { label, number } = speakerOf(segment, numbers);
        return {
          id: `${conversationId}-${index}`,
          text: segment.text,
          start: segment.start,
          end: segment.end,
          speaker: label,
          speakerId: number,
          isUser: segment.isUser ?? false,
          personId: segment.personId ?? null,
        };
      }),
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
function numberSpeakers(input: readonly NewSegment[]): ReadonlyMap<string, number> {
  const taken = new Set<number>();
  const named = new Map<string, number | null>();
  for (const { speaker, speakerId } of input) {
    const number = speakerId ?? numberIn(speaker ?? FIRST_SPEAKER);
    if (number !== null) taken.add(number);
    if (speaker != null && numberIn(speaker) === null) named.set(speaker, named.get(speaker) ?? speakerId ?? null);
  }
  const numbers = new Map<string, number>();
  let next = 0;
  for (const [name, given] of named) {
    while (given === null && taken.has(next)) next += 1;
    numbers.set(name, given ?? next);
    if (given === null) taken.add(next);
  }
  return numbers;
}

function speakerOf(
  { speaker, speakerId }: NewSegment,
  numbers: ReadonlyMap<string, number>,
): { label: string; number: number } {
  const label = speaker ?? (speakerId == null ? FIRST_SPEAKER : `SPEAKER_${String(speakerId).padStart(2, "0")}`);
  return { label, number: speakerId ?? numberIn(label) ?? numbers.get(label) ?? 0 };
}

function numberIn(label: string): number | null {
  const digits = NUMBERED.exec(label)?.[1];
  const number = Number(digits);
  return digits !== undefined && Number.isSafeInteger(number) ? number : null;
}
