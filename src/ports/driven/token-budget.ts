/** Daily budget of language model tokens of each user, counted over all processes of the service. */
export interface TokenBudget {
  /**
   * Consumes `tokens` of the day's budget, or nothing when fewer remain. Exact under concurrency.
   * @param day as `2026-03-02`. A day before the latest one requested counts as the latest one.
   * @returns whether the tokens were consumed.
   */
  tryConsume(userId: string, day: string, tokens: number, budget: number): Promise<boolean>;
  /**
   * Corrects an estimate. Has no effect on a day that is over.
   * @param tokens used tokens minus consumed ones; negative to return tokens.
   */
  adjust(userId: string, day: string, tokens: number): Promise<void>;
}
