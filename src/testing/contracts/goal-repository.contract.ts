import assert from "node:assert/strict";
import type { Goal } from "../../domain/goal.js";
import type { GoalFilter, GoalRepository } from "../../ports/driven/goal-repository.js";
import type { PageRequest } from "../../ports/driven/page-request.js";
import { aGoal } from "../builders.js";
import { withSubject, type Open, type Registrar } from "../registrar.js";
import { awkwardTexts } from "./texts.js";

const on = (day: number) => new Date(Date.UTC(2026, 2, day));
const active: GoalFilter = { includeInactive: false };
const all: GoalFilter = { includeInactive: true };

/** What every GoalRepository keeps, whatever stores it. */
export function goalRepositoryContract({ describe, it }: Registrar, open: Open<GoalRepository>): void {
  const test = (title: string, body: (goals: GoalRepository) => Promise<void>) => it(title, withSubject(open, body));

  test("keeps a goal exactly as it was given", async (goals) => {
    const given = [
      aGoal({ status: "focused", focusRank: 2, horizonAt: on(9), unit: "km", measured: true, whyItMatters: "Air" }),
      aGoal({ minValue: -1e308, maxValue: 1e308, targetValue: 5e-324, currentValue: 0.1 }),
      aGoal().recordProgress(3, on(3)).recordProgress(4, on(4)),
      aGoal({ keyedChanges: ["call", "another"] }),
      ...awkwardTexts.map((text) => aGoal({ title: text, successCriteria: [text] })),
    ];
    for (const goal of given) await goals.insertOrGet(goal);
    for (const { state } of given) assert.deepEqual((await goals.get("ada", state.id))?.state, state);
  });

  test("keeps nothing that its caller still holds", async (goals) => {
    const goal = aGoal({ horizonAt: on(9) });
    await goals.insertOrGet(goal);
    goal.state.horizonAt?.setTime(0);
    (await goals.get("ada", goal.state.id))?.state.horizonAt?.setTime(0);
    assert.deepEqual((await goals.get("ada", goal.state.id))?.state.horizonAt, on(9));
  });

  test("answers the goal of the same id that is there, and leaves it as it is", async (goals) => {
    const first = aGoal({ id: "a", title: "First" });
    assert.deepEqual((await goals.insertOrGet(first)).state, first.state);
    assert.deepEqual((await goals.insertOrGet(aGoal({ id: "a", title: "Second" }))).state, first.state);
    assert.deepEqual((await goals.get("ada", "a"))?.state, first.state);
  });

  test("stores one of 20 goals of the same id that come at once, and answers it to all", async (goals) => {
    const titles = Array.from({ length: 20 }, (_, index) => `Goal ${index}`);
    const stored = await Promise.all(titles.map((title) => goals.insertOrGet(aGoal({ id: "a", title }))));
    assert.equal(new Set(stored.map(({ state }) => state.title)).size, 1);
    assert.equal(await goals.count("ada", all), 1);
  });

  test("keeps users apart, even under the same id", async (goals) => {
    await goals.insertOrGet(aGoal({ id: "a" }));
    assert.equal(await goals.get("bob", "a"), undefined);
    assert.equal(await goals.update("bob", "a", (before) => before.abandon(on(3))), undefined);
    assert.deepEqual(await ids(goals, "bob", all), []);
    assert.equal((await goals.insertOrGet(aGoal({ id: "a", userId: "bob", title: "His" }))).state.title, "His");
    assert.equal((await goals.get("ada", "a"))?.state.title, "Run");
  });

  test("knows nothing of what was never there", async (goals) => {
    assert.equal(await goals.get("ada", "nowhere"), undefined);
    assert.equal(await goals.update("ada", "nowhere", (before) => before), undefined);
    assert.equal(await goals.count("ada", all), 0);
  });

  test("loses none of 20 changes at once", async (goals) => {
    await goals.insertOrGet(aGoal({ id: "a" }));
    const increment = () =>
      goals.update("ada", "a", (before) => before.recordProgress(before.state.currentValue + 1, on(3)));
    await Promise.all(Array.from({ length: 20 }, increment));
    assert.equal((await goals.get("ada", "a"))?.state.currentValue, 20);
  });

  test("changes nothing when the change throws", async (goals) => {
    const goal = aGoal();
    await goals.insertOrGet(goal);
    const refusal = new Error("no");
    const refused = goals.update("ada", goal.state.id, () => {
      throw refusal;
    });
    await assert.rejects(refused, refusal);
    assert.deepEqual((await goals.get("ada", goal.state.id))?.state, goal.state);
  });

  describe("a list", () => {
    test("of the active ones is oldest first, of all newest first, and by id where the time is the same", async (goals) => {
      await fill(goals, [
        aGoal({ id: "c", createdAt: on(2) }),
        aGoal({ id: "old", createdAt: on(1) }),
        aGoal({ id: "b done", createdAt: on(2), status: "achieved" }),
        aGoal({ id: "new", createdAt: on(3), status: "paused" }),
        aGoal({ id: "a", createdAt: on(2), status: "focused" }),
        aGoal({ id: "given up", createdAt: on(4), status: "abandoned" }),
      ]);
      assert.deepEqual(await ids(goals, "ada", active), ["old", "a", "c", "new"]);
      assert.deepEqual(await ids(goals, "ada", all), ["given up", "new", "a", "b done", "c", "old"]);
      assert.equal(await goals.count("ada", active), 4);
      assert.equal(await goals.count("ada", all), 6);
    });

    test("follows every change of what it is chosen by", async (goals) => {
      await fill(goals, [aGoal({ id: "a" })]);
      await goals.update("ada", "a", (before) => before.abandon(on(3)));
      assert.deepEqual(await ids(goals, "ada", active), []);
      assert.equal(await goals.count("ada", active), 0);
      await goals.update("ada", "a", (before) => before.edit({ status: "focused" }, on(4)));
      assert.deepEqual(await ids(goals, "ada", active), ["a"]);
    });

    test("comes in pages, by offset and by place, that together are the whole", async (goals) => {
      await fill(
        goals,
        Array.from({ length: 23 }, (_, n) =>
          aGoal({ createdAt: on(1 + (n % 5)), status: n % 3 === 0 ? "achieved" : "background" }),
        ),
      );
      for (const filter of [active, all]) {
        const whole = await ids(goals, "ada", filter);
        const byOffset: string[] = [];
        for (let offset = 0; offset < whole.length; offset += 4) {
          byOffset.push(...(await ids(goals, "ada", filter, { limit: 4, offset })));
        }
        assert.deepEqual(byOffset, whole);
        const byPlace: Goal[] = [];
        for (;;) {
          const last = byPlace.at(-1);
          const after = last && keyIn(filter, last);
          const page = await goals.list("ada", filter, { limit: 4, ...(after === undefined ? {} : { after }) });
          if (page.length === 0) break;
          byPlace.push(...page);
        }
        assert.deepEqual(
          byPlace.map(({ state }) => state.id),
          whole,
        );
      }
    });
  });
}

function keyIn({ includeInactive }: GoalFilter, goal: Goal): string {
  const key = includeInactive ? goal.sortKey : goal.activeKey;
  assert.ok(key !== null, "an inactive goal is on the list of the active ones");
  return key;
}

async function fill(goals: GoalRepository, given: readonly Goal[]): Promise<void> {
  await Promise.all(given.map((goal) => goals.insertOrGet(goal)));
}

async function ids(
  goals: GoalRepository,
  userId: string,
  filter: GoalFilter,
  stretch: PageRequest = { limit: 100 },
): Promise<string[]> {
  return (await goals.list(userId, filter, stretch)).map(({ state }) => state.id);
}
