import { expect } from "chai";
import { stemWord } from "../../../src/adapters/text-analysis/stemmer.js";

const oneTerm = (words: string): Set<string> => new Set(words.split(" ").map(stemWord));

describe("stemWord", () => {
  it("returns one term for regular and irregular forms of a word", () => {
    for (const words of ["go goes going went gone", "buy bought buying", "child children", "marry married marriage"])
      expect(oneTerm(words), words).to.have.lengthOf(1);
  });

  it("prefers the more common word for ambiguous forms", () => {
    for (const words of [
      "live lives lived living",
      "leave leaves left leaving",
      "found find finding",
      "heat heats heated heating",
      "lie lies lied lying",
      "tie ties tied tying",
      "die dies died dying",
      "arise arises arising arose",
      "axe axes ax",
    ])
      expect(oneTerm(words), words).to.have.lengthOf(1);
    for (const words of [
      "life lives",
      "leaf leaves",
      "hot heated",
      "find founded",
      "bite bit",
      "wind wound",
      "grind ground",
      "bear bore",
      "rise rose",
      "bind bound",
      "die dice",
      "base basis",
      "child childhood",
      "story storey",
    ])
      expect(oneTerm(words).size, words).to.equal(2);
  });

  it("returns one term for British and American spelling", () => {
    for (const words of [
      "colour color colours",
      "organise organize organised organizing",
      "theatre theater",
      "jewellery jewelry",
      "programme programs",
    ])
      expect(oneTerm(words), words).to.have.lengthOf(1);
  });

  it("distinguishes different words", () => {
    for (const words of ["four for", "hour her", "rise raise", "wise wize", "sour sore"])
      expect(oneTerm(words).size, words).to.equal(2);
  });
});
