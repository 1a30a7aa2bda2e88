import { setTimeout as sleep } from "node:timers/promises";

/** In milliseconds. Work that ends soon on an idle machine may take this long on a busy one. */
export const DEFAULT_TIMEOUT_MS = 240_000;
const POLL_INTERVAL_MS = 20;

/** Polls until the condition holds. @returns the elapsed milliseconds. @throws Error after `timeoutMs`. */
export async function waitUntil(
  condition: () => Promise<boolean> | boolean,
  timeoutMs = DEFAULT_TIMEOUT_MS,
): Promise<number> {
  const startMs = performance.now();
  while (!(await condition())) {
    if (performance.now() - startMs > timeoutMs) throw new Error(`Condition not met within ${timeoutMs} ms`);
    await sleep(POLL_INTERVAL_MS);
  }
  return performance.now() - startMs;
}

/** Repeats until the assertion passes. @throws its last error after `DEFAULT_TIMEOUT_MS`. */
export async function retryUntilPassing<T>(assertion: () => Promise<T> | T): Promise<T> {
  const deadlineMs = performance.now() + DEFAULT_TIMEOUT_MS;
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (performance.now() > deadlineMs) throw error;
      await sleep(POLL_INTERVAL_MS);
    }
  }
}
