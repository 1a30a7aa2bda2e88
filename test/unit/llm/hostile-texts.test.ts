import { expect } from "chai";
import { cleaned } from "../../../src/adapters/llm/clean-text.js";
import { writtenJson } from "../../../src/adapters/llm/written-json.js";

/** Far more than it takes, and far less than what grows with the square of the length. */
const SOON_MS = 1_000;

describe("what a model wrote", () => {
  for (const piece of ["[", "[](", "a.", "a-", "<a", "{", '{"', "<think>", "![x](http://a/"]) {
    it(`is read soon when it is full of ${piece}`, () => {
      const text = piece.repeat(Math.floor(190_000 / piece.length));
      const begun = performance.now();
      cleaned(text);
      expect(writtenJson(text)).to.equal(undefined);
      expect(performance.now() - begun).to.be.lessThan(SOON_MS);
    });
  }

  it("keeps what only looks like an address", () => {
    const text = "Use 3/4 cup and/or call e.g. Bob at 5:30 p.m.; 1.5/2 is ok, a < b";
    expect(cleaned(text)).to.equal(text);
  });

  it("is no object when it is a list, a number or nothing", () => {
    for (const text of ["[1]", "7", "null", "", "no {braces} here"]) expect(writtenJson(text)).to.equal(undefined);
  });
});
