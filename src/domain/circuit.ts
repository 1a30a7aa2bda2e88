/** Decision 9.4. */
const FAILURES_TO_OPEN = 5;
const OPEN_MS = 30_000;

/**
 * Whether somebody is to be called who has failed before. After five failures in a row nobody is for 30 s; then one
 * call at a time shows whether it is over. It lives in one process: its times are readings of a monotonic clock, in
 * milliseconds.
 */
export class Circuit {
  private constructor(
    private readonly failures: number,
    private readonly openUntilMs: number | null,
  ) {}

  /** Of one who has not failed, or not since the last success. */
  static readonly closed = new Circuit(0, null);

  isOpen(nowMs: number): boolean {
    return this.openUntilMs !== null && nowMs < this.openUntilMs;
  }

  /** To be told of a call before it is made: while it tries whether it is over, no other does. */
  called(nowMs: number): Circuit {
    return this.openUntilMs === null ? this : new Circuit(this.failures, nowMs + OPEN_MS);
  }

  failed(nowMs: number): Circuit {
    const failures = this.failures + 1;
    return new Circuit(failures, failures < FAILURES_TO_OPEN ? null : nowMs + OPEN_MS);
  }
}
