import type { Goal, GoalPatch, NewGoal, ProgressEntry } from "../../domain/goal/goal.js";
import type { GoalFilter } from "../driven/store/goal-repository.js";
import type { Page, FilteredListQuery } from "../paging.js";
import type { RequestContext } from "./request-context.js";

/** Goals of a user. All methods throw DomainError: `invalid`, `not_found`, `unavailable`. */
export interface GoalUseCases {
  create(context: RequestContext, input: NewGoal): Promise<Goal>;
  list(context: RequestContext, query: FilteredListQuery<GoalFilter>): Promise<Page<Goal>>;
  get(context: RequestContext, id: string): Promise<Goal>;
  update(context: RequestContext, id: string, patch: GoalPatch): Promise<Goal>;
  recordProgress(context: RequestContext, id: string, value: number): Promise<Goal>;
  /** Returns the entries of today (UTC) and of the `days` days before, newest first. */
  getHistory(context: RequestContext, id: string, days: number): Promise<readonly ProgressEntry[]>;
  /** The goal can still be read and changed. */
  abandon(context: RequestContext, id: string): Promise<Goal>;
}
