import { Goal, type GoalState } from "../../domain/goal.js";
import type { GoalFilter, GoalRepository } from "../../ports/driven/goal-repository.js";
import type { PageRequest } from "../../ports/driven/page-request.js";
import { by, Table } from "./table.js";

export class InMemoryGoalRepository implements GoalRepository {
  readonly #goals = new Table((state: GoalState) => Goal.restore(state));

  /** What is stored, for the archive. */
  get table(): Table<GoalState, Goal> {
    return this.#goals;
  }

  async insertOrGet(goal: Goal): Promise<Goal> {
    const { userId, id } = goal.state;
    const existing = this.#goals.get(userId, id);
    if (existing) return existing;
    this.#goals.put(userId, goal);
    return goal;
  }

  async get(userId: string, id: string): Promise<Goal | undefined> {
    return this.#goals.get(userId, id);
  }

  async update(userId: string, id: string, change: (before: Goal) => Goal): Promise<Goal | undefined> {
    return this.#goals.update(userId, id, change);
  }

  async list(userId: string, filter: GoalFilter, { limit, offset = 0, after = "" }: PageRequest): Promise<Goal[]> {
    return this.#listed(userId, filter)
      .sort(by(({ key }) => key))
      .filter(({ key }) => key > after)
      .slice(offset, offset + limit)
      .map(({ goal }) => goal);
  }

  async count(userId: string, filter: GoalFilter): Promise<number> {
    return this.#listed(userId, filter).length;
  }

  #listed(userId: string, { includeInactive }: GoalFilter): { key: string; goal: Goal }[] {
    return this.#goals.of(userId).flatMap((goal) => {
      const key = includeInactive ? goal.sortKey : goal.activeKey;
      return key === null ? [] : [{ key, goal }];
    });
  }
}
