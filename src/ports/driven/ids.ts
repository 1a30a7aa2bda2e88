/** Where identity comes from. */
export interface Ids {
  /** An id that nothing else has. */
  fresh(): string;
  /** The same id for the same names, every time and in every process (UUIDv5). */
  derived(...names: readonly string[]): string;
}
