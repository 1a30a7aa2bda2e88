import { expect } from "chai";
import fc from "fast-check";
import { Goal, goalStatuses, goalTypes, type GoalPatch, type NewGoal } from "../../../src/domain/goal/goal.js";
import { aGoal } from "../../../src/testing/index.js";
import { expectDomainError } from "../../support/domain-errors.js";

const now = new Date("2026-03-02T09:00:00.000Z");
const later = new Date("2026-03-02T23:59:59.999Z");
const tomorrow = new Date("2026-03-03T00:00:00.000Z");
const daysAfter = (days: number) => new Date(now.getTime() + days * 86_400_000);
const birth = { id: "goal_0123456789ab", creation: "creation", userId: "ada", now };
const create = (input: Partial<NewGoal> = {}) => Goal.create({ title: "Run", ...input }, birth);
const numbers = ({ state: { minValue, maxValue, targetValue, currentValue } }: Goal) => ({
  min: minValue,
  max: maxValue,
  target: targetValue,
  current: currentValue,
});

describe("A new goal", () => {
  it("is active in the background and has no metric", () => {
    const goal = create();
    expect(goal.state).to.deep.equal(
      aGoal({ id: birth.id, creation: birth.creation, createdAt: now, updatedAt: now }).state,
    );
    expect(goal.isActive).to.be.true;
    expect(goal.metric).to.be.null;
  });

  it("treats null as absent", () => {
    const nothing = { currentValue: null, targetValue: null, minValue: null, maxValue: null, unit: null };
    const given = { ...nothing, desiredOutcome: null, goalType: null, horizonAt: null, whyItMatters: null };
    expect(create(given).state).to.deep.equal(create().state);
  });

  it("trims its title, which then must have 1 to 500 code points", () => {
    expect(create({ title: "\n Run\u3000" }).state.title).to.equal("Run");
    expect(create({ title: ` ${"🌱".repeat(500)} ` }).state.title).to.have.length(1000);
    expect(expectDomainError("invalid", () => create({ title: " \n" })).message).to.equal(
      "The title must not be blank",
    );
    expect(expectDomainError("invalid", () => create({ title: "🌱".repeat(501) })).message).to.equal(
      "The title must have at most 500 characters",
    );
  });

  it("uses its title as the desired outcome by default", () => {
    expect(create({ title: " Run ", desiredOutcome: " \n" }).state.desiredOutcome).to.equal("Run");
    expect(create({ desiredOutcome: " A marathon " }).state.desiredOutcome).to.equal(" A marathon ");
  });

  for (const [given, expected] of [
    [{}, { min: 0, max: 10, target: 0, current: 0 }],
    [{ goalType: "numeric" }, { min: 0, max: 10, target: 0, current: 0 }],
    [{ goalType: "boolean" }, { min: 0, max: 1, target: 1, current: 0 }],
    [
      { goalType: "boolean", maxValue: 3 },
      { min: 0, max: 3, target: 3, current: 0 },
    ],
    [
      { goalType: "boolean", targetValue: 5 },
      { min: 0, max: 1, target: 5, current: 0 },
    ],
    [{ unit: "km" }, { min: 0, max: 10, target: 10, current: 0 }],
    [{ unit: "" }, { min: 0, max: 10, target: 10, current: 0 }],
    [{ currentValue: 0 }, { min: 0, max: 10, target: 10, current: 0 }],
    [{ currentValue: 99 }, { min: 0, max: 10, target: 10, current: 99 }],
    [{ targetValue: 42 }, { min: 0, max: 42, target: 42, current: 0 }],
    [{ targetValue: -5 }, { min: 0, max: 10, target: -5, current: 0 }],
    [
      { targetValue: 42, maxValue: 20 },
      { min: 0, max: 20, target: 42, current: 0 },
    ],
    [{ minValue: 30 }, { min: 30, max: 30, target: 30, current: 0 }],
    [{ minValue: -30 }, { min: -30, max: 10, target: 10, current: 0 }],
    [{ maxValue: 7 }, { min: 0, max: 7, target: 7, current: 0 }],
  ] as const) {
    it(`with ${JSON.stringify(given)} has ${JSON.stringify(expected)}`, () => {
      expect(numbers(create(given))).to.deep.equal(expected);
    });
  }

  it("has a metric when a number or a unit is given; the unit is optional", () => {
    expect(create({ unit: "km", goalType: "numeric" }).metric).to.deep.equal({
      type: "numeric",
      current: 0,
      target: 10,
      min: 0,
      max: 10,
      unit: "km",
    });
    expect(create({ currentValue: 2 }).metric).to.deep.include({ current: 2, unit: null });
  });

  it("rejects a minimum above its maximum", () => {
    const wrong: Partial<NewGoal>[] = [
      { minValue: 2, maxValue: 1 },
      { maxValue: -1 },
      { minValue: 2, goalType: "boolean" },
    ];
    for (const input of wrong) {
      expect(expectDomainError("invalid", () => create(input)).message).to.equal(
        "The minimum must not be greater than the maximum",
      );
    }
    expect(numbers(create({ minValue: 1, maxValue: 1 }))).to.include({ min: 1, max: 1 });
  });

  it("rejects numbers that are not finite", () => {
    for (const wrong of [Number.NaN, Infinity, -Infinity]) {
      for (const field of ["currentValue", "targetValue", "minValue", "maxValue"] as const) {
        expectDomainError("invalid", () => create({ [field]: wrong }));
      }
    }
  });
});

