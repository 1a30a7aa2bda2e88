import type { Scheduler } from "../ports/driven/scheduler.js";
import type { FixedClock } from "./fixed-clock.js";

interface Planned {
  /** On the clock's monotonic time. */
  readonly at: number;
  readonly task: () => void;
}

/**
 * A scheduler whose time passes only by `advance`, together with the clock's: so that minutes of back-off take no
 * time in a test. Nothing runs before. Several may share a clock; what one of them has planned is not run by another.
 */
export class ManualScheduler implements Scheduler {
  /** In the order in which they were planned. */
  private readonly planned = new Set<Planned>();

  constructor(private readonly clock: FixedClock) {}

  after(milliseconds: number, task: () => void): () => void {
    const entry: Planned = { at: this.clock.monotonicMs() + milliseconds, task };
    this.planned.add(entry);
    return () => void this.planned.delete(entry);
  }

  /** Time stands still: nothing else is to be done. */
  whenIdle(_latestMs: number, task: () => void): void {
    task();
  }

  /** How many tasks wait for their time. */
  get waiting(): number {
    return this.planned.size;
  }

  /**
   * Moves the clock on by so many milliseconds and runs every task whose time comes meanwhile, each at its own time,
   * the earlier before the later. What a task sets off is let go on as far as it can before time moves on.
   * `advance(0)` lets go on what has been set off so far. Resolves when all of that stands still.
   */
  async advance(milliseconds: number): Promise<void> {
    const end = this.clock.monotonicMs() + milliseconds;
    await settled();
    for (let next = this.nextUntil(end); next; next = this.nextUntil(end)) {
      this.planned.delete(next);
      this.moveClockTo(next.at);
      next.task();
      await settled();
    }
    this.moveClockTo(end);
  }

  private nextUntil(end: number): Planned | undefined {
    let next: Planned | undefined;
    for (const entry of this.planned) if (entry.at <= end && (!next || entry.at < next.at)) next = entry;
    return next;
  }

  private moveClockTo(time: number): void {
    this.clock.advance(Math.max(0, time - this.clock.monotonicMs()));
  }
}

/** When every promise that can go on without time has done so. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
