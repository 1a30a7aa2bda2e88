/** Lets so many run at once. */
export interface Turns {
  /**
   * Runs the task when it is its turn.
   * @param signal given up while it waits for its turn when this is aborted: then it rejects with the signal's reason.
   */
  run<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

export const allAtOnce: Turns = { run: (task) => task() };
