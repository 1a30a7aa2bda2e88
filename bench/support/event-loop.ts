import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Measures the longest block of the event loop while `work` runs, in milliseconds of the thread's CPU time: wall time
 * would include the work of other processes.
 */
export async function measureLongestStallMs(work: () => Promise<unknown>): Promise<number> {
  let [longest, isOver, last] = [0, false, getThreadCpuMs()];
  const probe = (): void => {
    const now = getThreadCpuMs();
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

function getThreadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

let collect: (() => void) | undefined;

/** @returns heap and buffer memory in bytes after garbage collection. */
export function measureMemoryBytes(): number {
  if (!collect) {
    setFlagsFromString("--expose-gc");
    collect = runInNewContext("gc") as () => void;
  }
  // Buffers of objects that one collection frees are released by the next.
  collect();
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
