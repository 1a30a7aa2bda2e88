/** Decision 9.4. */
const FAILURES_TO_OPEN = 5;
const OPEN_MS = 30_000;

/**
 * Whether somebody is to be called who has failed before. After five failures in a row nobody is for 30 s; then one
 * call at a time shows whether it is over.
 */
export class Circuit {
  private constructor(
    private readonly failures: number,
    private readonly openUntil: Date | null,
  ) {}

  /** Of one who has not failed, or not since the last success. */
  static readonly closed = new Circuit(0, null);

  /** A clock that was set back does not keep it open for longer. */
  isOpen(now: Date): boolean {
    const left = this.openUntil === null ? 0 : this.openUntil.getTime() - now.getTime();
    return left > 0 && left <= OPEN_MS;
  }

  /** To be told of a call before it is made: while it tries whether it is over, no other does. */
  called(now: Date): Circuit {
    return this.openUntil === null ? this : new Circuit(this.failures, openingAt(now));
  }

  failed(now: Date): Circuit {
    const failures = this.failures + 1;
    return new Circuit(failures, failures < FAILURES_TO_OPEN ? null : openingAt(now));
  }
}

const openingAt = (now: Date): Date => new Date(now.getTime() + OPEN_MS);
