import type { Clock, Scheduler } from "../ports/driven/index.js";

export interface SweepsOptions {
  /** How often it is looked without being told, in milliseconds. */
  readonly everyMs: number;
  /** Looks once, and answers whether there may be more to find. Whatever it throws is handed to `complain`. */
  readonly look: () => Promise<boolean>;
  readonly complain: (error: unknown) => void;
}

/** Times to look that are so close together, in milliseconds, are one. */
const TOGETHER_MS = 10;

/** Looks for work that nobody holds, in turn: whenever it is told that there will be some, and every so often. */
export class Sweeps {
  /** The functions that cancel a scheduled poll, by its monotonic time in whole milliseconds. */
  private readonly planned = new Map<number, () => void>();
  private looking: Promise<void> | undefined;
  private isToLookAgain = false;
  private isStarted = false;

  constructor(
    private readonly ports: { readonly clock: Clock; readonly scheduler: Scheduler },
    private readonly options: SweepsOptions,
  ) {}

  start(): void {
    this.isStarted = true;
    this.nudge();
  }

  /** @param inMs when there will be something to find, in milliseconds: it is looked then, not sooner. */
  nudge(inMs = 0): void {
    if (!this.isStarted) return;
    const { clock, scheduler } = this.ports;
    const now = Math.floor(clock.monotonicMs());
    const at = inMs <= 0 ? now : Math.ceil((now + inMs) / TOGETHER_MS) * TOGETHER_MS;
    if (this.planned.has(at)) return;
    const look = (): void => this.look(at);
    this.planned.set(at, scheduler.after(at - now, look));
  }

  /** Looks no more, and waits for the look that is under way. */
  async stop(): Promise<void> {
    this.isStarted = false;
    for (const cancel of this.planned.values()) cancel();
    this.planned.clear();
    await this.looking;
  }

  /** One at a time: whatever is to be found by then, one more look after it finds. */
  private look(at: number): void {
    this.planned.delete(at);
    if (this.looking) {
      this.isToLookAgain = true;
      return;
    }
    const { everyMs, look, complain } = this.options;
    this.looking = look()
      .catch((error: unknown) => {
        complain(error);
        return false;
      })
      .then((isMore) => {
        this.looking = undefined;
        if (isMore || this.isToLookAgain) this.nudge();
        else if (this.planned.size === 0) this.nudge(everyMs);
        this.isToLookAgain = false;
      });
  }
}
