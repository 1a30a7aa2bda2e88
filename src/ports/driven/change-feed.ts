/** One page of changes to a user's objects of one kind. */
export interface FeedChanges<T> {
  /**
   * Whether the feed restarts, because there was no cursor. A store may also reset when more than `REMOVALS_KEPT`
   * objects were removed since. The pages from this one on contain every object, `deletes` is empty, and the reader must
   * discard all that it has read before.
   */
  readonly reset: boolean;
  /** New and changed objects in their current state, without objects that search must not find. */
  readonly upserts: readonly T[];
  /** IDs of objects that search must not find any more. May contain unknown IDs. An ID in `upserts` too came back. */
  readonly deletes: readonly string[];
  /** Opaque position for the next call. */
  readonly cursor: string;
  /** Whether the next page may contain further changes. */
  readonly hasMore: boolean;
}

/** Change feed that keeps an index of a user's objects up to date in any number of processes. */
export interface ChangeFeed<T> {
  /**
   * Reads the changes since `cursor`, by all processes; without a cursor, all objects. A reader that continues until
   * `hasMore` is false has the current state, even when objects change between the calls: an object that changes after
   * it was read appears again. A call contains every write whose promise resolved before it. Takes far less than a
   * millisecond when nothing has changed.
   */
  changesSince(userId: string, cursor?: string): Promise<FeedChanges<T>>;
}
