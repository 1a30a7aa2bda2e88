import { expect } from "chai";
import fc from "fast-check";
import { ActionItem } from "../../../src/domain/action-item/action-item.js";
import { Conversation } from "../../../src/domain/conversation/conversation.js";
import { Goal } from "../../../src/domain/goal/goal.js";
import {
  applyOnce,
  hasAppliedKey,
  type AppliedIdempotencyKeys,
} from "../../../src/domain/idempotency/idempotency-record.js";
import { Memory } from "../../../src/domain/memory/memory.js";
import { User } from "../../../src/domain/user/user.js";
import { aConversation, aGoal, aMemory, anActionItem, aUser } from "../../../src/testing/index.js";
import { expectDomainError } from "../../support/domain-errors.js";

const later = new Date("2026-03-02T10:00:00.000Z");
const REMEMBERED = 8;

/** An aggregate to which something can be done that shows. */
interface Subject<S extends AppliedIdempotencyKeys, A extends { readonly state: S }> {
  readonly aggregate: { restore(state: S): A };
  readonly fresh: () => A;
  readonly change: (before: A, value: number) => A;
  readonly shown: (after: A) => unknown;
}

/** Hides which aggregate it is. */
function subject<S extends AppliedIdempotencyKeys, A extends { readonly state: S }>(given: Subject<S, A>) {
  const { aggregate, fresh, change, shown } = given;
  /** The steps one after the other. */
  const after = (steps: readonly Step[]): A =>
    steps.reduce(
      (before, { call, value }) => applyOnce(aggregate, before, call, (each) => change(each, value)),
      fresh(),
    );
  return {
    after: (steps: readonly Step[]) => after(steps).state as AppliedIdempotencyKeys,
    shownAfter: (steps: readonly Step[]) => shown(after(steps)),
    isSameAfter: (steps: readonly Step[], last: Step) => {
      const before = after(steps);
      return applyOnce(aggregate, before, last.call, (each) => change(each, last.value)) === before;
    },
  };
}

interface Step {
  readonly call: string | undefined;
  readonly value: number;
}

const subjects = {
  conversation: subject({
    aggregate: Conversation,
    fresh: () => aConversation(),
    change: (before, value) => before.edit({ title: String(value) }, later),
    shown: ({ summary }) => summary.title,
  }),
  memory: subject({
    aggregate: Memory,
    fresh: () => aMemory(),
    change: (before, value) => before.edit({ tags: [String(value)] }, later),
    shown: ({ state }) => state.tags,
  }),
  "action item": subject({
    aggregate: ActionItem,
    fresh: () => anActionItem(),
    change: (before, value) => before.edit({ description: String(value) }, later),
    shown: ({ state }) => state.description,
  }),
  "goal that is changed": subject({
    aggregate: Goal,
    fresh: () => aGoal(),
    change: (before, value) => before.edit({ unit: String(value) }, later),
    shown: ({ state }) => state.unit,
  }),
  "goal that is worked on": subject({
    aggregate: Goal,
    fresh: () => aGoal(),
    change: (before, value) => before.recordProgress(value, later),
    shown: ({ state }) => [state.currentValue, state.history.map((entry) => entry.value)],
  }),
  user: subject({
    aggregate: User,
    fresh: () => aUser(),
    change: (before, value) => before.edit({ displayName: String(value) }),
    shown: ({ state }) => state.displayName,
  }),
};

/** Few enough calls that none is forgotten. */
const step = fc.record({
  call: fc.option(fc.constantFrom("a", "b", "c", "d"), { nil: undefined }),
  value: fc.integer({ min: 0, max: 1000 }),
});

/** Those that are no repetition of an earlier one. */
const firstTries = (steps: readonly Step[]): Step[] =>
  steps.filter(({ call }, at) => call === undefined || steps.findIndex((other) => other.call === call) === at);

for (const [name, { after, shownAfter, isSameAfter }] of Object.entries(subjects)) {
  // A change to what it is already may be none at all, and may then be made later.
  const distinct = fc.uniqueArray(step, { selector: ({ value }) => value, maxLength: 30 });

  describe(`Applied idempotency keys: ${name}`, () => {
    it("apply each keyed change once and each unkeyed change every time", () => {
      fc.assert(
        fc.property(distinct, (steps) => {
          expect(shownAfter(steps)).to.deep.equal(
            shownAfter(firstTries(steps).map((each) => ({ ...each, call: undefined }))),
          );
        }),
      );
    });

    it("leave the same instance when the key was already applied", () => {
      fc.assert(
        fc.property(distinct, step, (steps, last) => {
          const isRepeated = last.call !== undefined && steps.some(({ call }) => call === last.call);
          if (isRepeated) expect(isSameAfter(steps, last)).to.equal(true);
        }),
      );
    });

    it(`are limited to the last ${REMEMBERED}, and exclude unkeyed changes`, () => {
      const calls = Array.from({ length: 30 }, (_, value): Step => ({ call: `call ${value}`, value }));
      expect(after(calls).keyedChanges).to.deep.equal(calls.slice(-REMEMBERED).map(({ call }) => call));
      const unkeyed = calls.map(({ value }): Step => ({ call: undefined, value }));
      expect(after(unkeyed)).not.to.have.property("keyedChanges");
      expect(hasAppliedKey(after(calls), "call 29")).to.equal(true);
      expect(hasAppliedKey(after(calls), "call 1")).to.equal(false);
      expect(hasAppliedKey(after(unkeyed), undefined)).to.equal(false);
    });
  });
}

describe("A keyed change without an effect", () => {
  it("is not recorded", () => {
    const item = anActionItem({ completed: true, completedAt: later });
    const complete = (each: ActionItem) => each.setCompleted(true, later);
    expect(applyOnce(ActionItem, item, "call", complete)).to.equal(item);
    const reopened = applyOnce(ActionItem, item, "call", (each) => each.setCompleted(false, later));
    expect(reopened.state).to.include({ completed: false });
  });

  it("fails with the same error as without a key", () => {
    const goal = aGoal();
    const blank = (each: Goal) => each.edit({ title: " " }, later);
    expect(expectDomainError("invalid", () => applyOnce(Goal, goal, "call", blank)).message).to.equal(
      "The title must not be blank",
    );
    expect(goal.state).not.to.have.property("keyedChanges");
  });
});
