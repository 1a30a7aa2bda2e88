import { expect } from "chai";
import { bounded } from "../../../src/domain/digest.js";

const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

describe("a digest", () => {
  it("has no more than one conversation may leave behind, from its beginning to its end and in order", () => {
    const { actionItems, events, memories, title } = bounded({
      title: "Flood",
      actionItems: numbers(3_000),
      events: numbers(51),
      memories: numbers(100),
    });
    expect([actionItems.length, events.length, memories.length, title]).to.deep.equal([50, 50, 25, "Flood"]);
    expect(memories).to.deep.equal(numbers(25).map((n) => 4 * n));
    expect(actionItems.at(-1)).to.be.greaterThan(2_900);
  });

  it("keeps all that it has where that is not too much", () => {
    const digest = { actionItems: numbers(50), events: [], memories: numbers(25) };
    expect(bounded(digest)).to.deep.equal(digest);
  });
});