describe("The horizon of a goal", () => {
  it("must be within the range of valid date-times", () => {
    const [first, last] = [new Date("0001-01-01T00:00:00.000Z"), new Date("9999-12-31T23:59:59.999Z")];
    expect(create({ horizonAt: first }).edit({ horizonAt: last }, later).state.horizonAt).to.deep.equal(last);
    for (const time of [first.getTime() - 1, last.getTime() + 1, Number.NaN]) {
      const horizonAt = new Date(time);
      for (const act of [() => create({ horizonAt }), () => create().edit({ horizonAt }, later)]) {
        expect(expectDomainError("invalid", act).message).to.equal("horizonAt is not between the years 1 and 9999");
      }
    }
  });
});

/** A goal of which no field is null. */
const measured = (): Goal =>
  create({ unit: "km", whyItMatters: "Air", horizonAt: tomorrow, successCriteria: ["10 km"], currentValue: 2 }).edit(
    { status: "focused", focusRank: 1 },
    later,
  );

describe("A goal patch", () => {
  it("leaves other fields unchanged", () => {
    const goal = create({ unit: "km", whyItMatters: "Air", horizonAt: tomorrow, successCriteria: ["10 km"] });
    const changed = goal.edit({ title: " Swim " }, later);
    expect(changed.state).to.deep.equal({ ...goal.state, title: "Swim", updatedAt: later });
  });

  it("is not rejected for stored values that violate newer rules", () => {
    const old = Goal.restore({ ...create({ unit: "km" }).state, whyItMatters: "a".repeat(5_000) });
    for (const change of [
      () => old.edit({ title: "Swim" }, later),
      () => old.recordProgress(3, later),
      () => old.abandon(later),
    ]) {
      expect(change().state.whyItMatters).to.equal(old.state.whyItMatters);
    }
    expectDomainError("invalid", () => old.edit({ whyItMatters: "b".repeat(5_000) }, later));
  });

  for (const field of [
    "title",
    "desiredOutcome",
    "whyItMatters",
    "successCriteria",
    "horizonAt",
    "currentValue",
    "targetValue",
    "minValue",
    "maxValue",
    "unit",
    "status",
    "focusRank",
  ] as const satisfies readonly (keyof GoalPatch)[]) {
    it(`leaves ${field} unchanged for a null, alone and beside other fields`, () => {
      const goal = measured();
      expect(goal.edit({ [field]: null }, later)).to.equal(goal);
      const other: GoalPatch = field === "title" ? { unit: "miles" } : { title: "Swim" };
      expect(goal.edit({ ...other, [field]: null }, later).state).to.deep.equal(goal.edit(other, later).state);
    });
  }

  it("is rejected when empty, and changes nothing when all fields are null", () => {
    expect(expectDomainError("invalid", () => create().edit({}, later)).message).to.equal(
      "The patch contains no property",
    );
    const goal = measured();
    expect(goal.edit({ status: null, unit: null, horizonAt: null, maxValue: null }, later)).to.equal(goal);
  });

  it("validates the range against the end that stays unchanged", () => {
    const goal = create({ minValue: 2, maxValue: 8 });
    const wrong: GoalPatch[] = [{ minValue: 9 }, { maxValue: 1 }, { minValue: 5, maxValue: 4 }];
    for (const patch of wrong) {
      expect(expectDomainError("invalid", () => goal.edit(patch, later)).message).to.equal(
        "The minimum must not be greater than the maximum",
      );
    }
    expect(numbers(goal.edit({ minValue: 9, maxValue: 12 }, later))).to.include({ min: 9, max: 12 });
  });

  it("replaces a blank desired outcome with the title", () => {
    const goal = create({ desiredOutcome: "A marathon" });
    expect(goal.edit({ desiredOutcome: "" }, later).state.desiredOutcome).to.equal("Run");
    expect(goal.edit({ desiredOutcome: " ", title: "Swim" }, later).state.desiredOutcome).to.equal("Swim");
  });

  it("sets status and rank; the rank must be an integer", () => {
    expect(create().edit({ status: "focused", focusRank: 1 }, later).state).to.include({
      status: "focused",
      focusRank: 1,
    });
    for (const focusRank of [2 ** 53, 0.5, Number.NaN]) {
      expectDomainError("invalid", () => create().edit({ focusRank }, later));
    }
  });

  it("records progress for the current value only", () => {
    expect(create().edit({ currentValue: 3 }, now).state.history).to.deep.equal([
      { date: "2026-03-02", value: 3, recordedAt: now },
    ]);
    expect(create().edit({ targetValue: 3, maxValue: 5 }, now).state.history).to.deep.equal([]);
  });
});

