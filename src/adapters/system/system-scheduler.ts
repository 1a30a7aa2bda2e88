import type { Scheduler } from "../../ports/driven/scheduler.js";

/** What a platform timer can wait at most, in milliseconds; a longer one would fire at once. */
const LONGEST = 2 ** 31 - 1;

/** What a turn of the event loop without any work may take, in milliseconds. */
const QUIET = 0.05;
/** So many of them in a row are idleness: one alone may be a commit that waits for more writes. */
const QUIET_TURNS = 3;

/**
 * Timers of the platform. They do not keep the process alive: a server does that by listening, and whoever embeds
 * the core ends when its own work ends. A command that waits for background work asks for `keepsProcessAlive`,
 * or it would end while the work is waiting for its next attempt.
 */
export class SystemScheduler implements Scheduler {
  private readonly keepsProcessAlive: boolean;

  constructor({ keepsProcessAlive = false }: { readonly keepsProcessAlive?: boolean } = {}) {
    this.keepsProcessAlive = keepsProcessAlive;
  }

  after(milliseconds: number, task: () => void, { isAwaited = false } = {}): () => void {
    let timer: NodeJS.Timeout;
    const wait = (left: number): void => {
      timer = setTimeout(
        () => {
          if (left > LONGEST) wait(left - LONGEST);
          else task();
        },
        Math.min(left, LONGEST),
      );
      if (!this.keepsProcessAlive && !isAwaited) timer.unref();
    };
    wait(milliseconds);
    return () => clearTimeout(timer);
  }

  /** Turns of the event loop in which nobody else did anything tell that there is nothing else to do. */
  whenIdle(latestMs: number, task: () => void): void {
    let turn = performance.now();
    const latest = turn + latestMs;
    let quiet = 0;
    const look = (): void => {
      const now = performance.now();
      quiet = now - turn < QUIET ? quiet + 1 : 0;
      if (quiet === QUIET_TURNS || now >= latest) {
        task();
      } else {
        turn = now;
        setImmediate(look);
      }
    };
    setImmediate(look);
  }
}
