import { Goal } from "../../../domain/goal/goal.js";
import type { GoalFilter, GoalRepository } from "../../../ports/driven/store/goal-repository.js";
import type { PageRequest } from "../../../ports/paging.js";
import { getUserQueueKey, type MongoDatabase } from "../database/database.js";
import { Documents, type DocumentType } from "../documents/documents.js";

/** Maps goals to documents. */
export const goalDocumentType: DocumentType<Goal> = {
  collection: "goals",
  restore: (state) => Goal.restore(state),
  getKey: ({ state }) => ({ user: state.userId, id: state.id }),
  computeFields: ({ sortKey, activeSortKey: activeKey }) => ({ key: sortKey, activeKey }),
};

export class MongoGoalRepository implements GoalRepository {
  readonly #goals: Documents<Goal>;

  constructor(database: MongoDatabase) {
    this.#goals = new Documents(database, goalDocumentType);
  }

  insertOrGet(goal: Goal): Promise<Goal> {
    const { userId, id } = goal.state;
    return this.#goals.upsert(getUserQueueKey(userId), { user: userId, id }, (existing) => existing ?? goal);
  }

  get(userId: string, id: string): Promise<Goal | undefined> {
    return this.#goals.get({ user: userId, id });
  }

  update(userId: string, id: string, change: (current: Goal) => Goal): Promise<Goal | undefined> {
    return this.#goals.update(getUserQueueKey(userId), { user: userId, id }, change);
  }

  list(userId: string, filter: GoalFilter, page: PageRequest): Promise<Goal[]> {
    return this.#goals.listPage({ user: userId }, { orderBy: getSortField(filter), ...page });
  }

  count(userId: string, filter: GoalFilter): Promise<number> {
    return this.#goals.count({ user: userId, [getSortField(filter)]: { $gt: "" } });
  }
}

/** Inactive goals have no `activeKey`. */
function getSortField({ includeInactive }: GoalFilter): "key" | "activeKey" {
  return includeInactive ? "key" : "activeKey";
}