describe("The progress of a goal", () => {
  it("may exceed the range and does not change the status", () => {
    const goal = create({ maxValue: 10 }).recordProgress(11, later);
    expect(goal.state).to.deep.include({ currentValue: 11, status: "background", updatedAt: later });
    expect(create().recordProgress(-1, later).metric).to.deep.include({ current: -1 });
  });

  it("must be a finite number", () => {
    for (const wrong of [Number.NaN, Infinity]) expectDomainError("invalid", () => create().recordProgress(wrong, now));
  });

  it("keeps only the last value of each day in UTC", () => {
    const goal = create().recordProgress(1, now).recordProgress(2, later).recordProgress(3, tomorrow);
    expect(goal.state.history).to.deep.equal([
      { date: "2026-03-02", value: 2, recordedAt: later },
      { date: "2026-03-03", value: 3, recordedAt: tomorrow },
    ]);
  });

  it("is listed newest first for the requested number of days", () => {
    const goal = [0, 1, 29, 30, 31].reduce((before, day) => before.recordProgress(day, daysAfter(day)), create());
    const values = (days: number) => goal.getHistory(days, daysAfter(31)).map(({ value }) => value);
    expect(values(1)).to.deep.equal([31, 30]);
    expect(values(30)).to.deep.equal([31, 30, 29, 1]);
    expect(values(365)).to.deep.equal([31, 30, 29, 1, 0]);
    expect(create().getHistory(30, now)).to.deep.equal([]);
  });

  it("is kept for a year, and can be listed for that long", () => {
    const days = Array.from({ length: 400 }, (_, day) => day);
    const goal = days.reduce((before, day) => before.recordProgress(day, daysAfter(day)), create());
    expect(goal.state.history).to.have.length(366);
    expect(goal.getHistory(365, daysAfter(399)).map(({ value }) => value)).to.deep.equal(days.slice(-366).toReversed());
  });
});

