import { setImmediate } from "node:timers/promises";

/** Nobody else on this thread is to wait longer than some milliseconds. */
const LONGEST_STRETCH_MS = 3;

let began = performance.now();

/**
 * Gives others their turn when this thread was busy for long since the last time; else resolves at once, so that many
 * short works in a row cost no turns. To be asked between the pieces of a work.
 */
export async function turn(): Promise<void> {
  if (!isTurnOver()) return;
  await setImmediate();
  began = performance.now();
}

/** A look that costs next to nothing, for loops of small pieces. */
export function isTurnOver(): boolean {
  return performance.now() - began > LONGEST_STRETCH_MS;
}
