import type { Scheduler } from "../ports/driven/scheduler.js";

/** What the task gives, or undefined when it takes longer than `ms` milliseconds; what it throws in time is thrown. */
export async function inTime<T>(scheduler: Scheduler, ms: number, task: Promise<T>): Promise<T | undefined> {
  let cancel: () => void = () => undefined;
  const timeUp = new Promise<undefined>((resolve) => {
    cancel = scheduler.after(ms, () => resolve(undefined));
  });
  try {
    return await Promise.race([task, timeUp]);
  } finally {
    cancel();
  }
}
