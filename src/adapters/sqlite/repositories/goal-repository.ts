import type { StatementSync } from "node:sqlite";
import { Goal, type GoalState } from "../../../domain/goal/goal.js";
import type { GoalFilter, GoalRepository } from "../../../ports/driven/store/goal-repository.js";
import type { PageRequest } from "../../../ports/paging.js";
import { deserializeState, serializeState } from "../queries/state-codec.js";
import { replaceIfChanged } from "../queries/row-updates.js";
import type { SqliteDatabase } from "../database/database.js";
import { prepareListStatements, type ListStatements, toPagePosition } from "../queries/page-query.js";

interface Row {
  readonly key: number;
  readonly state: string;
}

export class SqliteGoalRepository implements GoalRepository {
  readonly #selectById: StatementSync;
  readonly #insert: StatementSync;
  readonly #replace: StatementSync;
  readonly #activeGoals: ListStatements;
  readonly #allGoals: ListStatements;

  constructor(private readonly database: SqliteDatabase) {
    this.#selectById = database.prepare("SELECT key, state FROM goals WHERE user_id = ? AND id = ?");
    this.#insert = database.prepare(
      "INSERT INTO goals (user_id, id, active_key, sort_key, state) VALUES (?, ?, ?, ?, ?)",
    );
    this.#replace = database.prepare("UPDATE goals SET active_key = ?, sort_key = ?, state = ? WHERE key = ?");
    const condition = "user_id = ?";
    this.#activeGoals = prepareListStatements(
      database,
      "goals",
      { index: "goals_active", condition },
      { sortColumn: "active_key" },
    );
    this.#allGoals = prepareListStatements(database, "goals", { index: "goals_all", condition });
  }

  insertOrGet(goal: Goal): Promise<Goal> {
    const { userId, id } = goal.state;
    return this.database.write(userId, () => {
      const existing = this.#find(userId, id);
      if (existing) return toGoal(existing);
      this.insert(goal);
      return goal;
    });
  }

  get(userId: string, id: string): Promise<Goal | undefined> {
    return this.database.read(() => {
      const row = this.#find(userId, id);
      return row && toGoal(row);
    });
  }

  update(userId: string, id: string, change: (current: Goal) => Goal): Promise<Goal | undefined> {
    return this.database.write(userId, () => {
      const row = this.#find(userId, id);
      return (
        row && replaceIfChanged(toGoal(row), change, (next) => this.#replace.run(...toColumnValues(next), row.key))
      );
    });
  }

  list(userId: string, filter: GoalFilter, page: PageRequest): Promise<Goal[]> {
    const { limit, offset, start } = toPagePosition(page);
    const statements = this.#getListStatements(filter);
    return this.database.read(() =>
      (statements.page.all(userId, start, limit, offset) as unknown as Row[]).map(toGoal),
    );
  }

  count(userId: string, filter: GoalFilter): Promise<number> {
    const { count } = this.#getListStatements(filter);
    return this.database.read(() => Number(count.get(userId)?.count));
  }

  /** Call it inside a write. */
  insert(goal: Goal): void {
    this.#insert.run(goal.state.userId, goal.state.id, ...toColumnValues(goal));
  }

  #find(userId: string, id: string): Row | undefined {
    return this.#selectById.get(userId, id) as Row | undefined;
  }

  #getListStatements({ includeInactive }: GoalFilter): ListStatements {
    return includeInactive ? this.#allGoals : this.#activeGoals;
  }
}

/** Returns the values in the order of the statements. */
function toColumnValues(goal: Goal): (string | null)[] {
  return [goal.activeSortKey, goal.sortKey, serializeState(goal.state)];
}

function toGoal({ state }: Pick<Row, "state">): Goal {
  return Goal.restore(deserializeState(state) as GoalState);
}
