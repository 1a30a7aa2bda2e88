import type { Category } from "./conversation-attributes.js";
import { actionItemBatch, memoryBatch } from "../limits.js";
import type { MemoryCategory } from "../memory/memory-category.js";

/** A commitment or request found in a transcript. */
export interface ExtractedActionItem {
  /** An imperative sentence that makes sense without the transcript, 1 to 500 code points. */
  readonly description: string;
  readonly dueAt: Date | null;
  /** The segments that it was extracted from. */
  readonly segmentIds: readonly string[];
}

/** A fact about the user, found in a transcript. */
export interface ExtractedMemory {
  /** A sentence that is true without the transcript, 1 to 500 code points. */
  readonly content: string;
  readonly category: MemoryCategory;
  /** The segments that it was extracted from. */
  readonly segmentIds: readonly string[];
  /** ID of the user's memory that it contradicts and should supersede (decision 5.8); absent when there is none. */
  readonly supersedes?: string;
}

/** Maximum number of memories that one conversation may supersede. */
export const MAX_SUPERSEDED_PER_CONVERSATION = 5;

/** An event with a start time, found in a transcript. */
export interface ConversationEvent {
  readonly title: string;
  readonly start: Date;
  readonly description: string;
  /** In minutes. */
  readonly duration: number;
  readonly created: boolean;
  readonly segmentIds: readonly string[];
}

/** The summary of a transcript. */
export interface Summary {
  readonly title: string;
  readonly overview: string;
  readonly category: Category;
  readonly emoji: string;
  readonly events: readonly ConversationEvent[];
  /** ID of the summariser that made it; absent in summaries stored before this field was added. */
  readonly madeBy?: string;
}

/** The complete result of summarising a transcript. */
export interface SummaryResult extends Summary {
  readonly actionItems: readonly ExtractedActionItem[];
  readonly memories: readonly ExtractedMemory[];
  /** Whether nothing usable was said (decision 4.6). */
  readonly discard: boolean;
}

/** An extracted fact about the user, which may contradict a known one. */
export interface RawExtractedMemory extends Omit<ExtractedMemory, "supersedes"> {
  /**
   * Position of the known fact that it should supersede; absent when there is none. Checked against the rules before it
   * is applied.
   */
  readonly supersedesFact?: number;
}

/**
 * What a summariser returns: it knows positions of facts, not their IDs. Until `validateSummaryResult` has read it, its
 * types may be wrong, because a model or third-party code made it.
 */
export interface RawSummaryResult extends Omit<SummaryResult, "memories"> {
  readonly memories: readonly RawExtractedMemory[];
}

/** The summary that a conversation shows before its first completed processing. */
export const EMPTY_SUMMARY: Summary = { title: "", overview: "", category: "other", emoji: "🧠", events: [] };

interface ExtractedLists {
  readonly actionItems: readonly unknown[];
  readonly events: readonly unknown[];
  readonly memories: readonly unknown[];
}

/**
 * Maximum numbers of items extracted from one conversation, whatever its length and summariser: the same as for one API
 * request.
 */
export const MAX_EXTRACTED_ITEMS: Readonly<Record<keyof ExtractedLists, number>> = {
  actionItems: actionItemBatch.max,
  events: 50,
  memories: memoryBatch.max,
};

/** Limits each kind of item to `MAX_EXTRACTED_ITEMS`, evenly sampled over the whole transcript. */
export function limitExtractedItems<D extends ExtractedLists>(result: D): D {
  return {
    ...result,
    actionItems: sampleEvenly(result.actionItems, MAX_EXTRACTED_ITEMS.actionItems),
    events: sampleEvenly(result.events, MAX_EXTRACTED_ITEMS.events),
    memories: sampleEvenly(result.memories, MAX_EXTRACTED_ITEMS.memories),
  };
}

function sampleEvenly<T>(items: readonly T[], max: number): readonly T[] {
  if (items.length <= max) return items;
  return items.filter(
    (_, index) => Math.floor((index * max) / items.length) !== Math.floor(((index - 1) * max) / items.length),
  );
}
