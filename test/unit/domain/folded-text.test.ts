import { expect } from "chai";
import { folded } from "../../../src/domain/folded-text.js";

describe("a folded text", () => {
  it("is the same for texts that differ in form alone", () => {
    for (const [one, ...others] of [
      ["STRAẞE neun", "straße neun", "strasse neun", "STRASSE  NEUN", " Straße\x85neun\x1c"],
      ["ΣΊΣΥΦΟΣ", "σίσυφος", "σίσυφοσ"],
      ["ﬁne", "FINE", "ｆｉｎｅ"],
      ["Ǆungla", "ǆUNGLA", "ǅungla"],
      ["ᾼ", "ᾳ", "αι"],
      ["İlk", "i\u0307lk"],
    ] as const) {
      for (const other of others) expect(folded(other), other).to.equal(folded(one));
    }
  });

  it("keeps apart what is no other case of the same", () => {
    for (const [one, other] of [
      ["ılık su", "ilik su"],
      ["ılık su", "ILIK SU"],
      ["a\ufeffb", "a b"],
      ["masse", "mase"],
    ] as const) {
      expect(folded(one), other).not.to.equal(folded(other));
    }
  });

  it("is what it is folded to already, for every character", () => {
    for (let point = 0; point <= 0x10ffff; point += 1) {
      const character = String.fromCodePoint(point);
      if (!/\p{Changes_When_NFKC_Casefolded}/u.test(character)) continue;
      const once = folded(character);
      expect(folded(once), point.toString(16)).to.equal(once);
    }
  });

  it("is no other for a character that differs in case alone", () => {
    for (let point = 0; point <= 0x10ffff; point += 1) {
      const character = String.fromCodePoint(point);
      const other = character.toUpperCase();
      // Simple case folding is what a regular expression without regard to case compares by.
      if (other === character || !new RegExp(`^${other}$`, "iu").test(character)) continue;
      expect(folded(other), point.toString(16)).to.equal(folded(character));
    }
  });
});
