import type { Clock } from "../ports/driven/clock.js";

/** A clock that stands still until it is moved. */
export class FixedClock implements Clock {
  private time: number;
  private elapsedMs = 0;

  constructor(start = new Date("2026-01-05T09:00:00.000Z")) {
    this.time = start.getTime();
  }

  now(): Date {
    return new Date(this.time);
  }

  monotonicMs(): number {
    return this.elapsedMs;
  }

  /** Lets time pass. @param milliseconds 0 or more. */
  advance(milliseconds: number): void {
    if (milliseconds < 0) throw new RangeError("Time does not pass backwards: use `jump` to set the wall clock back");
    this.time += milliseconds;
    this.elapsedMs += milliseconds;
  }

  /** Sets the wall clock forward, or back when negative, while no time passes. */
  jump(milliseconds: number): void {
    this.time += milliseconds;
  }
}
