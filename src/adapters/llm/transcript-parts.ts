import { speakerName, type Transcript } from "../../domain/transcript.js";
import { quoted, visible } from "../../domain/written-text.js";
import { estimatedTokens } from "./tokens.js";

/** A stretch of a transcript that a model reads at once. */
export interface TranscriptPart {
  /** A line for each segment, under its number. */
  readonly text: string;
  /** The segments' ids by their numbers. */
  readonly segmentIds: ReadonlyMap<number, string>;
}

interface Line {
  readonly number: number;
  readonly id: string;
  readonly text: string;
}

/**
 * The whole transcript, in as few parts as there is room; what one segment holds beyond a part goes on in the next
 * one, under the same number.
 * @param room of a part, in tokens.
 */
export function partsOf(transcript: Transcript, userName: string, room: number): TranscriptPart[] {
  const lines = transcript.segments.flatMap((segment, number): Line[] => {
    const speaker = visible(speakerName(segment, userName));
    const who = segment.isUser ? `${speaker} (the user)` : speaker;
    const head = `[${number}] ${who}: `;
    const space = Math.max(1, room - estimatedTokens(head) - 1);
    return pieces(quoted(segment.text), space).map((text) => ({ number, id: segment.id, text: head + text }));
  });
  return filled(lines, room, ({ text }) => text).map((part) => ({
    text: part.map(({ text }) => text).join("\n"),
    segmentIds: new Map(part.map(({ number, id }) => [number, id])),
  }));
}

/** In order, as many in each group as there is room for, one at least. @param room of a group, in tokens. */
export function filled<T>(items: readonly T[], room: number, textOf: (item: T) => string, least = 1): T[][] {
  const groups: T[][] = [];
  let taken = 0;
  for (const item of items) {
    const tokens = estimatedTokens(textOf(item)) + 1;
    const last = groups.at(-1);
    if (last && (last.length < least || taken + tokens <= room)) {
      last.push(item);
      taken += tokens;
    } else {
      groups.push([item]);
      taken = tokens;
    }
  }
  return groups;
}

/** A word is divided only when it alone is too long. */
function pieces(text: string, space: number): string[] {
  if (estimatedTokens(text) <= space) return [text];
  const whole = text.split(/(?<=\s)/u).flatMap((word) => (estimatedTokens(word) <= space ? [word] : Array.from(word)));
  const found: string[] = [];
  let piece = "";
  let tokens = 0;
  for (const word of whole) {
    const more = estimatedTokens(word);
    if (piece !== "" && tokens + more > space) {
      found.push(piece);
      [piece, tokens] = ["", 0];
    }
    piece += word;
    tokens += more;
  }
  return [...found, piece];
}
