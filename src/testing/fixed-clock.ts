import type { Clock } from "../ports/driven/clock.js";

/** Stands still until it is told to go on. */
export class FixedClock implements Clock {
  #time: number;

  constructor(start: Date | string = "2026-03-02T09:00:00.000Z") {
    this.#time = new Date(start).getTime();
  }

  now(): Date {
    return new Date(this.#time);
  }

  advance(milliseconds: number): void {
    this.#time += milliseconds;
  }
}
