import type { ReprocessingRun } from "../../domain/reprocessing-run.js";

/** Unfinished reprocessing runs, at most one of each user and one of all users. A call that resolves is durable. */
export interface ReprocessingRunRepository {
  /**
   * Resumes the stored run if it has the same options (`isSameWish`); otherwise replaces it with this run.
   * @returns the stored run.
   */
  resumeOrStart(run: ReprocessingRun): Promise<ReprocessingRun>;
  /** Replaces any stored run of its user with this run. */
  restart(run: ReprocessingRun): Promise<void>;
  /** Deletes the run, unless another run has replaced it. */
  finish(run: ReprocessingRun): Promise<void>;
}
