import type { Clock, Scheduler } from "../../ports/driven/index.js";

export interface PollerOptions {
  /** Poll interval without a call of `wake`, in milliseconds. */
  readonly intervalMs: number;
  /** Polls once. @returns whether there may be more work. Its errors are passed to `onError`. */
  readonly poll: () => Promise<boolean>;
  readonly onError: (error: unknown) => void;
}

/** Delayed polls are rounded up to multiples of this duration, in milliseconds, so that close ones coalesce. */
const COALESCING_WINDOW_MS = 10;

/** Polls for unclaimed work periodically and when woken, one poll at a time. */
export class Poller {
  /** The functions that cancel a scheduled poll, by its monotonic time in whole milliseconds. */
  private readonly scheduledPolls = new Map<number, () => void>();
  private currentPoll: Promise<void> | undefined;
  private isPollRequested = false;
  private isStarted = false;

  constructor(
    private readonly ports: { readonly clock: Clock; readonly scheduler: Scheduler },
    private readonly options: PollerOptions,
  ) {}

  start(): void {
    this.isStarted = true;
    this.wake();
  }

  /** @param delayMs the time until there is work, in milliseconds; the poll does not run sooner. */
  wake(delayMs = 0): void {
    if (!this.isStarted) return;
    const { clock, scheduler } = this.ports;
    const nowMs = Math.floor(clock.monotonicMs());
    const atMs = delayMs <= 0 ? nowMs : Math.ceil((nowMs + delayMs) / COALESCING_WINDOW_MS) * COALESCING_WINDOW_MS;
    if (this.scheduledPolls.has(atMs)) return;
    const poll = (): void => this.runPoll(atMs);
    this.scheduledPolls.set(atMs, scheduler.schedule(atMs - nowMs, poll));
  }

  /** Stops polling and waits for the running poll. */
  async stop(): Promise<void> {
    this.isStarted = false;
    for (const cancel of this.scheduledPolls.values()) cancel();
    this.scheduledPolls.clear();
    await this.currentPoll;
  }

  /** Runs one poll at a time. A poll that is due during another one runs after it. */
  private runPoll(atMs: number): void {
    this.scheduledPolls.delete(atMs);
    if (this.currentPoll) {
      this.isPollRequested = true;
      return;
    }
    const { intervalMs, poll, onError } = this.options;
    this.currentPoll = poll()
      .catch((error: unknown) => {
        onError(error);
        return false;
      })
      .then((hasMore) => {
        this.currentPoll = undefined;
        if (hasMore || this.isPollRequested) this.wake();
        else if (this.scheduledPolls.size === 0) this.wake(intervalMs);
        this.isPollRequested = false;
      });
  }
}
