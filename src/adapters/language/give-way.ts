import { setImmediate } from "node:timers/promises";

/** Nobody else on this thread is to wait longer than some milliseconds. */
const LONGEST_STRETCH_MS = 3;

let began = performance.now();

/**
 * Gives others their turn where they have waited long since the last one; else goes on at once, so that a short
 * summary costs none. To be called between the pieces of a work.
 */
export async function giveWay(): Promise<void> {
  if (!isHoldingUp()) return;
  await setImmediate();
  began = performance.now();
}

/** A cheap look for loops of small pieces. */
export function isHoldingUp(): boolean {
  return performance.now() - began > LONGEST_STRETCH_MS;
}
