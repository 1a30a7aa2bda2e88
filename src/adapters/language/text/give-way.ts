/** Nobody else on this thread is to wait longer than some milliseconds, however many transcripts are summarised. */
const LONGEST_STRETCH_MS = 3;

/** When the last turn was given. */
let began = performance.now();
const waiting: (() => void)[] = [];

/**
 * Gives others their turn where they have waited long since the last one; else goes on at once, so that a short
 * summary costs none, and short ones that begin together end together. To be called between the pieces of a work.
 */
export async function giveWay(): Promise<void> {
  if (!isHoldingUp()) return;
  await new Promise<void>((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(beginTurn);
  });
}

/** A cheap look for loops of small pieces. */
export function isHoldingUp(): boolean {
  return performance.now() - began > LONGEST_STRETCH_MS;
}

function beginTurn(): void {
  began = performance.now();
  letOneGoOn();
}

/** Those who wait go on one after the other: what is left when the turn is used up waits for the next one. */
function letOneGoOn(): void {
  const goOn = waiting[0];
  goOn?.();
  whenStill(() => {
    waiting.shift();
    if (waiting.length === 0) return;
    if (isHoldingUp()) setImmediate(beginTurn);
    else letOneGoOn();
  });
}

/** When all that a settled promise has set off has been done. */
function whenStill(task: () => void): void {
  queueMicrotask(() => process.nextTick(task));
}
