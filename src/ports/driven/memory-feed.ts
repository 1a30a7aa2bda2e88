import type { ChangeFeed, FeedChanges } from "./change-feed.js";

/** The searchable part of a memory. */
export interface SearchableMemory {
  readonly id: string;
  readonly content: string;
}

/** At most `MEMORIES_A_LOOK` upserts; deleted and rejected memories are deletes. */
export type MemoryChanges = FeedChanges<SearchableMemory>;

export type MemoryFeed = ChangeFeed<SearchableMemory>;
