import type { Clock } from "../../ports/driven/clock.js";
import { ModelFailure } from "./model-failure.js";

export interface BreakerOptions {
  /** So many failures in a row, and it is not asked any more. */
  readonly failures: number;
  /** For how long, in milliseconds; twice as long each time that the next one fails too. */
  readonly pauseMs: number;
  readonly longestPauseMs: number;
}

export const breakerDefaults: BreakerOptions = { failures: 5, pauseMs: 15_000, longestPauseMs: 240_000 };

/**
 * Spares waiting for an endpoint that fails again and again (Nygard's circuit breaker): after a pause one call tries
 * whether it is back, and the others are refused until that is known. A call that is not about the endpoint's health
 * must not be told of.
 */
export class CircuitBreaker {
  private failures = 0;
  private pauses = 0;
  private pausedUntil = -Infinity;
  private isProbing = false;

  constructor(
    private readonly clock: Clock,
    private readonly options: BreakerOptions = breakerDefaults,
  ) {}

  /** @throws ModelFailure `paused` when it is of no use to wait for a turn now. */
  check(): void {
    if (this.failures < this.options.failures) return;
    if (this.isProbing || this.clock.now().getTime() < this.pausedUntil) throw new ModelFailure("paused");
  }

  /**
   * @param isFault which of what is thrown tells that the endpoint fails.
   * @throws what the task throws; ModelFailure `paused`.
   */
  async run<T>(task: () => Promise<T>, isFault: (error: unknown) => boolean): Promise<T> {
    this.check();
    const isProbe = this.failures >= this.options.failures;
    this.isProbing ||= isProbe;
    try {
      const value = await task();
      this.recover();
      return value;
    } catch (error) {
      if (isFault(error)) this.fail(isProbe);
      else this.recover();
      throw error;
    } finally {
      if (isProbe) this.isProbing = false;
    }
  }

  private recover(): void {
    this.failures = 0;
    this.pauses = 0;
  }

  private fail(isProbe: boolean): void {
    this.failures += 1;
    if (!isProbe && this.failures !== this.options.failures) return;
    const { pauseMs, longestPauseMs } = this.options;
    this.pausedUntil = this.clock.now().getTime() + Math.min(pauseMs * 2 ** this.pauses, longestPauseMs);
    this.pauses += 1;
  }
}