describe("An abandoned goal", () => {
  it("is inactive, and unchanged when it is abandoned again", () => {
    const goal = create().abandon(later);
    expect(goal.state).to.deep.equal({ ...create().state, status: "abandoned", updatedAt: later });
    expect(goal.isActive).to.be.false;
    expect(goal.abandon(tomorrow)).to.equal(goal);
  });

  it("stays abandoned through edits and progress until its status is set", () => {
    const goal = create().abandon(now).edit({ title: "Swim" }, later).recordProgress(3, later);
    expect(goal.state).to.include({ title: "Swim", currentValue: 3, status: "abandoned" });
    expect(goal.edit({ status: "background" }, tomorrow).isActive).to.be.true;
  });
});

type Step = (before: Goal, at: Date) => Goal;

const value = fc.double({ noNaN: true, noDefaultInfinity: true });
const step: fc.Arbitrary<Step> = fc.oneof(
  value.map(
    (each): Step =>
      (goal, at) =>
        goal.recordProgress(each, at),
  ),
  value.map(
    (each): Step =>
      (goal, at) =>
        goal.edit({ currentValue: each }, at),
  ),
  fc.constantFrom(...goalStatuses).map(
    (status): Step =>
      (goal, at) =>
        goal.edit({ status }, at),
  ),
  fc.constant<Step>((goal, at) => goal.abandon(at)),
);
/** Times go back too: no two clocks agree. */
const time = fc.integer({ min: 0, max: 500 * 24 * 60 }).map((minutes) => daysAfter(minutes / (24 * 60)));
const life = fc.array(fc.record({ step, at: time }), { maxLength: 60 });
const given = fc.record(
  {
    currentValue: value,
    targetValue: value,
    minValue: value,
    maxValue: value,
    unit: fc.string(),
    goalType: fc.constantFrom(...goalTypes),
  },
  { requiredKeys: [] },
);

describe("A goal after any sequence of changes", () => {
  const lives = (check: (goal: Goal, steps: readonly { step: Step; at: Date }[]) => void) =>
    fc.assert(
      fc.property(life, (steps) =>
        check(
          steps.reduce((goal, { step: next, at }) => next(goal, at), create()),
          steps,
        ),
      ),
    );

  it("has at most one entry per day, in order, and 366 at most", () => {
    lives(({ state: { history } }) => {
      const dates = history.map(({ date }) => date);
      expect(dates).to.deep.equal([...new Set(dates)].sort());
      expect(dates.length).to.be.at.most(366);
      for (const { date, recordedAt } of history) expect(recordedAt.toISOString().slice(0, 10)).to.equal(date);
    });
  });

  it("has a metric with the current numbers exactly when something was measured", () => {
    lives(({ metric, state }) => {
      expect(metric === null).to.equal(state.history.length === 0);
      if (metric) expect(metric).to.include({ current: state.currentValue, max: state.maxValue, unit: state.unit });
    });
  });

  it("is active and has a sort key unless it is achieved or abandoned", () => {
    lives(({ isActive, activeSortKey: activeKey, state: { status } }) => {
      expect(isActive).to.equal(["background", "focused", "paused"].includes(status));
      expect(activeKey !== null).to.equal(isActive);
    });
  });

  it("has a valid range, or is rejected for its range only", () => {
    fc.assert(
      fc.property(given, (input) => {
        const { minValue = 0, maxValue } = input;
        const isEmptyRange = minValue > (maxValue ?? (input.goalType === "boolean" ? 1 : Infinity));
        if (isEmptyRange) return void expectDomainError("invalid", () => create(input));
        const goal = create(input);
        expect(goal.state.minValue).to.be.at.most(goal.state.maxValue);
        expect(goal.state).to.deep.include(input);
        const isMeasured = Object.keys(input).some((field) => field !== "goalType");
        expect(goal.metric !== null).to.equal(isMeasured);
        if (input.targetValue === undefined) {
          const hasTarget = isMeasured || input.goalType === "boolean";
          expect(goal.state.targetValue).to.equal(hasTarget ? goal.state.maxValue : 0);
        }
      }),
    );
  });
});
