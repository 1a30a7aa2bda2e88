import assert from "node:assert/strict";
import type { TokenBudget } from "../../ports/driven/token-budget.js";
import { withSubject, type Open, type Registrar } from "../registrar.js";

const MONDAY = "2026-03-02";
const TUESDAY = "2026-03-03";

/** What every TokenBudget keeps, whatever counts it. */
export function tokenBudgetContract({ it }: Registrar, open: Open<TokenBudget>): void {
  const test = (title: string, body: (budget: TokenBudget) => Promise<void>) => it(title, withSubject(open, body));

  test("hands out the whole budget, and no token more", async (budget) => {
    assert.equal(await budget.tryConsume("ada", MONDAY, 60, 100), true);
    assert.equal(await budget.tryConsume("ada", MONDAY, 41, 100), false);
    assert.equal(await budget.tryConsume("ada", MONDAY, 40, 100), true);
    assert.equal(await budget.tryConsume("ada", MONDAY, 1, 100), false);
  });

  test("hands out nothing to who asks for more than there is in a day", async (budget) => {
    assert.equal(await budget.tryConsume("ada", MONDAY, 101, 100), false);
    assert.equal(await budget.tryConsume("ada", MONDAY, 100, 100), true);
  });

  test("hands out no more than the budget to many at once", async (budget) => {
    const taken = await Promise.all(Array.from({ length: 40 }, () => budget.tryConsume("ada", MONDAY, 10, 70)));
    assert.equal(taken.filter(Boolean).length, 7);
  });

  test("begins anew every day", async (budget) => {
    assert.equal(await budget.tryConsume("ada", MONDAY, 100, 100), true);
    assert.equal(await budget.tryConsume("ada", TUESDAY, 100, 100), true);
    assert.equal(await budget.tryConsume("ada", TUESDAY, 1, 100), false);
  });

  test("gives nothing of a day that is over, whoever's clock is late", async (budget) => {
    assert.equal(await budget.tryConsume("ada", TUESDAY, 100, 100), true);
    assert.equal(await budget.tryConsume("ada", MONDAY, 1, 100), false);
  });

  test("counts each user alone", async (budget) => {
    assert.equal(await budget.tryConsume("ada", MONDAY, 100, 100), true);
    assert.equal(await budget.tryConsume("bob", MONDAY, 100, 100), true);
  });

  test("takes back what was not used", async (budget) => {
    await budget.tryConsume("ada", MONDAY, 100, 100);
    await budget.adjust("ada", MONDAY, -30);
    assert.equal(await budget.tryConsume("ada", MONDAY, 31, 100), false);
    assert.equal(await budget.tryConsume("ada", MONDAY, 30, 100), true);
  });

  test("counts what was used beyond what was taken", async (budget) => {
    await budget.tryConsume("ada", MONDAY, 50, 100);
    await budget.adjust("ada", MONDAY, 70);
    assert.equal(await budget.tryConsume("ada", MONDAY, 1, 100), false);
  });

  test("has never more to give than a day's budget", async (budget) => {
    await budget.tryConsume("ada", MONDAY, 10, 100);
    await budget.adjust("ada", MONDAY, -1_000);
    assert.equal(await budget.tryConsume("ada", MONDAY, 101, 100), false);
    assert.equal(await budget.tryConsume("ada", MONDAY, 100, 100), true);
  });

  test("leaves today alone when yesterday is corrected", async (budget) => {
    await budget.tryConsume("ada", MONDAY, 100, 100);
    await budget.tryConsume("ada", TUESDAY, 100, 100);
    await budget.adjust("ada", MONDAY, -100);
    assert.equal(await budget.tryConsume("ada", TUESDAY, 1, 100), false);
  });
}
