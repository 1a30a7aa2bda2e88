/**
 * Two readings of time. Wall-clock time is for what is stored, shown or shared between processes; an operator or NTP may
 * set it back or forward at any moment. Durations within one process (cache ages, intervals, cool-downs) are differences
 * of `monotonicMs`.
 */
export interface Clock {
  /** The wall-clock time. */
  now(): Date;
  /** Milliseconds since an arbitrary point in this process's life. Never decreases, whatever the wall clock does. */
  monotonicMs(): number;
}
