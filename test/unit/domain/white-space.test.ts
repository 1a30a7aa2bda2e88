import { expect } from "chai";
import fc from "fast-check";
import { isBlank, collapseWhiteSpace, trimWhiteSpace } from "../../../src/domain/text/normalize-text.js";

/** All of it, as Python's `str.isspace` has it. */
const white = Array.from(
  "\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680" +
    "\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000",
);
const whites = fc.array(fc.constantFrom(...white)).map((characters) => characters.join(""));
const words = fc.array(fc.string({ unit: fc.constantFrom("a", "🌱", "\ufeff", "\0"), minLength: 1 }), { minLength: 1 });

describe("White space functions", () => {
  it("recognize every white-space character and nothing else", () => {
    for (let unit = 0; unit <= 0xffff; unit += 1) {
      const character = String.fromCharCode(unit);
      expect(isBlank(character), unit.toString(16)).to.equal(white.includes(character));
    }
    for (const blank of ["", " ", "\x85\x1c", white.join("")]) expect(isBlank(blank)).to.be.true;
    for (const visible of [" . ", "🌱", " \ufeff", "\u200b"]) expect(isBlank(visible)).to.be.false;
  });

  it("trim the ends and collapse inner white space to one space", () => {
    fc.assert(
      fc.property(whites, words, whites, (before, inner, after) => {
        const text = inner.join(` ${before} `);
        expect(trimWhiteSpace(before + text + after)).to.equal(text);
        expect(collapseWhiteSpace(before + text + after)).to.equal(inner.join(" "));
        expect([trimWhiteSpace(before), collapseWhiteSpace(after)]).to.deep.equal(["", ""]);
      }),
    );
  });

  it("run in linear time", () => {
    const text = `a${" ".repeat(1_000_000)}b`;
    expect(trimWhiteSpace(text)).to.equal(text);
    expect(collapseWhiteSpace(text)).to.equal("a b");
  });
});
