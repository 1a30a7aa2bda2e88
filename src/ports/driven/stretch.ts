/** A stretch of a list: from a place in the order, or after so many. */
export interface Stretch {
  readonly limit: number;
  readonly offset?: number;
  /** The `sortKey` of the last one seen: only what comes behind it. */
  readonly after?: string;
}
