/** What a user may have a language model read and write in a day, counted over all processes of the service. */
export interface TokenBudget {
  /**
   * Takes so many tokens from the day's budget, or none when fewer are left of it. Of many at once no more than the
   * budget is handed out.
   * @param day as `2026-03-02`. One that is over counts as the latest that was asked for.
   * @returns whether they were taken.
   */
  take(userId: string, day: string, tokens: number, budget: number): Promise<boolean>;
  /**
   * Makes up for an estimate.
   * @param tokens what was used beyond what was taken; negative for what is given back. Of a day that is over it
   *   changes nothing.
   */
  correct(userId: string, day: string, tokens: number): Promise<void>;
}
