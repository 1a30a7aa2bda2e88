import { getSpeakerName, type Transcript } from "../../../domain/conversation/transcript.js";
import { formatQuote, stripInvisible } from "../../../domain/text/sanitize-generated-text.js";

/** UTF-8 bytes per token: a low value, so that estimates are seldom too small. */
const BYTES_PER_TOKEN = 3;

/** Estimates the number of tokens of a text for any model. */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}

/** Returns well-formed text without invisible characters, truncated to about `maxTokens` tokens. */
export function sanitizeModelInput(text: string, maxTokens: number): string {
  const sanitized = formatQuote(text.toWellFormed());
  const buffer = new Uint8Array(maxTokens * BYTES_PER_TOKEN);
  return sanitized.slice(0, new TextEncoder().encodeInto(sanitized, buffer).read);
}

/** A part of a transcript that fits into one prompt. */
export interface PromptChunk {
  /** One line per segment, with its number. */
  readonly text: string;
  /** Segment IDs by segment number. */
  readonly segmentIds: ReadonlyMap<number, string>;
}

interface TranscriptLine {
  readonly number: number;
  readonly id: string;
  readonly text: string;
}

/**
 * Splits a transcript into as few chunks as possible, in order. A segment that does not fit into one chunk continues in
 * the next one under the same number.
 * @param maxTokens maximum size of a chunk in tokens.
 */
export function splitTranscript(transcript: Transcript, userName: string, maxTokens: number): PromptChunk[] {
  const lines = transcript.segments.flatMap((segment, number): TranscriptLine[] => {
    const speaker = stripInvisible(getSpeakerName(segment, userName));
    const speakerLabel = segment.isUser ? `${speaker} (the user)` : speaker;
    const prefix = `[${number}] ${speakerLabel}: `;
    const maxTextTokens = Math.max(1, maxTokens - estimateTokens(prefix) - 1);
    return splitText(formatQuote(segment.text), maxTextTokens).map((text) => ({
      number,
      id: segment.id,
      text: prefix + text,
    }));
  });
  return packIntoGroups(lines, maxTokens, ({ text }) => text).map((group) => ({
    text: group.map(({ text }) => text).join("\n"),
    segmentIds: new Map(group.map(({ number, id }) => [number, id])),
  }));
}

/**
 * Packs items into groups, in order.
 * @param maxTokens maximum size of a group in tokens.
 * @param minItems minimum number of items in each group but the last, even if they exceed `maxTokens`.
 */
export function packIntoGroups<T>(
  items: readonly T[],
  maxTokens: number,
  getText: (item: T) => string,
  minItems = 1,
): T[][] {
  const groups: T[][] = [];
  let usedTokens = 0;
  for (const item of items) {
    const tokens = estimateTokens(getText(item)) + 1;
    const lastGroup = groups.at(-1);
    if (lastGroup && (lastGroup.length < minItems || usedTokens + tokens <= maxTokens)) {
      lastGroup.push(item);
      usedTokens += tokens;
    } else {
      groups.push([item]);
      usedTokens = tokens;
    }
  }
  return groups;
}

/** Splits between words; a word that alone is too long is split between characters. */
function splitText(text: string, maxTokens: number): string[] {
  if (estimateTokens(text) <= maxTokens) return [text];
  const words = text
    .split(/(?<=\s)/u)
    .flatMap((word) => (estimateTokens(word) <= maxTokens ? [word] : Array.from(word)));
  const pieces: string[] = [];
  let piece = "";
  let tokens = 0;
  for (const word of words) {
    const wordTokens = estimateTokens(word);
    if (piece !== "" && tokens + wordTokens > maxTokens) {
      pieces.push(piece);
      [piece, tokens] = ["", 0];
    }
    piece += word;
    tokens += wordTokens;
  }
  return [...pieces, piece];
}
