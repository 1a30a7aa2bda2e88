import { setTimeout as sleep } from "node:timers/promises";

/** In milliseconds. What ends soon on an idle machine may take this long on a busy one. */
export const PATIENCE_MS = 240_000;
const EVERY_MS = 20;

/** Asks until it is so. @returns how long that took, in milliseconds. @throws Error after `withinMs`. */
export async function until(isSo: () => Promise<boolean> | boolean, withinMs = PATIENCE_MS): Promise<number> {
  const begun = performance.now();
  while (!(await isSo())) {
    if (performance.now() - begun > withinMs) throw new Error(`It was not so within ${withinMs} ms`);
    await sleep(EVERY_MS);
  }
  return performance.now() - begun;
}

/** Tries again until what is asserted holds. @throws what it throws at last. */
export async function eventually<T>(assertion: () => Promise<T> | T): Promise<T> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (performance.now() > end) throw error;
      await sleep(EVERY_MS);
    }
  }
}
