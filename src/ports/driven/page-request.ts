/** Selects one page of a list, by offset or by sort key. */
export interface PageRequest {
  readonly limit: number;
  readonly offset?: number;
  /** Only entries that follow this `sortKey` in list order. */
  readonly after?: string;
}
