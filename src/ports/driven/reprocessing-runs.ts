import type { ReprocessingRun } from "../../domain/reprocessing-run.js";

/** Runs that have not come to their end. Every call is durable when its promise resolves. */
export interface ReprocessingRuns {
  /**
   * Goes on with the run that wants the same (`isSameWish`), or begins this one in place of any other of its user.
   * @returns the one that there is now.
   */
  join(run: ReprocessingRun): Promise<ReprocessingRun>;
  /** Begins this one in place of any other of its user. */
  begin(run: ReprocessingRun): Promise<void>;
  /** Forgets the run, unless another one has taken its place. */
  end(run: ReprocessingRun): Promise<void>;
}
