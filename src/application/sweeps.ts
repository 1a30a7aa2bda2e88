import type { Clock, Scheduler } from "../ports/driven/index.js";

export interface SweepsOptions {
  /** How often it is looked without being told, in milliseconds. */
  readonly everyMs: number;
  /** Looks once, and answers whether there may be more to find. Whatever it throws is handed to `complain`. */
  readonly look: () => Promise<boolean>;
  readonly complain: (error: unknown) => void;
}

/** Looks for work that nobody holds, in turn: when it is told that there is some, and every so often. */
export class Sweeps {
  private planned: { readonly at: number; readonly cancel: () => void } | undefined;
  private looking: Promise<void> | undefined;
  private isStarted = false;

  constructor(
    private readonly ports: { readonly clock: Clock; readonly scheduler: Scheduler },
    private readonly options: SweepsOptions,
  ) {}

  start(): void {
    this.isStarted = true;
    this.nudge();
  }

  /** @param inMs when there will be something to find, in milliseconds. */
  nudge(inMs = 0): void {
    if (!this.isStarted) return;
    const { clock, scheduler } = this.ports;
    const at = clock.now().getTime() + inMs;
    if (this.planned && this.planned.at <= at) return;
    this.planned?.cancel();
    this.planned = { at, cancel: scheduler.after(inMs, () => this.look()) };
  }

  /** Looks no more, and waits for the look that is under way. */
  async stop(): Promise<void> {
    this.isStarted = false;
    this.planned?.cancel();
    this.planned = undefined;
    await this.looking;
  }

  /** What is planned meanwhile comes after it. */
  private look(): void {
    this.planned = undefined;
    const { everyMs, look, complain } = this.options;
    const before = this.looking ?? Promise.resolve();
    const looking = before
      .then(() => (this.isStarted ? look() : false))
      .catch((error: unknown) => {
        complain(error);
        return false;
      })
      .then((isMore) => {
        if (this.looking === looking) this.looking = undefined;
        this.nudge(isMore ? 0 : everyMs);
      });
    this.looking = looking;
  }
}
