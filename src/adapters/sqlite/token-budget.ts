import type { StatementSync } from "node:sqlite";
import type { TokenBudget } from "../../ports/driven/token-budget.js";
import type { Database } from "./database.js";
import { nobody } from "./data-versions.js";

/** One row a user, of the latest day. */
export class SqliteTokenBudget implements TokenBudget {
  readonly #take: StatementSync;
  readonly #correct: StatementSync;

  constructor(private readonly database: Database) {
    this.#take = database.prepare(`
      INSERT INTO token_budgets (user_id, day, spent) SELECT $user, $day, $tokens WHERE $tokens <= $budget
      ON CONFLICT (user_id) DO UPDATE SET
        spent = iif(day >= excluded.day, spent, 0) + excluded.spent, day = max(day, excluded.day)
      WHERE iif(day >= excluded.day, spent, 0) + excluded.spent <= $budget`);
    this.#correct = database.prepare(
      "UPDATE token_budgets SET spent = max(0, spent + ?) WHERE user_id = ? AND day = ?",
    );
  }

  tryConsume(userId: string, day: string, tokens: number, budget: number): Promise<boolean> {
    const values = { $user: userId, $day: day, $tokens: tokens, $budget: budget };
    return this.database.write(nobody, () => Number(this.#take.run(values).changes) > 0);
  }

  async adjust(userId: string, day: string, tokens: number): Promise<void> {
    await this.database.write(nobody, () => this.#correct.run(tokens, userId, day));
  }
}
