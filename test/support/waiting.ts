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
