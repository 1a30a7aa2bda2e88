import type { Clock } from "../../ports/driven/clock.js";
import { ModelFailure } from "./model-failure.js";

export interface BreakerOptions {
  /** So many failures in a row, and it is not asked any more. */
  readonly failures: number;
  /** For how long, in milliseconds. */
  readonly pauseMs: number;
}

/** The pause is shorter than the time over which a conversation is tried again: what comes back in it is used. */
export const breakerDefaults: BreakerOptions = { failures: 5, pauseMs: 5_000 };

/**
 * Spares waiting for an endpoint that fails again and again (Nygard's circuit breaker): after a pause one call tries
 * whether it is back, and the others are refused until that is known. A call that is not about the endpoint's health
 * must not be told of.
 */
export class CircuitBreaker {
  private failures = 0;
  /** In monotonic time. */
  private pausedUntil = -Infinity;
  private isProbing = false;

  constructor(
    private readonly clock: Clock,
    private readonly options: BreakerOptions = breakerDefaults,
  ) {}

  /** @throws ModelFailure `paused` when it is of no use to wait for a turn now. */
  check(): void {
    if (this.failures < this.options.failures) return;
    if (this.isProbing || this.clock.monotonicMs() < this.pausedUntil) throw new ModelFailure("paused");
  }

  /**
   * @param isFault whether what is thrown tells that the endpoint fails; undefined where it tells nothing of it.
   * @throws what the task throws; ModelFailure `paused`.
   */
  async run<T>(task: () => Promise<T>, isFault: (error: unknown) => boolean | undefined): Promise<T> {
    this.check();
    const isProbe = this.failures >= this.options.failures;
    this.isProbing ||= isProbe;
    try {
      const value = await task();
      this.failures = 0;
      return value;
    } catch (error) {
      const fault = isFault(error);
      if (fault === true) this.fail(isProbe);
      else if (fault === false) this.failures = 0;
      throw error;
    } finally {
      if (isProbe) this.isProbing = false;
    }
  }

  private fail(isProbe: boolean): void {
    this.failures += 1;
    if (!isProbe && this.failures !== this.options.failures) return;
    this.pausedUntil = this.clock.monotonicMs() + this.options.pauseMs;
  }
}
