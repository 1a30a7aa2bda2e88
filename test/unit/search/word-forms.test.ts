import { expect } from "chai";
import { stemOf } from "../../../src/adapters/language/search/stems.js";

const oneTerm = (words: string): Set<string> => new Set(words.split(" ").map(stemOf));

describe("the forms of a word", () => {
  it("are one term, however irregular they are", () => {
    for (const words of ["go goes going went gone", "buy bought buying", "child children", "marry married marriage"])
      expect(oneTerm(words), words).to.have.lengthOf(1);
  });

  it("are one term in British and American spelling", () => {
    for (const words of [
      "colour color colours",
      "organise organize organised organizing",
      "theatre theater",
      "jewellery jewelry",
      "programme programs",
    ])
      expect(oneTerm(words), words).to.have.lengthOf(1);
  });

  it("are not those of another word", () => {
    for (const words of ["four for", "hour her", "rise raise", "wise wize", "sour sore"])
      expect(oneTerm(words).size, words).to.equal(2);
  });
});
