import { expect } from "chai";
import { normalizeText } from "../../../src/domain/text/normalize-text.js";

describe("normalizeText", () => {
  it("returns the same text for different forms of the same characters", () => {
    for (const [one, ...others] of [
      ["STRAẞE neun", "straße neun", "strasse neun", "STRASSE  NEUN", " Straße\x85neun\x1c"],
      ["ΣΊΣΥΦΟΣ", "σίσυφος", "σίσυφοσ"],
      ["ﬁne", "FINE", "ｆｉｎｅ"],
      ["Ǆungla", "ǆUNGLA", "ǅungla"],
      ["ᾼ", "ᾳ", "αι"],
      ["İlk", "i\u0307lk"],
    ] as const) {
      for (const other of others) expect(normalizeText(other), other).to.equal(normalizeText(one));
    }
  });

  it("distinguishes characters that are not case variants", () => {
    for (const [one, other] of [
      ["ılık su", "ilik su"],
      ["ılık su", "ILIK SU"],
      ["a\ufeffb", "a b"],
      ["masse", "mase"],
    ] as const) {
      expect(normalizeText(one), other).not.to.equal(normalizeText(other));
    }
  });

  it("is idempotent for every character", () => {
    for (let point = 0; point <= 0x10ffff; point += 1) {
      const character = String.fromCodePoint(point);
      if (!/\p{Changes_When_NFKC_Casefolded}/u.test(character)) continue;
      const once = normalizeText(character);
      expect(normalizeText(once), point.toString(16)).to.equal(once);
    }
  });

  it("returns the same text for all case variants of a character", () => {
    for (let point = 0; point <= 0x10ffff; point += 1) {
      const character = String.fromCodePoint(point);
      const other = character.toUpperCase();
      // Simple case folding is what a regular expression without regard to case compares by.
      if (other === character || !new RegExp(`^${other}$`, "iu").test(character)) continue;
      expect(normalizeText(other), point.toString(16)).to.equal(normalizeText(character));
    }
  });
});
