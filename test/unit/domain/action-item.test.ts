import { expect } from "chai";
import fc from "fast-check";
import { ActionItem, type ActionItemPatch } from "../../../src/domain/action-item/action-item.js";
import { MIN_TIMESTAMP_MS, MAX_TIMESTAMP_MS } from "../../../src/domain/time/timestamps.js";
import { anActionItem } from "../../../src/testing/index.js";
import { expectDomainError } from "../../support/domain-errors.js";

const saidAt = new Date("2026-03-02T09:00:00.000Z");
const now = new Date("2026-03-02T10:00:00.000Z");
const later = new Date("2026-03-02T11:00:00.000Z");
const extracted = (description: string, position = 0) =>
  ActionItem.fromExtraction(
    { description, dueAt: later, segmentIds: ["c-1"] },
    { id: "i", userId: "ada", conversationId: "c", position, saidAt, now },
  );

describe("An extracted action item", () => {
  it("is open, untouched and created at the time of the statement", () => {
    expect(extracted("Call Bob").state).to.deep.equal({
      id: "i",
      userId: "ada",
      description: "Call Bob",
      completed: false,
      completedAt: null,
      dueAt: later,
      conversationId: "c",
      segmentIds: ["c-1"],
      position: 0,
      touched: false,
      createdAt: saidAt,
      updatedAt: now,
    });
  });

  it("has a description of 1 to 500 code points", () => {
    expect(extracted("🌱".repeat(500)).state.description).to.have.length(1000);
    for (const wrong of ["", "🌱".repeat(501)]) expectDomainError("invalid", () => extracted(wrong));
  });

  it("sorts in the order of the conversation when due date and creation time are equal", () => {
    const keys = Array.from({ length: 30 }, (_, position) => extracted("Call Bob", position).sortKey);
    expect(keys.toSorted()).to.deep.equal(keys);
  });
});

const birth = { id: "i", userId: "ada", now };
const created = (with_: Partial<Parameters<typeof ActionItem.create>[0]> = {}) =>
  ActionItem.create({ description: "Call Bob", ...with_ }, birth);

describe("A user-created action item", () => {
  it("is open, owned by the user, and has no due date or conversation", () => {
    expect(created().state).to.deep.equal({
      id: "i",
      userId: "ada",
      description: "Call Bob",
      completed: false,
      completedAt: null,
      dueAt: null,
      conversationId: null,
      segmentIds: [],
      touched: true,
      createdAt: now,
      updatedAt: now,
    });
  });

  it("gets the current time as its completion time when it is created as completed", () => {
    expect(created({ completed: true, dueAt: later }).state).to.deep.include({ completedAt: now, dueAt: later });
  });

  it("requires a non-blank description of at most 500 code points", () => {
    expect(expectDomainError("invalid", () => created({ description: " \n" })).message).to.equal(
      "The description must not be blank",
    );
    for (const description of ["", "🌱".repeat(501)]) expectDomainError("invalid", () => created({ description }));
    expect(created({ description: "🌱".repeat(500) }).state.description).to.have.length(1000);
  });

  it("requires a due date within the range of valid timestamps", () => {
    for (const time of [MIN_TIMESTAMP_MS, MAX_TIMESTAMP_MS]) {
      const dueAt = new Date(time);
      expect(created({ dueAt }).edit({ dueAt }, now).state.dueAt).to.deep.equal(dueAt);
    }
    for (const time of [NaN, MIN_TIMESTAMP_MS - 1, MAX_TIMESTAMP_MS + 1]) {
      const dueAt = new Date(time);
      expect(expectDomainError("invalid", () => created({ dueAt })).message).to.equal(
        "dueAt is not between the years 1 and 9999",
      );
      expectDomainError("invalid", () => created().edit({ dueAt }, now));
    }
  });
});

