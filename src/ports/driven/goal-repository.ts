import type { Goal } from "../../domain/goal.js";
import type { Stretch } from "./stretch.js";

export interface GoalFilter {
  /** Achieved and abandoned ones too; then the list is ordered by `sortKey`, else by `activeKey` (decision 7.3). */
  readonly includeInactive: boolean;
}

/** Every call is durable when its promise resolves, and changes nothing when it rejects. */
export interface GoalRepository {
  /** Stores the goal, or answers the user's one of the same id that is there; that is left as it is. */
  insertOrGet(goal: Goal): Promise<Goal>;
  get(userId: string, id: string): Promise<Goal | undefined>;
  /** As `ConversationRepository.update`. */
  update(userId: string, id: string, change: (before: Goal) => Goal): Promise<Goal | undefined>;
  /** A stretch goes on after a key of the same filter's order. */
  list(userId: string, filter: GoalFilter, stretch: Stretch): Promise<Goal[]>;
  count(userId: string, filter: GoalFilter): Promise<number>;
}
