/** What has become of a user's things of one kind between two looks. */
export interface FeedChanges<T> {
  /**
   * Whether the look is a first one, because there was no mark, or more was removed since than is remembered
   * (`REMOVALS_KEPT`): then it begins to tell of everything there is, `absent` is empty, and what was known before is
   * to be found no more.
   */
  readonly anew: boolean;
  /** Those that are new or changed, as they are now; without those that search is not to find. */
  readonly present: readonly T[];
  /** Ids of those that are to be found no more. Some may never have been seen. What is `present` too came back. */
  readonly absent: readonly string[];
  /** For the next look. Opaque: nobody takes it apart. */
  readonly mark: string;
  /** Whether the next look may tell of something that this one had no room for. */
  readonly more: boolean;
}

/** Lets an index of a user's things be kept right, in as many processes as there are (design 6). */
export interface Feed<T> {
  /**
   * What has changed since the look that answered `mark`, by whatever process; `anew` without one. Whoever looks until
   * there is no `more` knows what there is then, whatever was written between the looks: what has changed or gone since
   * it was told of is told of again. Costs far less than a millisecond when nothing has changed. A write is told of by
   * the looks that follow its promise.
   */
  changesSince(userId: string, mark?: string): Promise<FeedChanges<T>>;
}
