import type { Goal } from "../../../domain/goal/goal.js";
import type { PageRequest } from "../../paging.js";

export interface GoalFilter {
  /**
   * Whether to include achieved and abandoned goals. The list is then ordered by `sortKey`, otherwise by
   * `activeSortKey`.
   */
  readonly includeInactive: boolean;
}

/** A call that resolves is durable; a call that rejects changes nothing. */
export interface GoalRepository {
  /** Stores the goal, or returns the user's existing one with the same ID, unchanged. */
  insertOrGet(goal: Goal): Promise<Goal>;
  get(userId: string, id: string): Promise<Goal | undefined>;
  /** As `ConversationRepository.update`. */
  update(userId: string, id: string, change: (current: Goal) => Goal): Promise<Goal | undefined>;
  /** `page.after` is a sort key in the order of the same filter. */
  list(userId: string, filter: GoalFilter, page: PageRequest): Promise<Goal[]>;
  count(userId: string, filter: GoalFilter): Promise<number>;
}
