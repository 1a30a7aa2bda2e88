import type { Feed, FeedChanges } from "./feed.js";

/** One memory, as search sees it. */
export interface SearchableMemory {
  readonly id: string;
  readonly content: string;
}

/** `MEMORIES_A_LOOK` at most are present; deleted and rejected ones are absent. */
export type MemoryChanges = FeedChanges<SearchableMemory>;

export type MemoryFeed = Feed<SearchableMemory>;
