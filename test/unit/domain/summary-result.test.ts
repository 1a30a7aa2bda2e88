import { expect } from "chai";
import { limitExtractedItems } from "../../../src/domain/conversation/summary-result.js";

const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

describe("limitExtractedItems", () => {
  it("limits each list to its maximum by sampling evenly and in order", () => {
    const { actionItems, events, memories, title } = limitExtractedItems({
      title: "Flood",
      actionItems: numbers(3_000),
      events: numbers(51),
      memories: numbers(100),
    });
    expect([actionItems.length, events.length, memories.length, title]).to.deep.equal([50, 50, 25, "Flood"]);
    expect(memories).to.deep.equal(numbers(25).map((n) => 4 * n));
    expect(actionItems.at(-1)).to.be.greaterThan(2_900);
  });

  it("keeps everything within the limits", () => {
    const digest = { actionItems: numbers(50), events: [], memories: numbers(25) };
    expect(limitExtractedItems(digest)).to.deep.equal(digest);
  });
});
