import type { ConversationEvent, DigestActionItem } from "../../domain/digest.js";
import { folded } from "../../domain/folded-text.js";

interface Found {
  readonly segmentIds: readonly string[];
}

/**
 * What was found in the parts of one conversation, as one list in their order. What was found twice stands once, and
 * points to both places. Where there is more than may be kept, each part has its turn: none crowds out the others.
 */
export function joinedFindings<T extends Found>(
  parts: readonly (readonly T[])[],
  most: number,
  isSame: (one: T, other: T) => boolean,
): T[] {
  const kept: { found: T; readonly part: number }[] = [];
  for (const { found, part } of inTurn(parts)) {
    const before = kept.find((each) => isSame(each.found, found));
    if (before) {
      const segmentIds = [...new Set([...before.found.segmentIds, ...found.segmentIds])];
      before.found = { ...before.found, segmentIds };
    } else if (kept.length < most) {
      kept.push({ found, part });
    }
  }
  return kept.sort((one, other) => one.part - other.part).map(({ found }) => found);
}

/** The first of each part, then the second of each. */
function* inTurn<T>(parts: readonly (readonly T[])[]): Generator<{ found: T; part: number }> {
  const longest = parts.reduce((length, found) => Math.max(length, found.length), 0);
  for (let rank = 0; rank < longest; rank += 1) {
    for (const [part, list] of parts.entries()) {
      const found = list[rank];
      if (found !== undefined) yield { found, part };
    }
  }
}

/** So much of all their words two action items share that are the same. */
const MOSTLY = 3 / 4;

/** Due at the same time, and one says what the other does in a word or two more. */
export function isSameItem(one: DigestActionItem, other: DigestActionItem): boolean {
  if (one.dueAt?.getTime() !== other.dueAt?.getTime()) return false;
  const [fewer, more] = bySize(wordsOf(one.description), wordsOf(other.description));
  return hasNoOther(fewer, more) && fewer.size >= MOSTLY * more.size;
}

/** At one time there is seldom more than one thing: one title need only have no word that the other has not. */
export function isSameEvent(one: ConversationEvent, other: ConversationEvent): boolean {
  if (one.start.getTime() !== other.start.getTime()) return false;
  const [fewer, more] = bySize(wordsOf(one.title), wordsOf(other.title));
  return hasNoOther(fewer, more);
}

const hasNoOther = (fewer: Set<string>, more: Set<string>): boolean => [...fewer].every((word) => more.has(word));

const bySize = (one: Set<string>, other: Set<string>): readonly [fewer: Set<string>, more: Set<string>] =>
  one.size <= other.size ? [one, other] : [other, one];

/** Without the punctuation; of a text without any words all of it. */
function wordsOf(text: string): Set<string> {
  const words = folded(text).match(/[\p{L}\p{M}\p{N}]+/gu);
  return new Set(words ?? [folded(text)]);
}
