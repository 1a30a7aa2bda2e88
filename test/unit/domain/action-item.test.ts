import { expect } from "chai";
import fc from "fast-check";
import { ActionItem, type ActionItemPatch } from "../../../src/domain/action-item.js";
import { EARLIEST, LATEST } from "../../../src/domain/instant.js";
import { anActionItem } from "../../../src/testing/index.js";
import { refusal } from "../../support/refusals.js";

const saidAt = new Date("2026-03-02T09:00:00.000Z");
const now = new Date("2026-03-02T10:00:00.000Z");
const later = new Date("2026-03-02T11:00:00.000Z");
const extracted = (description: string, position = 0) =>
  ActionItem.extracted(
    { description, dueAt: later, segmentIds: ["c-1"] },
    { id: "i", userId: "ada", conversationId: "c", position, saidAt, now },
  );

describe("an action item found in a conversation", () => {
  it("is open, untouched, and was made when it was said", () => {
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

  it("says what is to be done in 1 to 500 code points", () => {
    expect(extracted("🌱".repeat(500)).state.description).to.have.length(1000);
    for (const wrong of ["", "🌱".repeat(501)]) refusal("invalid", () => extracted(wrong));
  });

  it("is listed in the order of its conversation when due date and creation are equal", () => {
    const keys = Array.from({ length: 30 }, (_, position) => extracted("Call Bob", position).sortKey);
    expect(keys.toSorted()).to.deep.equal(keys);
  });
});

const birth = { id: "i", userId: "ada", now };
const created = (with_: Partial<Parameters<typeof ActionItem.create>[0]> = {}) =>
  ActionItem.create({ description: "Call Bob", ...with_ }, birth);

describe("an action item that the user makes", () => {
  it("is open, due at no time, of no conversation, and theirs", () => {
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

  it("was completed now when it is made completed", () => {
    expect(created({ completed: true, dueAt: later }).state).to.deep.include({ completedAt: now, dueAt: later });
  });

  it("says something, in 500 code points at most", () => {
    expect(refusal("invalid", () => created({ description: " \n" })).message).to.equal("description cannot be empty");
    for (const description of ["", "🌱".repeat(501)]) refusal("invalid", () => created({ description }));
    expect(created({ description: "🌱".repeat(500) }).state.description).to.have.length(1000);
  });

  it("is due at a time that can be written down", () => {
    for (const time of [EARLIEST, LATEST]) {
      const dueAt = new Date(time);
      expect(created({ dueAt }).edit({ dueAt }, now).state.dueAt).to.deep.equal(dueAt);
    }
    for (const time of [NaN, EARLIEST - 1, LATEST + 1]) {
      const dueAt = new Date(time);
      expect(refusal("invalid", () => created({ dueAt })).message).to.equal("due_at is out of range");
      refusal("invalid", () => created().edit({ dueAt }, now));
    }
  });
});

describe("action items that the user makes at once", () => {
  const batch = (...descriptions: readonly string[]) => {
    let made = 0;
    const inputs = descriptions.map((description) => ({ description }));
    return ActionItem.createBatch(inputs, () => ({ ...birth, id: `i-${(made += 1)}` }));
  };

  it("are as many as were named, in their order, each with its own id", () => {
    expect(batch("a", "b").map(({ state }) => [state.id, state.description])).to.deep.equal([
      ["i-1", "a"],
      ["i-2", "b"],
    ]);
    expect(batch()).to.deep.equal([]);
  });

  it("all say something, or none is made", () => {
    const { message } = refusal("invalid", () => batch("a", " ", "c"));
    expect(message).to.equal("All action items must have non-empty descriptions");
  });

  it("are named by their places when they break a limit", () => {
    const { violations } = refusal("invalid", () => batch("a", "", "a".repeat(501)));
    expect(violations.map(({ path, code }) => [path, code])).to.deep.equal([
      [[1, "description"], "string_too_short"],
      [[2, "description"], "string_too_long"],
    ]);
  });

  it("are 50 at most", () => {
    expect(batch(...Array.from({ length: 50 }, String))).to.have.length(50);
    const { violations } = refusal("invalid", () => batch(...Array.from({ length: 51 }, String)));
    expect(violations.map(({ path }) => path)).to.deep.equal([[]]);
  });
});

describe("a patch of an action item", () => {
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

  it("changes what it names, a null clearing the due date alone", () => {
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

  it("that changes nothing leaves the item as it is, and one that does makes it the user's", () => {
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

  it("keeps an item's time of completion just as long as it is completed", () => {
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

  it("names something that can be changed, and no blank description", () => {
    const empty = "At least one field (completed, description, due_at) must be provided";
    expect(refusal("invalid", () => anActionItem().edit({}, now)).message).to.equal(empty);
    const { message } = refusal("invalid", () => ActionItem.checkPatch({ description: "\t" }));
    expect(message).to.equal("description cannot be empty");
  });
});

describe("an action item", () => {
  it("is the user's from when they complete it", () => {
    expect(anActionItem().complete(true, now).state).to.deep.include({
      completed: true,
      completedAt: now,
      touched: true,
      updatedAt: now,
    });
  });

  it("that is completed again keeps its time, and loses it when it is reopened", () => {
    const done = anActionItem().complete(true, now);
    expect(done.complete(true, later).state).to.deep.equal(done.state);
    expect(done.complete(false, later).state).to.deep.include({ completed: false, completedAt: null, touched: true });
  });

  it("that nothing changes is not touched", () => {
    expect(anActionItem().complete(false, now).state.touched).to.be.false;
  });

  it("stays in its own words when its conversation goes", () => {
    const before = anActionItem({ touched: true });
    expect(before.detach(now).state).to.deep.equal({
      ...before.state,
      conversationId: null,
      segmentIds: [],
      updatedAt: now,
    });
  });
});
