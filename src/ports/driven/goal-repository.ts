import type { Goal } from "../../domain/goal.js";
import type { PageRequest } from "./page-request.js";

export interface GoalFilter {
  /** Achieved and abandoned ones too; then the list is ordered by `sortKey`, else by `activeKey` (decision 7.3). */
  readonly includeInactive: boolean;
}

/** A call that resolves is durable; a call that rejects changes nothing. */
export interface GoalRepository {
  /** Stores the goal, or answers the user's one of the same id that is there; that is left as it is. */
  insertOrGet(goal: Goal): Promise<Goal>;
  get(userId: string, id: string): Promise<Goal | undefined>;
  /** As `ConversationRepository.update`. */
  update(userId: string, id: string, change: (before: Goal) => Goal): Promise<Goal | undefined>;
  /** `page.after` is a sort key in the order of the same filter. */
  list(userId: string, filter: GoalFilter, page: PageRequest): Promise<Goal[]>;
  count(userId: string, filter: GoalFilter): Promise<number>;
}