describe("A batch of action items", () => {
  const batch = (...descriptions: readonly string[]) => {
    let made = 0;
    const inputs = descriptions.map((description) => ({ description }));
    return ActionItem.createBatch(inputs, () => ({ ...birth, id: `i-${(made += 1)}` }));
  };

  it("keeps the order and gives each item its own ID", () => {
    expect(batch("a", "b").map(({ state }) => [state.id, state.description])).to.deep.equal([
      ["i-1", "a"],
      ["i-2", "b"],
    ]);
    expect(batch()).to.deep.equal([]);
  });

  it("is rejected as a whole when one description is blank", () => {
    const { message } = expectDomainError("invalid", () => batch("a", " ", "c"));
    expect(message).to.equal("The description of an action item must not be blank");
  });

  it("reports violations with the position of the item", () => {
    const { violations } = expectDomainError("invalid", () => batch("a", "", "a".repeat(501)));
    expect(violations.map(({ path, code }) => [path, code])).to.deep.equal([
      [[1, "description"], "string_too_short"],
      [[2, "description"], "string_too_long"],
    ]);
  });

  it("contains at most 50 items", () => {
    expect(batch(...Array.from({ length: 50 }, String))).to.have.length(50);
    const { violations } = expectDomainError("invalid", () => batch(...Array.from({ length: 51 }, String)));
    expect(violations.map(({ path }) => path)).to.deep.equal([[]]);
  });
});

describe("An action item patch", () => {
  const patches: fc.Arbitrary<ActionItemPatch> = fc
    .record(
      {
        completed: fc.constantFrom(true, false, null),
        description: fc.constantFrom("Call Bob", "Call Tom", null),
        dueAt: fc.constantFrom(now, later, null),
      },
      { requiredKeys: [] },
    )
    .filter((patch) => Object.keys(patch).length > 0);
  const items = fc.boolean().map((completed) => anActionItem(completed ? { completed, completedAt: saidAt } : {}));

  it("changes only the given fields; null clears only the due date", () => {
    fc.assert(
      fc.property(items, fc.array(patches, { maxLength: 5 }), (item, series) => {
        for (const patch of series) {
          const before = item.state;
          item = item.edit(patch, now);
          expect(item.state).to.deep.include({
            completed: patch.completed ?? before.completed,
            description: patch.description ?? before.description,
            dueAt: patch.dueAt === undefined ? before.dueAt : patch.dueAt,
          });
        }
      }),
    );
  });

  it("without an effect returns the same item; otherwise it marks the item as touched", () => {
    fc.assert(
      fc.property(items, patches, (item, patch) => {
        const after = item.edit(patch, now);
        if (after === item) return;
        const wordsOf = ({ state: { completed, description, dueAt } }: ActionItem) => [completed, description, dueAt];
        expect(wordsOf(after)).not.to.deep.equal(wordsOf(item));
        expect(after.state).to.deep.include({ touched: true, updatedAt: now });
      }),
    );
  });

  it("keeps the completion time for as long as the item is completed", () => {
    fc.assert(
      fc.property(items, fc.array(patches, { maxLength: 8 }), (item, series) => {
        series.forEach((patch, index) => {
          const before = item.state;
          const time = new Date(later.getTime() + index);
          item = item.edit(patch, time);
          const expected = before.completed ? before.completedAt : time;
          expect(item.state.completedAt).to.deep.equal(item.state.completed ? expected : null);
        });
      }),
    );
  });

  it("requires at least one field and a non-blank description", () => {
    const empty = "The patch contains no property";
    expect(expectDomainError("invalid", () => anActionItem().edit({}, now)).message).to.equal(empty);
    const { message } = expectDomainError("invalid", () => ActionItem.checkPatch({ description: "\t" }));
    expect(message).to.equal("The description must not be blank");
  });
});

describe("An action item", () => {
  it("is marked as touched when it is completed", () => {
    expect(anActionItem().setCompleted(true, now).state).to.deep.include({
      completed: true,
      completedAt: now,
      touched: true,
      updatedAt: now,
    });
  });

  it("keeps its completion time when completed again, and loses it when reopened", () => {
    const done = anActionItem().setCompleted(true, now);
    expect(done.setCompleted(true, later).state).to.deep.equal(done.state);
    expect(done.setCompleted(false, later).state).to.deep.include({
      completed: false,
      completedAt: null,
      touched: true,
    });
  });

  it("is not marked as touched by a change without effect", () => {
    expect(anActionItem().setCompleted(false, now).state.touched).to.be.false;
  });

  it("keeps its description when it is detached from its conversation", () => {
    const before = anActionItem({ touched: true });
    expect(before.detach(now).state).to.deep.equal({
      ...before.state,
      conversationId: null,
      segmentIds: [],
      updatedAt: now,
    });
  });
});
