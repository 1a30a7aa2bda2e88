import type { Scheduler } from "../ports/driven/runtime/system.js";

/**
 * Returns the result of the task, or undefined when it takes longer than `timeoutMs` milliseconds.
 * @throws the error of the task when it fails in time.
 */
export async function withTimeout<T>(
  scheduler: Scheduler,
  timeoutMs: number,
  task: Promise<T>,
): Promise<T | undefined> {
  let cancelTimer: () => void = () => undefined;
  const timeout = new Promise<undefined>((resolve) => {
    cancelTimer = scheduler.schedule(timeoutMs, () => resolve(undefined));
  });
  try {
    return await Promise.race([task, timeout]);
  } finally {
    cancelTimer();
  }
}
