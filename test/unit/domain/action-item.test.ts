import { expect } from "chai";
import { ActionItem } from "../../../src/domain/action-item.js";
import { anActionItem } from "../../../src/testing/index.js";
import { refusal } from "../../support/refusals.js";

const saidAt = new Date("2026-03-02T09:00:00.000Z");
const now = new Date("2026-03-02T10:00:00.000Z");
const later = new Date("2026-03-02T11:00:00.000Z");
const extracted = (description: string) =>
  ActionItem.extracted(
    { description, dueAt: later, segmentIds: ["c-1"] },
    { id: "i", userId: "ada", conversationId: "c", saidAt, now },
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
      touched: false,
      createdAt: saidAt,
      updatedAt: now,
    });
  });

  it("says what is to be done in 1 to 500 code points", () => {
    expect(extracted("🌱".repeat(500)).state.description).to.have.length(1000);
    for (const wrong of ["", "🌱".repeat(501)]) refusal("invalid", () => extracted(wrong));
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
