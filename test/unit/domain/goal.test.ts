import { expect } from "chai";
import fc from "fast-check";
import { Goal, goalStatuses, goalTypes, type GoalPatch, type NewGoal } from "../../../src/domain/goal.js";
import { aGoal } from "../../../src/testing/index.js";
import { refusal } from "../../support/refusals.js";

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

describe("a new goal", () => {
  it("is in the background, the user's, active, and measures nothing", () => {
    const goal = create();
    expect(goal.state).to.deep.equal(
      aGoal({ id: birth.id, creation: birth.creation, createdAt: now, updatedAt: now }).state,
    );
    expect(goal.isActive).to.be.true;
    expect(goal.metric).to.be.null;
  });

  it("takes null for absent", () => {
    const nothing = { currentValue: null, targetValue: null, minValue: null, maxValue: null, unit: null };
    const given = { ...nothing, desiredOutcome: null, goalType: null, horizonAt: null, whyItMatters: null };
    expect(create(given).state).to.deep.equal(create().state);
  });

  it("has a title without the space around it, of 1 to 500 code points then", () => {
    expect(create({ title: "\n Run\u3000" }).state.title).to.equal("Run");
    expect(create({ title: ` ${"🌱".repeat(500)} ` }).state.title).to.have.length(1000);
    expect(refusal("invalid", () => create({ title: " \n" })).message).to.equal("title cannot be empty");
    expect(refusal("invalid", () => create({ title: "🌱".repeat(501) })).message).to.equal(
      "title must have at most 500 characters",
    );
  });

  it("is reached by its title unless it says by what", () => {
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
    it(`of ${JSON.stringify(given)} goes ${JSON.stringify(expected)}`, () => {
      expect(numbers(create(given))).to.deep.equal(expected);
    });
  }

  it("is measured from when a number or a unit is given, and its unit may be none", () => {
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

  it("has no range that ends before it begins", () => {
    const wrong: Partial<NewGoal>[] = [
      { minValue: 2, maxValue: 1 },
      { maxValue: -1 },
      { minValue: 2, goalType: "boolean" },
    ];
    for (const input of wrong) {
      expect(refusal("invalid", () => create(input)).message).to.equal("min_value must not be greater than max_value");
    }
    expect(numbers(create({ minValue: 1, maxValue: 1 }))).to.include({ min: 1, max: 1 });
  });

  it("has no number that is not finite", () => {
    for (const wrong of [Number.NaN, Infinity, -Infinity]) {
      for (const field of ["currentValue", "targetValue", "minValue", "maxValue"] as const) {
        refusal("invalid", () => create({ [field]: wrong }));
      }
    }
  });
});

describe("a goal's horizon", () => {
  it("is an instant that a date-time can name", () => {
    const [first, last] = [new Date("0001-01-01T00:00:00.000Z"), new Date("9999-12-31T23:59:59.999Z")];
    expect(create({ horizonAt: first }).edit({ horizonAt: last }, later).state.horizonAt).to.deep.equal(last);
    for (const time of [first.getTime() - 1, last.getTime() + 1, Number.NaN]) {
      const horizonAt = new Date(time);
      for (const act of [() => create({ horizonAt }), () => create().edit({ horizonAt }, later)]) {
        expect(refusal("invalid", act).message).to.equal("horizon_at is out of range");
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

describe("a change of a goal", () => {
  it("leaves what it does not name", () => {
    const goal = create({ unit: "km", whyItMatters: "Air", horizonAt: tomorrow, successCriteria: ["10 km"] });
    const changed = goal.edit({ title: " Swim " }, later);
    expect(changed.state).to.deep.equal({ ...goal.state, title: "Swim", updatedAt: later });
  });

  it("is not held up by what was kept before there was a rule for it", () => {
    const old = Goal.restore({ ...create({ unit: "km" }).state, whyItMatters: "a".repeat(5_000) });
    for (const change of [
      () => old.edit({ title: "Swim" }, later),
      () => old.recordProgress(3, later),
      () => old.abandon(later),
    ]) {
      expect(change().state.whyItMatters).to.equal(old.state.whyItMatters);
    }
    refusal("invalid", () => old.edit({ whyItMatters: "b".repeat(5_000) }, later));
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

  it("is refused when it is empty, and changes nothing when all its fields are null", () => {
    expect(refusal("invalid", () => create().edit({}, later)).message).to.equal(
      "At least one field (current_value, target_value, min_value, max_value, desired_outcome, horizon_at, " +
        "success_criteria, title, unit, why_it_matters) must be provided",
    );
    const goal = measured();
    expect(goal.edit({ status: null, unit: null, horizonAt: null, maxValue: null }, later)).to.equal(goal);
  });

  it("of the range is held against the end that stays", () => {
    const goal = create({ minValue: 2, maxValue: 8 });
    const wrong: GoalPatch[] = [{ minValue: 9 }, { maxValue: 1 }, { minValue: 5, maxValue: 4 }];
    for (const patch of wrong) {
      expect(refusal("invalid", () => goal.edit(patch, later)).message).to.equal(
        "min_value must not be greater than max_value",
      );
    }
    expect(numbers(goal.edit({ minValue: 9, maxValue: 12 }, later))).to.include({ min: 9, max: 12 });
  });

  it("to a blank outcome means the title, the new one if there is one", () => {
    const goal = create({ desiredOutcome: "A marathon" });
    expect(goal.edit({ desiredOutcome: "" }, later).state.desiredOutcome).to.equal("Run");
    expect(goal.edit({ desiredOutcome: " ", title: "Swim" }, later).state.desiredOutcome).to.equal("Swim");
  });

  it("sets status and rank; the rank is a whole number", () => {
    expect(create().edit({ status: "focused", focusRank: 1 }, later).state).to.include({
      status: "focused",
      focusRank: 1,
    });
    for (const focusRank of [2 ** 53, 0.5, Number.NaN]) {
      refusal("invalid", () => create().edit({ focusRank }, later));
    }
  });

  it("of the current value is recorded, that of others is not", () => {
    expect(create().edit({ currentValue: 3 }, now).state.history).to.deep.equal([
      { date: "2026-03-02", value: 3, recordedAt: now },
    ]);
    expect(create().edit({ targetValue: 3, maxValue: 5 }, now).state.history).to.deep.equal([]);
  });
});

describe("progress towards a goal", () => {
  it("neither stays within the range nor changes the status", () => {
    const goal = create({ maxValue: 10 }).recordProgress(11, later);
    expect(goal.state).to.deep.include({ currentValue: 11, status: "background", updatedAt: later });
    expect(create().recordProgress(-1, later).metric).to.deep.include({ current: -1 });
  });

  it("is a finite number", () => {
    for (const wrong of [Number.NaN, Infinity]) refusal("invalid", () => create().recordProgress(wrong, now));
  });

  it("is kept as the day's last value, a day being one of UTC", () => {
    const goal = create().recordProgress(1, now).recordProgress(2, later).recordProgress(3, tomorrow);
    expect(goal.state.history).to.deep.equal([
      { date: "2026-03-02", value: 2, recordedAt: later },
      { date: "2026-03-03", value: 3, recordedAt: tomorrow },
    ]);
  });

  it("is shown newest first, from so many days before today on", () => {
    const goal = [0, 1, 29, 30, 31].reduce((before, day) => before.recordProgress(day, daysAfter(day)), create());
    const values = (days: number) => goal.historyOf(days, daysAfter(31)).map(({ value }) => value);
    expect(values(1)).to.deep.equal([31, 30]);
    expect(values(30)).to.deep.equal([31, 30, 29, 1]);
    expect(values(365)).to.deep.equal([31, 30, 29, 1, 0]);
    expect(create().historyOf(30, now)).to.deep.equal([]);
  });

  it("is forgotten after a year, and all of that can be asked for", () => {
    const days = Array.from({ length: 400 }, (_, day) => day);
    const goal = days.reduce((before, day) => before.recordProgress(day, daysAfter(day)), create());
    expect(goal.state.history).to.have.length(366);
    expect(goal.historyOf(365, daysAfter(399)).map(({ value }) => value)).to.deep.equal(days.slice(-366).toReversed());
  });
});

describe("a goal that is abandoned", () => {
  it("is active no more, and as it was when it is abandoned again", () => {
    const goal = create().abandon(later);
    expect(goal.state).to.deep.equal({ ...create().state, status: "abandoned", updatedAt: later });
    expect(goal.isActive).to.be.false;
    expect(goal.abandon(tomorrow)).to.equal(goal);
  });

  it("stays so whatever is changed or recorded, until its status is set", () => {
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

describe("a goal, whatever happens to it", () => {
  const lives = (check: (goal: Goal, steps: readonly { step: Step; at: Date }[]) => void) =>
    fc.assert(
      fc.property(life, (steps) =>
        check(
          steps.reduce((goal, { step: next, at }) => next(goal, at), create()),
          steps,
        ),
      ),
    );

  it("has at most one entry a day, in the order of the days, and 366 at most", () => {
    lives(({ state: { history } }) => {
      const dates = history.map(({ date }) => date);
      expect(dates).to.deep.equal([...new Set(dates)].sort());
      expect(dates.length).to.be.at.most(366);
      for (const { date, recordedAt } of history) expect(recordedAt.toISOString().slice(0, 10)).to.equal(date);
    });
  });

  it("has a metric exactly when something was measured, and it shows the present numbers", () => {
    lives(({ metric, state }) => {
      expect(metric === null).to.equal(state.history.length === 0);
      if (metric) expect(metric).to.include({ current: state.currentValue, max: state.maxValue, unit: state.unit });
    });
  });

  it("is active exactly when it is neither achieved nor abandoned, and has a place among the active ones then", () => {
    lives(({ isActive, activeKey, state: { status } }) => {
      expect(isActive).to.equal(["background", "focused", "paused"].includes(status));
      expect(activeKey !== null).to.equal(isActive);
    });
  });

  it("is created with a sound range, or refused for it alone", () => {
    fc.assert(
      fc.property(given, (input) => {
        const { minValue = 0, maxValue } = input;
        const isEmptyRange = minValue > (maxValue ?? (input.goalType === "boolean" ? 1 : Infinity));
        if (isEmptyRange) return void refusal("invalid", () => create(input));
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
