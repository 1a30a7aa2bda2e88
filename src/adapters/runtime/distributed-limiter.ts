import type { Clock, EventLog, IdGenerator, Scheduler } from "../../ports/driven/runtime/system.js";
import type { DistributedSemaphore } from "../../ports/driven/store/coordination.js";
import { startLeaseHeartbeat } from "./lease-heartbeat.js";
import { Semaphore } from "./semaphore.js";

export interface DistributedLimiterPorts {
  readonly semaphore: DistributedSemaphore;
  readonly scheduler: Scheduler;
  readonly clock: Clock;
  readonly ids: IdGenerator;
  readonly log: EventLog;
}

/** Lease of a queue position: the position of a crashed process expires after this time. */
const LEASE_MS = 15_000;
/** Poll interval of a waiting caller; doubles with each poll. Short compared with a model call. */
const MIN_POLL_INTERVAL_MS = 50;
const MAX_POLL_INTERVAL_MS = 400;

/**
 * Limits concurrency across all processes that share a store. At most `limit` callers of a process join the queue of
 * the distributed semaphore; the others wait locally without accessing the store. Only calls of models
 * need such a limit, hence the names of the events.
 */
export class DistributedLimiter {
  private readonly localSemaphore: Semaphore;

  /** @param semaphoreName limiters with the same name share the permits. */
  constructor(
    private readonly ports: DistributedLimiterPorts,
    private readonly semaphoreName: string,
    private readonly limit: number,
  ) {
    this.localSemaphore = new Semaphore(limit);
  }

  /** As `Semaphore.run`. */
  run<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> {
    return this.localSemaphore.run(() => this.runWithPermit(this.ports.ids.generate(), task, signal), signal);
  }

  private async runWithPermit<T>(holder: string, task: () => Promise<T>, signal: AbortSignal): Promise<T> {
    try {
      await this.waitForPermit(holder, signal);
      return await this.runWithHeartbeat(holder, task);
    } finally {
      await this.releasePermit(holder);
    }
  }

  /** Polls with reads and renews the lease of the queue position once a third of it has passed. */
  private async waitForPermit(holder: string, signal: AbortSignal): Promise<void> {
    const { semaphore, clock } = this.ports;
    let hasPermit = await this.acquirePermit(holder);
    let claimedAtMs = clock.monotonicMs();
    for (
      let pollIntervalMs = MIN_POLL_INTERVAL_MS;
      !hasPermit;
      pollIntervalMs = Math.min(pollIntervalMs * 2, MAX_POLL_INTERVAL_MS)
    ) {
      await this.sleep(pollIntervalMs, signal);
      const isRenewal = clock.monotonicMs() - claimedAtMs >= LEASE_MS / 3;
      if (isRenewal) claimedAtMs = clock.monotonicMs();
      const permitQuery = { limit: this.limit, now: clock.now() };
      hasPermit = await (isRenewal
        ? this.acquirePermit(holder)
        : semaphore.isHeld(this.semaphoreName, holder, permitQuery));
    }
    signal.throwIfAborted();
  }

  private async runWithHeartbeat<T>(holder: string, task: () => Promise<T>): Promise<T> {
    const { scheduler, log } = this.ports;
    const onError = (error: unknown): void => log.warn("model.permit_renewal_failed", { error: String(error) });
    const renew = async (): Promise<void> => {
      if (!(await this.acquirePermit(holder))) throw new Error("the permit was lost to another process");
    };
    const stopHeartbeat = startLeaseHeartbeat(scheduler, { leaseMs: LEASE_MS, renew, onError });
    try {
      return await task();
    } finally {
      stopHeartbeat();
    }
  }

  private acquirePermit(holder: string): Promise<boolean> {
    return this.ports.semaphore.acquire(this.semaphoreName, holder, {
      limit: this.limit,
      now: this.ports.clock.now(),
      leaseMs: LEASE_MS,
    });
  }

  /** Only logs a failure, because a permit that is not released expires with its lease. */
  private async releasePermit(holder: string): Promise<void> {
    try {
      await this.ports.semaphore.release(this.semaphoreName, holder);
    } catch (error) {
      this.ports.log.warn("model.permit_release_failed", { error: String(error) });
    }
  }

  private sleep(durationMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        cancelTimer();
        reject(signal.reason as Error);
      };
      const cancelTimer = this.ports.scheduler.schedule(durationMs, () => {
        signal.removeEventListener("abort", onAbort);
        resolve();
      });
      if (signal.aborted) onAbort();
      else signal.addEventListener("abort", onAbort, { once: true });
    });
  }
}
