/** What a server is asked that measures itself (`stall-recorder.ts`). */
export type StallQuestion =
  | { readonly ask: "stalls since I last asked" }
  /** Keeps the event loop busy. */
  | { readonly ask: "compute"; readonly milliseconds: number }
  /** Waits for the write lock as SQLite does by itself: by blocking the thread, for so long at most. */
  | { readonly ask: "wait for the lock"; readonly file: string; readonly milliseconds: number };

/** In milliseconds. */
export interface Stalls {
  /** Between two turns of the event loop. */
  readonly longestDelay: number;
  /** Of the calls of SQLite that put the thread to sleep; 0 when none did. */
  readonly longestWait: number;
  /** The text of that call. */
  readonly waitingSql: string;
  /** Of SQLite, all of them. */
  readonly calls: number;
}
