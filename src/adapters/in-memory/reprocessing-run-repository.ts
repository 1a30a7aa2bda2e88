import { isSameWish, type ReprocessingRun } from "../../domain/reprocessing-run.js";
import type { ReprocessingRunRepository } from "../../ports/driven/reprocessing-run-repository.js";

export class InMemoryReprocessingRunRepository implements ReprocessingRunRepository {
  readonly #runs = new Map<string | null, ReprocessingRun>();

  async resumeOrStart(run: ReprocessingRun): Promise<ReprocessingRun> {
    const known = this.#runs.get(run.userId);
    if (known && isSameWish(known, run)) return structuredClone(known);
    await this.restart(run);
    return run;
  }

  async restart(run: ReprocessingRun): Promise<void> {
    this.#runs.set(run.userId, structuredClone(run));
  }

  async finish({ userId, startedAt }: ReprocessingRun): Promise<void> {
    if (this.#runs.get(userId)?.startedAt.getTime() === startedAt.getTime()) this.#runs.delete(userId);
  }
}
