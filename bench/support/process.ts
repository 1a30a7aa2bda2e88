import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * The longest time for which nothing else on this thread had its turn, in milliseconds of the thread's own work: what
 * other processes take of a busy machine is none of the index's doing.
 */
export async function longestStall(work: () => Promise<unknown>): Promise<number> {
  let [longest, isOver, last] = [0, false, worked()];
  const probe = (): void => {
    const now = worked();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(probe);
  };
  setImmediate(probe);
  await work();
  isOver = true;
  probe();
  return longest;
}

function worked(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

let collect: (() => void) | undefined;

/** In bytes, after everything that nobody holds has been let go of. */
export function memoryInUse(): number {
  if (!collect) {
    setFlagsFromString("--expose-gc");
    collect = runInNewContext("gc") as () => void;
  }
  // The buffers of what one collection has found are let go of by the next.
  collect();
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
