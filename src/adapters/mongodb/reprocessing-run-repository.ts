import type { Collection, Document } from "mongodb";
import { isSameWish, type ReprocessingRun } from "../../domain/reprocessing-run.js";
import type { ReprocessingRunRepository } from "../../ports/driven/reprocessing-run-repository.js";
import { decodeState, encodeState } from "./codec.js";
import type { IndexDefinition } from "./collections.js";
import type { Database } from "./database.js";
import { optionsOf } from "./documents.js";
import type { Transaction } from "./write-queue.js";

/** All queries use the ID. */
export const reprocessingRunIndexes: readonly IndexDefinition[] = [];

interface StoredRun {
  /** The user's ID; empty for the run of all users, because no user's ID is. */
  readonly _id: string;
  readonly state: Document;
}

export class MongoReprocessingRunRepository implements ReprocessingRunRepository {
  readonly #runs: Collection<StoredRun>;

  constructor(private readonly database: Database) {
    this.#runs = database.collection("reprocessingRuns");
  }

  resumeOrStart(run: ReprocessingRun): Promise<ReprocessingRun> {
    return this.#write(run, async (transaction) => {
      const stored = await this.#find(run, transaction);
      if (stored && isSameWish(stored, run)) return stored;
      await this.#replace(run, transaction);
      return run;
    });
  }

  restart(run: ReprocessingRun): Promise<void> {
    return this.#write(run, (transaction) => this.#replace(run, transaction));
  }

  finish(run: ReprocessingRun): Promise<void> {
    return this.#write(run, async (transaction) => {
      const stored = await this.#find(run, transaction);
      if (stored?.startedAt.getTime() !== run.startedAt.getTime()) return;
      transaction.noteWrite();
      await this.#runs.deleteOne({ _id: idOf(run) }, optionsOf(transaction));
    });
  }

  #write<T>(run: ReprocessingRun, job: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.database.write(`reprocessing run ${idOf(run)}`, job);
  }

  async #find(run: ReprocessingRun, transaction: Transaction): Promise<ReprocessingRun | undefined> {
    const stored = await this.#runs.findOne({ _id: idOf(run) }, optionsOf(transaction));
    return stored ? (decodeState(stored.state) as ReprocessingRun) : undefined;
  }

  async #replace(run: ReprocessingRun, transaction: Transaction): Promise<void> {
    transaction.noteWrite();
    const options = { ...optionsOf(transaction), upsert: true };
    await this.#runs.replaceOne({ _id: idOf(run) }, { state: encodeState(run) }, options);
  }
}

function idOf({ userId }: ReprocessingRun): string {
  return userId ?? "";
}
