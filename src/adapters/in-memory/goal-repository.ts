import { Goal, type GoalState } from "../../domain/goal/goal.js";
import type { GoalFilter, GoalRepository } from "../../ports/driven/store/goal-repository.js";
import type { PageRequest } from "../../ports/paging.js";
import { compareBy, AggregateTable } from "./tables.js";

export class InMemoryGoalRepository implements GoalRepository {
  readonly #goalTable = new AggregateTable((state: GoalState) => Goal.restore(state));

  /** The stored goals, for the archive. */
  get table(): AggregateTable<GoalState, Goal> {
    return this.#goalTable;
  }

  async insertOrGet(goal: Goal): Promise<Goal> {
    const { userId, id } = goal.state;
    const existing = this.#goalTable.get(userId, id);
    if (existing) return existing;
    this.#goalTable.put(userId, goal);
    return goal;
  }

  async get(userId: string, id: string): Promise<Goal | undefined> {
    return this.#goalTable.get(userId, id);
  }

  async update(userId: string, id: string, change: (current: Goal) => Goal): Promise<Goal | undefined> {
    return this.#goalTable.update(userId, id, change);
  }

  async list(userId: string, filter: GoalFilter, { limit, offset = 0, after = "" }: PageRequest): Promise<Goal[]> {
    return this.#findMatching(userId, filter)
      .sort(compareBy(({ key }) => key))
      .filter(({ key }) => key > after)
      .slice(offset, offset + limit)
      .map(({ goal }) => goal);
  }

  async count(userId: string, filter: GoalFilter): Promise<number> {
    return this.#findMatching(userId, filter).length;
  }

  #findMatching(userId: string, { includeInactive }: GoalFilter): { key: string; goal: Goal }[] {
    return this.#goalTable.listByUser(userId).flatMap((goal) => {
      const key = includeInactive ? goal.sortKey : goal.activeSortKey;
      return key === null ? [] : [{ key, goal }];
    });
  }
}
