import type { StatementSync } from "node:sqlite";
import { Goal, type GoalState } from "../../domain/goal.js";
import type { GoalFilter, GoalRepository } from "../../ports/driven/goal-repository.js";
import type { PageRequest } from "../../ports/driven/page-request.js";
import { decode, encode } from "./codec.js";
import type { Database } from "./database.js";
import { listing, type Listing } from "./listing.js";
import { placeOf } from "./place.js";

interface Row {
  readonly key: number;
  readonly state: string;
}

export class SqliteGoalRepository implements GoalRepository {
  readonly #byId: StatementSync;
  readonly #insert: StatementSync;
  readonly #replace: StatementSync;
  readonly #active: Listing;
  readonly #all: Listing;

  constructor(private readonly database: Database) {
    this.#byId = database.prepare("SELECT key, state FROM goals WHERE user_id = ? AND id = ?");
    this.#insert = database.prepare(
      "INSERT INTO goals (user_id, id, active_key, sort_key, state) VALUES (?, ?, ?, ?, ?)",
    );
    this.#replace = database.prepare("UPDATE goals SET active_key = ?, sort_key = ?, state = ? WHERE key = ?");
    const chosen = "user_id = ?";
    this.#active = listing(database, "goals", { index: "goals_active", chosen }, { by: "active_key" });
    this.#all = listing(database, "goals", { index: "goals_all", chosen });
  }

  insertOrGet(goal: Goal): Promise<Goal> {
    const { userId, id } = goal.state;
    return this.database.write(userId, () => {
      const existing = this.#find(userId, id);
      if (existing) return goalOf(existing);
      this.insert(goal);
      return goal;
    });
  }

  get(userId: string, id: string): Promise<Goal | undefined> {
    return this.database.read(() => {
      const row = this.#find(userId, id);
      return row && goalOf(row);
    });
  }

  update(userId: string, id: string, change: (before: Goal) => Goal): Promise<Goal | undefined> {
    return this.database.write(userId, () => {
      const row = this.#find(userId, id);
      if (!row) return undefined;
      const before = goalOf(row);
      const after = change(before);
      if (after !== before) this.#replace.run(...valuesOf(after), row.key);
      return after;
    });
  }

  list(userId: string, filter: GoalFilter, page: PageRequest): Promise<Goal[]> {
    const { limit, offset, start } = placeOf(page);
    const statements = this.#listing(filter);
    return this.database.read(() =>
      (statements.page.all(userId, start, limit, offset) as unknown as Row[]).map(goalOf),
    );
  }

  count(userId: string, filter: GoalFilter): Promise<number> {
    const { count } = this.#listing(filter);
    return this.database.read(() => Number(count.get(userId)?.count));
  }

  /** Call it inside a write. */
  insert(goal: Goal): void {
    this.#insert.run(goal.state.userId, goal.state.id, ...valuesOf(goal));
  }

  #find(userId: string, id: string): Row | undefined {
    return this.#byId.get(userId, id) as Row | undefined;
  }

  #listing({ includeInactive }: GoalFilter): Listing {
    return includeInactive ? this.#all : this.#active;
  }
}

/** In the order of the statements. */
function valuesOf(goal: Goal): (string | null)[] {
  return [goal.activeKey, goal.sortKey, encode(goal.state)];
}

function goalOf({ state }: Pick<Row, "state">): Goal {
  return Goal.restore(decode(state) as GoalState);
}
