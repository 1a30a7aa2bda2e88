import type { Goal, GoalPatch, NewGoal, ProgressEntry } from "../../domain/goal.js";
import type { GoalFilter } from "../driven/goal-repository.js";
import type { PageRequest } from "../driven/page-request.js";
import type { Call } from "./call.js";
import type { Page } from "./page.js";

export interface ListGoals {
  readonly filter: GoalFilter;
  readonly page: PageRequest;
  readonly withTotal: boolean;
}

/** Contract 4.5, decisions 7. All throw DomainError: `invalid`, `not_found`, `unavailable`. */
export interface GoalUseCases {
  create(call: Call, input: NewGoal): Promise<Goal>;
  list(call: Call, query: ListGoals): Promise<Page<Goal>>;
  get(call: Call, id: string): Promise<Goal>;
  update(call: Call, id: string, patch: GoalPatch): Promise<Goal>;
  recordProgress(call: Call, id: string, value: number): Promise<Goal>;
  /** What was recorded today (UTC) or in so many days before, newest first. */
  history(call: Call, id: string, days: number): Promise<readonly ProgressEntry[]>;
  /** It stays readable (decision 7.6). */
  abandon(call: Call, id: string): Promise<Goal>;
}
