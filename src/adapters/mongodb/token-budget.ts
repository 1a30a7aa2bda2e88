import type { Collection } from "mongodb";
import type { TokenBudget } from "../../ports/driven/token-budget.js";
import type { IndexDefinition } from "./collections.js";
import type { Database } from "./database.js";
import { optionsOf } from "./documents.js";

/** All queries use the ID. */
export const tokenBudgetIndexes: readonly IndexDefinition[] = [];

interface Spending {
  /** The user's ID. */
  readonly _id: string;
  /** The latest day requested. */
  readonly day: string;
  readonly spent: number;
}

/** One document per user. */
export class MongoTokenBudget implements TokenBudget {
  readonly #spendings: Collection<Spending>;

  constructor(private readonly database: Database) {
    this.#spendings = database.collection("tokenBudgets");
  }

  tryConsume(userId: string, day: string, tokens: number, budget: number): Promise<boolean> {
    return this.#update(userId, (current) => {
      const latest = current && current.day >= day ? current : { day, spent: 0 };
      const spent = latest.spent + tokens;
      return spent <= budget ? { day: latest.day, spent } : undefined;
    });
  }

  async adjust(userId: string, day: string, tokens: number): Promise<void> {
    await this.#update(userId, (current) =>
      current?.day === day ? { day, spent: Math.max(0, current.spent + tokens) } : undefined,
    );
  }

  /** @param change returns undefined to leave the spending as it is. @returns whether it changed. */
  #update(
    userId: string,
    change: (current: Spending | undefined) => Omit<Spending, "_id"> | undefined,
  ): Promise<boolean> {
    return this.database.write(`token budget ${userId}`, async (transaction) => {
      const options = optionsOf(transaction);
      const next = change((await this.#spendings.findOne({ _id: userId }, options)) ?? undefined);
      if (!next) return false;
      transaction.noteWrite();
      await this.#spendings.replaceOne({ _id: userId }, next, { ...options, upsert: true });
      return true;
    });
  }
}
