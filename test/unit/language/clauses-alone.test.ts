import { expect } from "chai";
import { clausesAlone } from "../../../src/adapters/language/memories/clauses-alone.js";

describe("a clause by itself", () => {
  for (const [sentence, clauses] of [
    [
      "After four if you can, I drive the school bus so I can't pick up.",
      ["I drive the school bus", "I can't pick up"],
    ],
    ["In the morning? I drive the night bus.", ["I drive the night bus"]],
    ["Okay, my sister's in Porto and she hates it.", ["my sister's in Porto"]],
    ["I have two dogs and a cat.", ["I have two dogs and a cat"]],
    ["Mind the step.", []],
    ["I am.", []],
  ] as const) {
    it(`is ${clauses.length === 0 ? "none" : clauses.join("; ")} of "${sentence}"`, () => {
      expect(clausesAlone(sentence).map(({ text }) => text)).to.deep.equal(clauses);
    });
  }

  it("comes with what stands before and after it", () => {
    const [clause] = clausesAlone("Well, since you ask, I keep bees, don't I?");
    expect(clause).to.deep.equal({ text: "I keep bees", before: "Well, since you ask, ", after: ", don't I?" });
  });
});
