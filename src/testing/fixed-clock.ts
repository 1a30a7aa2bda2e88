import type { Clock } from "../ports/driven/clock.js";

/** A clock that stands still until it is moved. */
export class FixedClock implements Clock {
  private time: number;

  constructor(start = new Date("2026-01-05T09:00:00.000Z")) {
    this.time = start.getTime();
  }

  now(): Date {
    return new Date(this.time);
  }

  /** @param milliseconds how far; negative to set the clock back. */
  advance(milliseconds: number): void {
    this.time += milliseconds;
  }
}
