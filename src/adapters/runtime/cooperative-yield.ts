/** The time for which work may run without letting the event loop handle other events. */
const MAX_SLICE_MS = 3;

/** When the current time slice of this thread began. */
let sliceStart = performance.now();
const waiting: (() => void)[] = [];

/**
 * Yields to the event loop if the time slice is used up; otherwise continues at once, so that short work is not delayed
 * and short tasks that begin together end together. To be called between the steps of CPU-bound work.
 */
export async function yieldToEventLoop(): Promise<void> {
  if (!isYieldDue()) return;
  await new Promise<void>((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(beginSlice);
  });
}

/** A cheap check for loops with small steps, whether `yieldToEventLoop` would yield. */
export function isYieldDue(): boolean {
  return performance.now() - sliceStart > MAX_SLICE_MS;
}

function beginSlice(): void {
  sliceStart = performance.now();
  resumeNext();
}

/** Resumes waiting tasks one after the other; those that remain when the slice is used up wait for the next one. */
function resumeNext(): void {
  const resume = waiting[0];
  resume?.();
  runAfterMicrotasks(() => {
    waiting.shift();
    if (waiting.length === 0) return;
    if (isYieldDue()) setImmediate(beginSlice);
    else resumeNext();
  });
}

/** Runs the task when everything that a resolved promise has caused is done. */
function runAfterMicrotasks(task: () => void): void {
  queueMicrotask(() => process.nextTick(task));
}
