import { expect } from "chai";
import { FuzzyTermIndex } from "../../../../src/adapters/search/lexical/fuzzy-term-index.js";
import { Term } from "../../../../src/adapters/search/lexical/term.js";

const letters = Array.from("abcdefghijklmnop");
/** More than are compared, all of them more or less alike. */
const words = letters.flatMap((x) => letters.flatMap((y) => letters.map((z) => `internation${x}${y}${z}`)));

describe("The fuzzy term index with many terms of the same prefix", () => {
  const termOf = (text: string, texts = 1): Term => {
    const term = new Term(0, text, true);
    term.documentFrequency = texts;
    return term;
  };
  const relativesAmong = (terms: readonly Term[]): FuzzyTermIndex => {
    const relatives = new FuzzyTermIndex();
    for (const term of terms) relatives.add(term);
    return relatives;
  };
  const told = (relatives: FuzzyTermIndex, word: string) =>
    relatives.findSimilar(word).map(({ term, similarity: likeness }) => [term.text, likeness]);

  it("returns at most 50 terms, independent of insertion order and removed terms", () => {
    const present = words.map((word) => termOf(word));
    const [gone, going] = [words.map((word) => termOf(`${word}s`)), words.map((word) => termOf(`${word}t`, 0))];
    const other = relativesAmong([...gone, ...present.toReversed(), ...going]);
    for (const term of gone) other.remove(term);
    const relatives = relativesAmong(present);
    for (const word of ["internationabcd", "internation", "internationzzz", "interaaa", ...words.slice(700, 710)]) {
      expect(told(other, word), word).to.deep.equal(told(relatives, word));
      expect(told(relatives, word).length, word).to.be.at.most(50);
    }
  });

  it("returns the most similar terms without the term itself", () => {
    const relatives = relativesAmong(words.map((word) => termOf(word)));
    const found = relatives.findSimilar("internationdef").map(({ term }) => term.text);
    expect(found).to.include.members(["internationdeg", "internationdea"]);
    expect(found).not.to.include("internationdef");
    expect(found).to.deep.equal(found.toSorted());
  });

  it("returns nothing after all terms are removed", () => {
    const terms = words.slice(0, 50).map((word) => termOf(word));
    const relatives = relativesAmong(terms);
    for (const term of terms) relatives.remove(term);
    expect(relatives.findSimilar("internationaaz")).to.deep.equal([]);
  });
});
