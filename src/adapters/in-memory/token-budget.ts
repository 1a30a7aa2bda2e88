import type { TokenBudget } from "../../ports/driven/token-budget.js";

interface Account {
  readonly day: string;
  readonly spent: number;
}

export class InMemoryTokenBudget implements TokenBudget {
  /** The latest day of each user. */
  readonly #accounts = new Map<string, Account>();

  async tryConsume(userId: string, day: string, tokens: number, budget: number): Promise<boolean> {
    const account = this.#accounts.get(userId);
    const current = account && account.day >= day ? account : { day, spent: 0 };
    const spent = current.spent + tokens;
    if (spent > budget) return false;
    this.#accounts.set(userId, { day: current.day, spent });
    return true;
  }

  async adjust(userId: string, day: string, tokens: number): Promise<void> {
    const account = this.#accounts.get(userId);
    if (account?.day === day) this.#accounts.set(userId, { day, spent: Math.max(0, account.spent + tokens) });
  }
}
