import { keepRenewing } from "../../application/renewal.js";
import type { Clock } from "../../ports/driven/clock.js";
import type { EventLog } from "../../ports/driven/event-log.js";
import type { Ids } from "../../ports/driven/ids.js";
import type { Scheduler } from "../../ports/driven/scheduler.js";
import type { DistributedSemaphore } from "../../ports/driven/distributed-semaphore.js";
import { Semaphore } from "./semaphore.js";
import type { Turns } from "./turns.js";

export interface SharedTurnsPorts {
  readonly semaphore: DistributedSemaphore;
  readonly scheduler: Scheduler;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: EventLog;
}

/** How long the slot of a process that has died is kept for it, in milliseconds. */
const LEASE_MS = 15_000;
/** How long whoever waits does so before it looks again, in milliseconds: little beside what a model takes. */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 400;

/**
 * Lets so many run at once in all processes on one store. Of each process no more than that stand in line: the others
 * wait in here, and ask nobody.
 */
export class SharedTurns implements Turns {
  private readonly inThisProcess: Semaphore;

  /** @param line what it is about: those of one line share the slots. */
  constructor(
    private readonly ports: SharedTurnsPorts,
    private readonly line: string,
    private readonly limit: number,
  ) {
    this.inThisProcess = new Semaphore(limit);
  }

  run<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> {
    return this.inThisProcess.run(() => this.inSlot(this.ports.ids.fresh(), task, signal), signal);
  }

  private async inSlot<T>(holder: string, task: () => Promise<T>, signal: AbortSignal): Promise<T> {
    try {
      await this.untilFirst(holder, signal);
      return await this.whileRenewed(holder, task);
    } finally {
      await this.leave(holder);
    }
  }

  /** Looks are reads; the place in line is written as seldom as keeps it. */
  private async untilFirst(holder: string, signal: AbortSignal): Promise<void> {
    const { semaphore, clock } = this.ports;
    let isFirst = await this.claim(holder);
    let claimedAtMs = clock.monotonicMs();
    for (let pause = FIRST_PAUSE_MS; !isFirst; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      await this.pause(pause, signal);
      const isRenewal = clock.monotonicMs() - claimedAtMs >= LEASE_MS / 3;
      if (isRenewal) claimedAtMs = clock.monotonicMs();
      const look = { limit: this.limit, now: clock.now() };
      isFirst = await (isRenewal ? this.claim(holder) : semaphore.isHeld(this.line, holder, look));
    }
    signal.throwIfAborted();
  }

  private async whileRenewed<T>(holder: string, task: () => Promise<T>): Promise<T> {
    const { scheduler, log } = this.ports;
    const complain = (error: unknown): void => log.warn("model.slot_not_renewed", { error: String(error) });
    const renew = async (): Promise<void> => {
      if (!(await this.claim(holder))) throw new Error("the slot was lost to another process");
    };
    const stop = keepRenewing(scheduler, { leaseMs: LEASE_MS, renew, complain });
    try {
      return await task();
    } finally {
      stop();
    }
  }

  private claim(holder: string): Promise<boolean> {
    return this.ports.semaphore.acquire(this.line, holder, {
      limit: this.limit,
      now: this.ports.clock.now(),
      leaseMs: LEASE_MS,
    });
  }

  /** A place that is not left is lost with its lease. */
  private async leave(holder: string): Promise<void> {
    try {
      await this.ports.semaphore.release(this.line, holder);
    } catch (error) {
      this.ports.log.warn("model.slot_not_left", { error: String(error) });
    }
  }

  private pause(milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        cancel();
        reject(signal.reason as Error);
      };
      const cancel = this.ports.scheduler.after(milliseconds, () => {
        signal.removeEventListener("abort", giveUp);
        resolve();
      });
      if (signal.aborted) giveUp();
      else signal.addEventListener("abort", giveUp, { once: true });
    });
  }
}
