/** A stretch of a list, as its reader sees it. */
export interface Page<T> {
  readonly items: readonly T[];
  /** The place to go on from, when there is more. */
  readonly next: string | null;
  /** Only when it was asked for. */
  readonly total: number | null;
}
