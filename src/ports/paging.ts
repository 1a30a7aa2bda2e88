/** Selects one page of a list, by offset or by sort key. */
export interface PageRequest {
  readonly limit: number;
  readonly offset?: number;
  /** Only entries that follow this `sortKey` in list order. */
  readonly after?: string;
}

/** One page of a list. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Cursor of the next page; null on the last one. */
  readonly nextCursor: string | null;
  /** Total number of items; null unless requested. */
  readonly total: number | null;
}

/** What a caller requests of a list. */
export interface ListQuery {
  readonly page: PageRequest;
  readonly includeTotal: boolean;
}

/** What a caller requests of a list with a filter. */
export interface FilteredListQuery<F> extends ListQuery {
  readonly filter: F;
}
