import { expect } from "chai";
import { smoothScores } from "../../../../src/adapters/search/passages/user-passage-index.js";

describe("smoothScores", () => {
  it("adds a share of each score to its neighbours, decreasing with distance", () => {
    const sums = smoothScores(new Map([[2, 1]]), 10, [0.5, 0.25]);
    expect([...sums].sort(([a], [b]) => a - b)).to.deep.equal([
      [0, 0.25],
      [1, 0.5],
      [2, 1],
      [3, 0.5],
      [4, 0.25],
    ]);
  });

  it("sums overlapping shares and stays within the bounds of the conversation", () => {
    const scores = new Map([
      [0, 1],
      [1, 2],
    ]);
    expect([...smoothScores(scores, 2, [0.5, 0.25])].sort(([a], [b]) => a - b)).to.deep.equal([
      [0, 2],
      [1, 2.5],
    ]);
    expect([...smoothScores(scores, 2, [])]).to.deep.equal([...scores]);
  });
});
