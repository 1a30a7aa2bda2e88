/** A message to a server that measures itself (`stall-recorder.ts`). */
export type StallQuestion =
  | { readonly ask: "stalls since I last asked" }
  /** Keeps the event loop busy. */
  | { readonly ask: "compute"; readonly milliseconds: number }
  /** Blocks the thread until the write lock is free, as SQLite does by itself, for at most this time. */
  | { readonly ask: "wait for the lock"; readonly file: string; readonly milliseconds: number };

/** Durations in milliseconds. */
export interface Stalls {
  /** Between two iterations of the event loop. */
  readonly longestDelay: number;
  /** Of the SQLite calls that put the thread to sleep; 0 if there were none. */
  readonly longestWait: number;
  /** The SQL text of that call. */
  readonly waitingSql: string;
  /** The number of all SQLite calls. */
  readonly calls: number;
}
