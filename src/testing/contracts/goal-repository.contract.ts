import assert from "node:assert/strict";
import type { Goal } from "../../domain/goal/goal.js";
import type { GoalFilter, GoalRepository } from "../../ports/driven/store/goal-repository.js";
import type { PageRequest } from "../../ports/paging.js";
import { aGoal } from "../builders.js";
import { withSubject, type Open, type TestFramework } from "../test-framework.js";
import { awkwardTexts } from "./awkward-texts.js";

const dayOfMarch = (day: number) => new Date(Date.UTC(2026, 2, day));
const activeOnly: GoalFilter = { includeInactive: false };
const includingInactive: GoalFilter = { includeInactive: true };

/** Guarantees of every GoalRepository. */
export function goalRepositoryContract({ describe, it }: TestFramework, open: Open<GoalRepository>): void {
  const test = (title: string, body: (goals: GoalRepository) => Promise<void>) => it(title, withSubject(open, body));

  test("stores a goal with every field unchanged", async (goals) => {
    const input = [
      aGoal({
        status: "focused",
        focusRank: 2,
        horizonAt: dayOfMarch(9),
        unit: "km",
        measured: true,
        whyItMatters: "Air",
      }),
      aGoal({ minValue: -1e308, maxValue: 1e308, targetValue: 5e-324, currentValue: 0.1 }),
      aGoal().recordProgress(3, dayOfMarch(3)).recordProgress(4, dayOfMarch(4)),
      aGoal({ keyedChanges: ["call", "another"] }),
      ...awkwardTexts.map((text) => aGoal({ title: text, successCriteria: [text] })),
    ];
    for (const goal of input) await goals.insertOrGet(goal);
    for (const { state } of input) assert.deepEqual((await goals.get("ada", state.id))?.state, state);
  });

  test("is not affected when the caller mutates the objects it passed in or received", async (goals) => {
    const goal = aGoal({ horizonAt: dayOfMarch(9) });
    await goals.insertOrGet(goal);
    goal.state.horizonAt?.setTime(0);
    (await goals.get("ada", goal.state.id))?.state.horizonAt?.setTime(0);
    assert.deepEqual((await goals.get("ada", goal.state.id))?.state.horizonAt, dayOfMarch(9));
  });

  test("returns the existing goal with the same ID and leaves it unchanged", async (goals) => {
    const first = aGoal({ id: "a", title: "First" });
    assert.deepEqual((await goals.insertOrGet(first)).state, first.state);
    assert.deepEqual((await goals.insertOrGet(aGoal({ id: "a", title: "Second" }))).state, first.state);
    assert.deepEqual((await goals.get("ada", "a"))?.state, first.state);
  });

  test("stores one of 20 goals that are added concurrently with the same ID, and returns it to every caller", async (goals) => {
    const titles = Array.from({ length: 20 }, (_, index) => `Goal ${index}`);
    const stored = await Promise.all(titles.map((title) => goals.insertOrGet(aGoal({ id: "a", title }))));
    assert.equal(new Set(stored.map(({ state }) => state.title)).size, 1);
    assert.equal(await goals.count("ada", includingInactive), 1);
  });

  test("keeps users separate even under the same ID", async (goals) => {
    await goals.insertOrGet(aGoal({ id: "a" }));
    assert.equal(await goals.get("bob", "a"), undefined);
    assert.equal(await goals.update("bob", "a", (current) => current.abandon(dayOfMarch(3))), undefined);
    assert.deepEqual(await listIds(goals, "bob", includingInactive), []);
    assert.equal((await goals.insertOrGet(aGoal({ id: "a", userId: "bob", title: "His" }))).state.title, "His");
    assert.equal((await goals.get("ada", "a"))?.state.title, "Run");
  });

  test("does not get, update or count unknown goals", async (goals) => {
    assert.equal(await goals.get("ada", "nowhere"), undefined);
    assert.equal(await goals.update("ada", "nowhere", (current) => current), undefined);
    assert.equal(await goals.count("ada", includingInactive), 0);
  });

  test("loses none of 20 concurrent changes", async (goals) => {
    await goals.insertOrGet(aGoal({ id: "a" }));
    const increment = () =>
      goals.update("ada", "a", (current) => current.recordProgress(current.state.currentValue + 1, dayOfMarch(3)));
    await Promise.all(Array.from({ length: 20 }, increment));
    assert.equal((await goals.get("ada", "a"))?.state.currentValue, 20);
  });

  test("changes nothing when the update callback throws", async (goals) => {
    const goal = aGoal();
    await goals.insertOrGet(goal);
    const failure = new Error("no");
    const failedUpdate = goals.update("ada", goal.state.id, () => {
      throw failure;
    });
    await assert.rejects(failedUpdate, failure);
    assert.deepEqual((await goals.get("ada", goal.state.id))?.state, goal.state);
  });

  describe("GoalRepository: listing and counting", () => {
    test("sorts active goals oldest first and all goals newest first, then by ID", async (goals) => {
      await insertGoals(goals, [
        aGoal({ id: "c", createdAt: dayOfMarch(2) }),
        aGoal({ id: "old", createdAt: dayOfMarch(1) }),
        aGoal({ id: "b done", createdAt: dayOfMarch(2), status: "achieved" }),
        aGoal({ id: "new", createdAt: dayOfMarch(3), status: "paused" }),
        aGoal({ id: "a", createdAt: dayOfMarch(2), status: "focused" }),
        aGoal({ id: "given up", createdAt: dayOfMarch(4), status: "abandoned" }),
      ]);
      assert.deepEqual(await listIds(goals, "ada", activeOnly), ["old", "a", "c", "new"]);
      assert.deepEqual(await listIds(goals, "ada", includingInactive), ["given up", "new", "a", "b done", "c", "old"]);
      assert.equal(await goals.count("ada", activeOnly), 4);
      assert.equal(await goals.count("ada", includingInactive), 6);
    });

    test("reflects every change of status", async (goals) => {
      await insertGoals(goals, [aGoal({ id: "a" })]);
      await goals.update("ada", "a", (current) => current.abandon(dayOfMarch(3)));
      assert.deepEqual(await listIds(goals, "ada", activeOnly), []);
      assert.equal(await goals.count("ada", activeOnly), 0);
      await goals.update("ada", "a", (current) => current.edit({ status: "focused" }, dayOfMarch(4)));
      assert.deepEqual(await listIds(goals, "ada", activeOnly), ["a"]);
    });

    test("returns pages by offset and by cursor that together contain every goal", async (goals) => {
      await insertGoals(
        goals,
        Array.from({ length: 23 }, (_, index) =>
          aGoal({ createdAt: dayOfMarch(1 + (index % 5)), status: index % 3 === 0 ? "achieved" : "background" }),
        ),
      );
      for (const filter of [activeOnly, includingInactive]) {
        const expectedIds = await listIds(goals, "ada", filter);
        const idsByOffset: string[] = [];
        for (let offset = 0; offset < expectedIds.length; offset += 4) {
          idsByOffset.push(...(await listIds(goals, "ada", filter, { limit: 4, offset })));
        }
        assert.deepEqual(idsByOffset, expectedIds);
        const goalsByCursor: Goal[] = [];
        for (;;) {
          const last = goalsByCursor.at(-1);
          const after = last && sortKeyFor(filter, last);
          const page = await goals.list("ada", filter, { limit: 4, ...(after === undefined ? {} : { after }) });
          if (page.length === 0) break;
          goalsByCursor.push(...page);
        }
        assert.deepEqual(
          goalsByCursor.map(({ state }) => state.id),
          expectedIds,
        );
      }
    });
  });
}

function sortKeyFor({ includeInactive }: GoalFilter, goal: Goal): string {
  const key = includeInactive ? goal.sortKey : goal.activeSortKey;
  assert.ok(key !== null, "an inactive goal is on the list of the active ones");
  return key;
}

async function insertGoals(goals: GoalRepository, input: readonly Goal[]): Promise<void> {
  await Promise.all(input.map((goal) => goals.insertOrGet(goal)));
}

async function listIds(
  goals: GoalRepository,
  userId: string,
  filter: GoalFilter,
  pageRequest: PageRequest = { limit: 100 },
): Promise<string[]> {
  return (await goals.list(userId, filter, pageRequest)).map(({ state }) => state.id);
}
