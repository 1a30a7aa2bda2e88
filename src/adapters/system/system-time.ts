import type { Clock, Scheduler } from "../../ports/driven/runtime/system.js";

export class SystemClock implements Clock {
  now(): Date {
    return new Date();
  }

  monotonicMs(): number {
    return performance.now();
  }
}

/** The longest delay of a platform timer; a longer one would fire at once. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** The longest duration of an event loop iteration without work. */
const MAX_IDLE_TICK_MS = 0.05;
/**
 * How many idle iterations in a row indicate an idle process. A single one may be a commit that waits for more writes.
 */
const IDLE_TICKS = 3;

/**
 * Schedules tasks with platform timers. By default they do not keep the process alive: a listening server stays alive
 * by itself, and an embedding program ends when its own work ends. A command that waits for background work sets
 * `keepsProcessAlive`; otherwise it would end while the work waits for its next attempt.
 */
export class SystemScheduler implements Scheduler {
  private readonly keepsProcessAlive: boolean;

  constructor({ keepsProcessAlive = false }: { readonly keepsProcessAlive?: boolean } = {}) {
    this.keepsProcessAlive = keepsProcessAlive;
  }

  schedule(delayMs: number, task: () => void, { isAwaited = false } = {}): () => void {
    let timer: NodeJS.Timeout;
    const startTimer = (remainingMs: number): void => {
      timer = setTimeout(
        () => {
          if (remainingMs > MAX_TIMEOUT_MS) startTimer(remainingMs - MAX_TIMEOUT_MS);
          else task();
        },
        Math.min(remainingMs, MAX_TIMEOUT_MS),
      );
      if (!this.keepsProcessAlive && !isAwaited) timer.unref();
    };
    startTimer(delayMs);
    return () => clearTimeout(timer);
  }

  /** Detects idleness by consecutive event loop iterations that take almost no time. */
  scheduleWhenIdle(maxDelayMs: number, task: () => void): void {
    let tickStartMs = performance.now();
    const deadlineMs = tickStartMs + maxDelayMs;
    let idleTicks = 0;
    const checkIdle = (): void => {
      const nowMs = performance.now();
      idleTicks = nowMs - tickStartMs < MAX_IDLE_TICK_MS ? idleTicks + 1 : 0;
      if (idleTicks === IDLE_TICKS || nowMs >= deadlineMs) {
        task();
      } else {
        tickStartMs = nowMs;
        setImmediate(checkIdle);
      }
    };
    setImmediate(checkIdle);
  }
}
