import type { Category } from "./category.js";
import { actionItemBatch, memoryBatch } from "./limits.js";
import type { MemoryCategory } from "./memory-category.js";

/** A commitment or request found in a transcript. */
export interface DigestActionItem {
  /** An imperative that can be acted on without the transcript, 1 to 500 code points. */
  readonly description: string;
  readonly dueAt: Date | null;
  /** Where it was said. */
  readonly segmentIds: readonly string[];
}

/** A fact about the user, found in a transcript (decision 5.8). */
export interface DigestMemory {
  /** A sentence that is true without the transcript, 1 to 500 code points. */
  readonly content: string;
  readonly category: MemoryCategory;
  /** Where it was said. */
  readonly segmentIds: readonly string[];
  /** The id of the user's memory that it contradicts, and is to take the place of (decision 5.8); absent when none. */
  readonly supersedes?: string;
}

/** Decision 5.8: how much of what is known one conversation may supersede. */
export const SUPERSEDED_AT_ONCE = 5;

/** Something with a time, found in a transcript. Contract 2.2. */
export interface ConversationEvent {
  readonly title: string;
  readonly start: Date;
  readonly description: string;
  /** In minutes. */
  readonly duration: number;
  readonly created: boolean;
  readonly segmentIds: readonly string[];
}

/** What a transcript says in short. */
export interface Summary {
  readonly title: string;
  readonly overview: string;
  readonly category: Category;
  readonly emoji: string;
  readonly events: readonly ConversationEvent[];
  /** The id of the summariser that made it; absent for what was made before that was recorded. */
  readonly madeBy?: string;
}

/** All that a summariser makes of one transcript. */
export interface Digest extends Summary {
  readonly actionItems: readonly DigestActionItem[];
  readonly memories: readonly DigestMemory[];
  /** The verdict that nothing usable was said (decision 4.6). */
  readonly discard: boolean;
}

/** Contract 2.2: the default emoji; decision 4.8: what an unfinished conversation shows. */
export const noSummary: Summary = { title: "", overview: "", category: "other", emoji: "🧠", events: [] };

interface Found {
  readonly actionItems: readonly unknown[];
  readonly events: readonly unknown[];
  readonly memories: readonly unknown[];
}

/** How much one conversation may leave behind, however long it is and whoever makes it of it: as much as one call. */
export const mostFound: Readonly<Record<keyof Found, number>> = {
  actionItems: actionItemBatch.max,
  events: 50,
  memories: memoryBatch.max,
};

/** With no more of anything than `mostFound`, from all over the transcript. */
export function bounded<D extends Found>(digest: D): D {
  return {
    ...digest,
    actionItems: spread(digest.actionItems, mostFound.actionItems),
    events: spread(digest.events, mostFound.events),
    memories: spread(digest.memories, mostFound.memories),
  };
}

function spread<T>(found: readonly T[], most: number): readonly T[] {
  if (found.length <= most) return found;
  return found.filter(
    (_, at) => Math.floor((at * most) / found.length) !== Math.floor(((at - 1) * most) / found.length),
  );
}
