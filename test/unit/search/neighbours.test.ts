import { expect } from "chai";
import { withNeighbours } from "../../../src/adapters/language/search/neighbours.js";

describe("the neighbours of a snippet", () => {
  it("add to it the more the nearer they are, also where it has nothing itself", () => {
    const sums = withNeighbours(new Map([[2, 1]]), 10, [0.5, 0.25]);
    expect([...sums].sort(([a], [b]) => a - b)).to.deep.equal([
      [0, 0.25],
      [1, 0.5],
      [2, 1],
      [3, 0.5],
      [4, 0.25],
    ]);
  });

  it("add up, and are none beyond the ends of the conversation", () => {
    const scores = new Map([
      [0, 1],
      [1, 2],
    ]);
    expect([...withNeighbours(scores, 2, [0.5, 0.25])].sort(([a], [b]) => a - b)).to.deep.equal([
      [0, 2],
      [1, 2.5],
    ]);
    expect([...withNeighbours(scores, 2, [])]).to.deep.equal([...scores]);
  });
});
