/**
 * Two readings of time. Wall-clock time is for what is stored, shown or shared between processes; an operator or NTP
 * may set it back or forward at any moment. Durations within one process (cache ages, intervals, cool-downs) are
 * differences of `monotonicMs`.
 */
export interface Clock {
  /** The wall-clock time. */
  now(): Date;
  /** Milliseconds since an arbitrary point in this process's life. Never decreases, whatever the wall clock does. */
  monotonicMs(): number;
}

/** Runs tasks later. A task must not throw: it handles its own errors. */
export interface Scheduler {
  /**
   * Runs the task once after a delay.
   * @param options.isAwaited whether a caller waits for the task; it then keeps the process alive.
   * @returns a function that cancels it.
   */
  schedule(delayMs: number, task: () => void, options?: { readonly isAwaited?: boolean }): () => void;
  /** Runs the task once when the process is idle, and after `maxDelayMs` milliseconds at the latest. */
  scheduleWhenIdle(maxDelayMs: number, task: () => void): void;
}

/** Creates IDs. */
export interface IdGenerator {
  /** Returns a new unique ID. */
  generate(): string;
  /** Derives an ID: the same for the same names, in every process (UUIDv5). */
  derive(...names: readonly string[]): string;
}

export type LogFields = Readonly<Record<string, unknown>>;

/** Events with fields, such as `conversation.failed {id, attempt}`. Never personal text. */
export interface EventLog {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}
