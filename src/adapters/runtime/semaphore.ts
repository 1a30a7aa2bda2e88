import pLimit from "p-limit";

/** Limits concurrency in this process; waiting tasks get permits in FIFO order. */
export class Semaphore {
  private readonly limit: ReturnType<typeof pLimit>;

  constructor(permits: number) {
    this.limit = pLimit(permits);
  }

  /**
   * Runs the task once a permit is available.
   * @param signal stops waiting for a permit; the promise then rejects with the signal's reason.
   */
  async run<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const onAbort = (): void => reject(signal.reason as Error);
    signal.addEventListener("abort", onAbort, { once: true });
    // p-limit cannot cancel one waiting task: a task that was aborted ends as soon as it gets its permit.
    const completed = this.limit(() => {
      signal.removeEventListener("abort", onAbort);
      signal.throwIfAborted();
      return task();
    });
    return Promise.race([completed, aborted]);
  }
}
