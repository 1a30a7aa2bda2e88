/** Time that passes. A task never throws: what can fail is caught where it is known what to do about it. */
export interface Scheduler {
  /**
   * Runs the task once after a delay. @returns a function that cancels it.
   * @param options.isAwaited whether a caller waits for the task; it then keeps the process alive.
   */
  after(milliseconds: number, task: () => void, options?: { readonly isAwaited?: boolean }): () => void;
  /** Runs the task once when the process has nothing else to do, and after so many milliseconds at the latest. */
  whenIdle(latestMs: number, task: () => void): void;
}
