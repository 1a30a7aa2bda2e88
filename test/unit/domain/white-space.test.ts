import { expect } from "chai";
import fc from "fast-check";
import { isBlank, singleSpaced, trimmed } from "../../../src/domain/white-space.js";

/** All of it, as Python's `str.isspace` has it. */
const white = Array.from(
  "\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680" +
    "\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000",
);
const whites = fc.array(fc.constantFrom(...white)).map((characters) => characters.join(""));
const words = fc.array(fc.string({ unit: fc.constantFrom("a", "🌱", "\ufeff", "\0"), minLength: 1 }), { minLength: 1 });

describe("white space", () => {
  it("is all that a blank text consists of", () => {
    for (let unit = 0; unit <= 0xffff; unit += 1) {
      const character = String.fromCharCode(unit);
      expect(isBlank(character), unit.toString(16)).to.equal(white.includes(character));
    }
    for (const blank of ["", " ", "\x85\x1c", white.join("")]) expect(isBlank(blank)).to.be.true;
    for (const visible of [" . ", "🌱", " \ufeff", "\u200b"]) expect(isBlank(visible)).to.be.false;
  });

  it("does not count around a text, and counts once within it", () => {
    fc.assert(
      fc.property(whites, words, whites, (before, inner, after) => {
        const text = inner.join(` ${before} `);
        expect(trimmed(before + text + after)).to.equal(text);
        expect(singleSpaced(before + text + after)).to.equal(inner.join(" "));
        expect([trimmed(before), singleSpaced(after)]).to.deep.equal(["", ""]);
      }),
    );
  });

  it("is left out in time that grows with the text alone, however much of it there is", () => {
    const text = `a${" ".repeat(1_000_000)}b`;
    expect(trimmed(text)).to.equal(text);
    expect(singleSpaced(text)).to.equal("a b");
  });
});
