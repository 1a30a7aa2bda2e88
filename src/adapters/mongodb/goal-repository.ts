import { Goal } from "../../domain/goal.js";
import type { GoalFilter, GoalRepository } from "../../ports/driven/goal-repository.js";
import type { PageRequest } from "../../ports/driven/page-request.js";
import type { IndexDefinition } from "./collections.js";
import { userQueue, type Database } from "./database.js";
import { Documents, type DocumentType } from "./documents.js";

export const goalIndexes: readonly IndexDefinition[] = [
  { keys: { user: 1, key: 1 }, serves: "list of all goals, count" },
  { keys: { user: 1, activeKey: 1 }, options: { sparse: true }, serves: "list of active goals, count" },
];

/** How documents of the collection are made. */
export const goalType: DocumentType<Goal> = {
  collection: "goals",
  restore: (state) => Goal.restore(state),
  keyOf: ({ state }) => ({ user: state.userId, id: state.id }),
  fieldsOf: ({ sortKey, activeKey }) => ({ key: sortKey, activeKey }),
};

export class MongoGoalRepository implements GoalRepository {
  readonly #goals: Documents<Goal>;

  constructor(database: Database) {
    this.#goals = new Documents(database, goalType);
  }

  insertOrGet(goal: Goal): Promise<Goal> {
    const { userId, id } = goal.state;
    return this.#goals.upsert(userQueue(userId), { user: userId, id }, (existing) => existing ?? goal);
  }

  get(userId: string, id: string): Promise<Goal | undefined> {
    return this.#goals.get({ user: userId, id });
  }

  update(userId: string, id: string, change: (current: Goal) => Goal): Promise<Goal | undefined> {
    return this.#goals.update(userQueue(userId), { user: userId, id }, change);
  }

  list(userId: string, filter: GoalFilter, page: PageRequest): Promise<Goal[]> {
    return this.#goals.listPage({ user: userId }, { by: orderOf(filter), ...page });
  }

  count(userId: string, filter: GoalFilter): Promise<number> {
    return this.#goals.count({ user: userId, [orderOf(filter)]: { $gt: "" } });
  }
}

/** Inactive goals have no `activeKey`. */
function orderOf({ includeInactive }: GoalFilter): "key" | "activeKey" {
  return includeInactive ? "key" : "activeKey";
}
