import { expect } from "chai";
import fc from "fast-check";
import type { ActionItem } from "../../../src/domain/action-item/action-item.js";
import { Conversation } from "../../../src/domain/conversation/conversation.js";
import { anActionItem } from "../../../src/testing/index.js";

const YEAR_1 = "0001-01-01T00:00:00.000Z";
const YEAR_9999 = "9999-12-31T23:59:59.999Z";

const instants = fc.oneof(
  fc.date({ min: new Date(YEAR_1), max: new Date(YEAR_9999), noInvalidDate: true }),
  fc.constantFrom(YEAR_1, "1969-12-31T23:59:59.999Z", "1970-01-01T00:00:00.000Z", YEAR_9999).map((at) => new Date(at)),
);
const ids = fc.oneof(fc.uuid(), fc.constantFrom("a", "b", "ab"));

const sign = (a: string | number, b: string | number): number => Number(a > b) - Number(a < b);
const sooner = (a: Date | null, b: Date | null): number => sign(a?.getTime() ?? Infinity, b?.getTime() ?? Infinity);

describe("The sort key of a conversation", () => {
  it("sorts by date, newest first, then by ID", () => {
    fc.assert(
      fc.property(instants, ids, instants, ids, (at, id, otherAt, otherId) => {
        const expected = -sooner(at, otherAt) || sign(id, otherId);
        expect(sign(Conversation.createSortKey(at, id), Conversation.createSortKey(otherAt, otherId))).to.equal(
          expected,
        );
      }),
    );
  });

  it("without an ID precedes all conversations of the same time", () => {
    fc.assert(
      fc.property(instants, ids, (at, id) => {
        expect(Conversation.createSortKey(at, id) > Conversation.createSortKey(at, "")).to.be.true;
        if (at.getTime() > new Date(YEAR_1).getTime()) {
          const earlier = new Date(at.getTime() - 1);
          expect(Conversation.createSortKey(at, id) < Conversation.createSortKey(earlier, "")).to.be.true;
        }
      }),
    );
  });
});

describe("The sort key of an action item", () => {
  const items = fc
    .record({
      completed: fc.boolean(),
      dueAt: fc.option(instants),
      createdAt: instants,
      id: ids,
    })
    .map((state): ActionItem => anActionItem(state));

  it("sorts open ones first, then by due date with none last, then newest first, then by ID", () => {
    fc.assert(
      fc.property(items, items, (one, other) => {
        const [a, b] = [one.state, other.state];
        const expected =
          Number(a.completed) - Number(b.completed) ||
          sooner(a.dueAt, b.dueAt) ||
          -sooner(a.createdAt, b.createdAt) ||
          sign(a.id, b.id);
        expect(sign(one.sortKey, other.sortKey)).to.equal(expected);
      }),
    );
  });
});
