import { setImmediate as nextTurn } from "node:timers/promises";
import { expect } from "chai";
import { endOfTurn } from "../../../src/adapters/http/turn.js";

describe("the end of a turn", () => {
  it("is one for all that wait for it, who go on in the order they came in", async () => {
    const seen: string[] = [];
    const first = endOfTurn().then(() => seen.push("first"));
    const second = Promise.resolve().then(() => {
      seen.push("begun");
      return endOfTurn().then(() => seen.push("second"));
    });
    await Promise.all([first, second]);
    expect(seen).to.deep.equal(["begun", "first", "second"]);
  });

  it("comes again with the next turn", async () => {
    const one = endOfTurn();
    expect(endOfTurn()).to.equal(one);
    await one;
    await nextTurn();
    expect(endOfTurn()).not.to.equal(one);
  });
});
