import type { ConversationEvent, ExtractedActionItem } from "../../../domain/conversation/summary-result.js";
import { normalizeText } from "../../../domain/text/normalize-text.js";

interface CitedFinding {
  readonly segmentIds: readonly string[];
}

/**
 * Merges the findings of all chunks of a conversation into one list in chunk order. Duplicates are merged and cite the
 * segments of all occurrences. If there are more than `maxFindings`, they are selected round-robin from the chunks.
 */
export function mergeFindings<T extends CitedFinding>(
  findingsByChunk: readonly (readonly T[])[],
  maxFindings: number,
  isSame: (left: T, right: T) => boolean,
): T[] {
  const merged: { finding: T; readonly chunkIndex: number }[] = [];
  for (const { finding, chunkIndex } of interleave(findingsByChunk)) {
    const existing = merged.find((entry) => isSame(entry.finding, finding));
    if (existing) {
      const segmentIds = [...new Set([...existing.finding.segmentIds, ...finding.segmentIds])];
      existing.finding = { ...existing.finding, segmentIds };
    } else if (merged.length < maxFindings) {
      merged.push({ finding, chunkIndex });
    }
  }
  return merged.sort((left, right) => left.chunkIndex - right.chunkIndex).map(({ finding }) => finding);
}

/** Yields the first finding of each chunk, then the second of each, and so on. */
function* interleave<T>(findingsByChunk: readonly (readonly T[])[]): Generator<{ finding: T; chunkIndex: number }> {
  const maxLength = findingsByChunk.reduce((max, findings) => Math.max(max, findings.length), 0);
  for (let index = 0; index < maxLength; index += 1) {
    for (const [chunkIndex, findings] of findingsByChunk.entries()) {
      const finding = findings[index];
      if (finding !== undefined) yield { finding, chunkIndex };
    }
  }
}

/** Minimum share of words that duplicate action items have in common. */
const MIN_SHARED_WORD_RATIO = 3 / 4;

/** Whether both are due at the same time and one contains all words of the other and few more. */
export function isSameActionItem(left: ExtractedActionItem, right: ExtractedActionItem): boolean {
  if (left.dueAt?.getTime() !== right.dueAt?.getTime()) return false;
  const [smaller, larger] = orderBySize(extractWords(left.description), extractWords(right.description));
  return isSubset(smaller, larger) && smaller.size >= MIN_SHARED_WORD_RATIO * larger.size;
}

/** Whether both start at the same time and one title contains all words of the other: events seldom coincide. */
export function isSameEvent(left: ConversationEvent, right: ConversationEvent): boolean {
  if (left.start.getTime() !== right.start.getTime()) return false;
  const [smaller, larger] = orderBySize(extractWords(left.title), extractWords(right.title));
  return isSubset(smaller, larger);
}

const isSubset = (subset: Set<string>, superset: Set<string>): boolean =>
  [...subset].every((word) => superset.has(word));

const orderBySize = (left: Set<string>, right: Set<string>): readonly [fewer: Set<string>, more: Set<string>] =>
  left.size <= right.size ? [left, right] : [right, left];

/** Returns the normalized words without punctuation, or the whole text if it has no words. */
function extractWords(text: string): Set<string> {
  const words = normalizeText(text).match(/[\p{L}\p{M}\p{N}]+/gu);
  return new Set(words ?? [normalizeText(text)]);
}
