import type { Scheduler } from "../ports/driven/scheduler.js";

/** Lets what runs side by side end together, so that what is written of it shares a flush to disk. */
export class Companions {
  private running = 0;
  private waiting: (() => void)[] = [];
  private cancel: () => void = () => undefined;

  /** @param longestMs how long the first of those that have ended waits for the others, in milliseconds. */
  constructor(
    private readonly scheduler: Scheduler,
    private readonly longestMs: number,
  ) {}

  /** What the task answers, when all beside it have ended too or have been waited for long enough. A failure is told at once. */
  async join<T>(task: () => Promise<T>): Promise<T> {
    this.running += 1;
    const value = await task().finally(() => {
      this.running -= 1;
      if (this.running === 0) this.letGo();
    });
    if (this.running > 0) await this.others();
    return value;
  }

  private others(): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      if (this.waiting.length === 1) this.cancel = this.scheduler.after(this.longestMs, () => this.letGo());
    });
  }

  private letGo(): void {
    this.cancel();
    const waiting = this.waiting;
    this.waiting = [];
    for (const goOn of waiting) goOn();
  }
}
