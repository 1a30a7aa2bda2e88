import { isSameWish, type ReprocessingRun } from "../../domain/reprocessing-run.js";
import type { ReprocessingRuns } from "../../ports/driven/reprocessing-runs.js";

export class InMemoryReprocessingRuns implements ReprocessingRuns {
  readonly #runs = new Map<string | null, ReprocessingRun>();

  async join(run: ReprocessingRun): Promise<ReprocessingRun> {
    const known = this.#runs.get(run.userId);
    if (known && isSameWish(known, run)) return structuredClone(known);
    await this.begin(run);
    return run;
  }

  async begin(run: ReprocessingRun): Promise<void> {
    this.#runs.set(run.userId, structuredClone(run));
  }

  async end({ userId, startedAt }: ReprocessingRun): Promise<void> {
    if (this.#runs.get(userId)?.startedAt.getTime() === startedAt.getTime()) this.#runs.delete(userId);
  }
}
