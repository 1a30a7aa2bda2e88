import type { Turns } from "./turns.js";

/** Lets so many run at once in this process; the others wait, the first to come first. */
export class Semaphore implements Turns {
  /** Each is told when it is its turn; in order. */
  private readonly waiting = new Set<() => void>();

  constructor(private free: number) {}

  async run<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    if (this.free > 0) this.free -= 1;
    else await this.turn(signal);
    try {
      signal.throwIfAborted();
      return await task();
    } finally {
      const [next] = this.waiting;
      if (next) next();
      else this.free += 1;
    }
  }

  private turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.waiting.delete(begin);
        reject(signal.reason as Error);
      };
      const begin = (): void => {
        this.waiting.delete(begin);
        signal.removeEventListener("abort", leave);
        resolve();
      };
      this.waiting.add(begin);
      signal.addEventListener("abort", leave, { once: true });
    });
  }
}
