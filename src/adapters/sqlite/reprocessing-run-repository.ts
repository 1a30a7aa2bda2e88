import type { StatementSync } from "node:sqlite";
import { isSameWish, type ReprocessingRun } from "../../domain/reprocessing-run.js";
import type { ReprocessingRunRepository } from "../../ports/driven/reprocessing-run-repository.js";
import { decode, encode } from "./codec.js";
import type { Database } from "./database.js";
import { nobody } from "./data-versions.js";

/** One row for each user, and one for everybody, whose `user_id` is empty: no user's is. */
export class SqliteReprocessingRunRepository implements ReprocessingRunRepository {
  readonly #find: StatementSync;
  readonly #put: StatementSync;
  readonly #delete: StatementSync;

  constructor(private readonly database: Database) {
    this.#find = database.prepare("SELECT state FROM reprocessing_runs WHERE user_id = ?");
    this.#put = database.prepare(`
      INSERT INTO reprocessing_runs (user_id, state) VALUES (?, ?)
      ON CONFLICT (user_id) DO UPDATE SET state = excluded.state`);
    this.#delete = database.prepare("DELETE FROM reprocessing_runs WHERE user_id = ?");
  }

  resumeOrStart(run: ReprocessingRun): Promise<ReprocessingRun> {
    return this.database.write(nobody, () => {
      const known = this.#known(run);
      if (known && isSameWish(known, run)) return known;
      this.#begin(run);
      return run;
    });
  }

  restart(run: ReprocessingRun): Promise<void> {
    return this.database.write(nobody, () => this.#begin(run));
  }

  finish(run: ReprocessingRun): Promise<void> {
    return this.database.write(nobody, () => {
      if (this.#known(run)?.startedAt.getTime() === run.startedAt.getTime()) this.#delete.run(rowOf(run));
    });
  }

  #known(run: ReprocessingRun): ReprocessingRun | undefined {
    const row = this.#find.get(rowOf(run));
    return row && (decode(String(row["state"])) as ReprocessingRun);
  }

  #begin(run: ReprocessingRun): void {
    this.#put.run(rowOf(run), encode(run));
  }
}

const rowOf = ({ userId }: ReprocessingRun): string => userId ?? "";
