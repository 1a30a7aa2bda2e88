/** One memory, as search sees it. */
export interface SearchableMemory {
  readonly id: string;
  readonly content: string;
}

/** What has become of a user's memories between two looks. */
export interface MemoryChanges {
  /**
   * Whether the look is a first one, because there was no mark, or more was removed since than is remembered
   * (`REMOVALS_KEPT`): then `present` is everything there is, `absent` is empty, and what else was known is to be found
   * no more.
   */
  readonly anew: boolean;
  /** Those that are new or changed, as they are now; without those that the user rejected. */
  readonly present: readonly SearchableMemory[];
  /** Ids of those that are to be found no more: deleted or rejected. Some may never have been seen. */
  readonly absent: readonly string[];
  /** For the next look. Opaque: nobody takes it apart. */
  readonly mark: string;
}

/** Lets an index of a user's memories be kept right, in as many processes as there are (design 6). */
export interface MemoryFeed {
  /**
   * All that has changed since the look that answered `mark`, by whatever process; `anew` without one.
   * Costs far less than a millisecond when nothing has. A write is in the look that follows its promise.
   */
  changesSince(userId: string, mark?: string): Promise<MemoryChanges>;
}
