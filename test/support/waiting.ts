import { setTimeout as sleep } from "node:timers/promises";

/** Asks until it is so. @returns how long that took, in milliseconds. @throws Error after `withinMs`. */
export async function until(isSo: () => Promise<boolean> | boolean, withinMs: number): Promise<number> {
  const begun = performance.now();
  while (!(await isSo())) {
    if (performance.now() - begun > withinMs) throw new Error(`It was not so within ${withinMs} ms`);
    await sleep(20);
  }
  return performance.now() - begun;
}

const PATIENCE_MS = 20_000;
const EVERY_MS = 20;

/** Tries again until what is asserted holds. @throws what it throws at last. */
export async function eventually<T>(assertion: () => Promise<T> | T): Promise<T> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (Date.now() > end) throw error;
      await sleep(EVERY_MS);
    }
  }
}
