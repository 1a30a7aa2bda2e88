import { setImmediate as nextTurn } from "node:timers/promises";

let end: Promise<void> | undefined;

/**
 * Resolves when all that has reached this process with the present turn of the event loop has been begun. Answers that
 * wait for it are written one right after the other, for one that finds its reader asleep has to wake it, and that
 * costs more than the answer (Redis writes before it sleeps for the same reason).
 */
export function endOfTurn(): Promise<void> {
  return (end ??= nextTurn().then(() => {
    end = undefined;
  }));
}
