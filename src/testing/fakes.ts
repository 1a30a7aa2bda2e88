import { createHash } from "node:crypto";
import type { Clock, Scheduler, IdGenerator } from "../ports/driven/runtime/system.js";

/** A clock that stands still until a test moves it. */
export class FixedClock implements Clock {
  private timeMs: number;
  private elapsedMs = 0;

  constructor(start = new Date("2026-01-05T09:00:00.000Z")) {
    this.timeMs = start.getTime();
  }

  now(): Date {
    return new Date(this.timeMs);
  }

  monotonicMs(): number {
    return this.elapsedMs;
  }

  /** Advances the wall clock and the monotonic clock. @param milliseconds 0 or more. */
  advance(milliseconds: number): void {
    if (milliseconds < 0) throw new RangeError("Time does not pass backwards: use `jump` to set the wall clock back");
    this.timeMs += milliseconds;
    this.elapsedMs += milliseconds;
  }

  /** Sets the wall clock forward, or back if negative, without moving the monotonic clock. */
  jump(milliseconds: number): void {
    this.timeMs += milliseconds;
  }
}

interface ScheduledTask {
  /** In the clock's monotonic time. */
  readonly dueAtMs: number;
  readonly task: () => void;
}

/**
 * A scheduler that runs tasks only in `advance`, which also moves the clock: a backoff of minutes takes no time in a
 * test. Several schedulers may share a clock; each runs only its own tasks.
 */
export class ManualScheduler implements Scheduler {
  /** In the order in which they were scheduled. */
  private readonly scheduledTasks = new Set<ScheduledTask>();

  constructor(private readonly clock: FixedClock) {}

  schedule(milliseconds: number, task: () => void): () => void {
    const entry: ScheduledTask = { dueAtMs: this.clock.monotonicMs() + milliseconds, task };
    this.scheduledTasks.add(entry);
    return () => void this.scheduledTasks.delete(entry);
  }

  /** Runs the task at once: time stands still, so the process is idle. */
  scheduleWhenIdle(_maxDelayMs: number, task: () => void): void {
    task();
  }

  /** The number of tasks that have not run yet. */
  get pendingCount(): number {
    return this.scheduledTasks.size;
  }

  /**
   * Moves the clock forward and runs every task that becomes due, each at its own time, earliest first. After each task
   * it settles all promises that do not wait for time. `advance(0)` settles the promises that are pending now.
   */
  async advance(milliseconds: number): Promise<void> {
    const endMs = this.clock.monotonicMs() + milliseconds;
    await flushPromises();
    for (let next = this.findNextDue(endMs); next; next = this.findNextDue(endMs)) {
      this.scheduledTasks.delete(next);
      this.moveClockTo(next.dueAtMs);
      next.task();
      await flushPromises();
    }
    this.moveClockTo(endMs);
  }

  private findNextDue(endMs: number): ScheduledTask | undefined {
    let next: ScheduledTask | undefined;
    for (const entry of this.scheduledTasks)
      if (entry.dueAtMs <= endMs && (!next || entry.dueAtMs < next.dueAtMs)) next = entry;
    return next;
  }

  private moveClockTo(timeMs: number): void {
    this.clock.advance(Math.max(0, timeMs - this.clock.monotonicMs()));
  }
}

/** Resolves when every promise that does not wait for time has settled. */
function flushPromises(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Generates IDs in a known order and derives IDs that are the same in every run. */
export class SequentialIds implements IdGenerator {
  #lastNumber = 0;

  generate(): string {
    this.#lastNumber += 1;
    return `00000000-0000-4000-8000-${String(this.#lastNumber).padStart(12, "0")}`;
  }

  derive(...names: readonly string[]): string {
    const hex = createHash("sha1").update(JSON.stringify(names)).digest("hex");
    return [
      hex.slice(0, 8),
      hex.slice(8, 12),
      `5${hex.slice(13, 16)}`,
      `8${hex.slice(17, 20)}`,
      hex.slice(20, 32),
    ].join("-");
  }
}
