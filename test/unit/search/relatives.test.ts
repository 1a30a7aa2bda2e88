import { expect } from "chai";
import { Relatives } from "../../../src/adapters/language/search/relatives.js";
import { Term } from "../../../src/adapters/language/search/term.js";

const letters = Array.from("abcdefghijklmnop");
/** More than are compared, all of them more or less alike. */
const words = letters.flatMap((x) => letters.flatMap((y) => letters.map((z) => `internation${x}${y}${z}`)));

describe("relatives of a word among very many that begin alike", () => {
  const termOf = (text: string, texts = 1): Term => {
    const term = new Term(0, text, true);
    term.texts = texts;
    return term;
  };
  const relativesAmong = (terms: readonly Term[]): Relatives => {
    const relatives = new Relatives();
    for (const term of terms) relatives.add(term);
    return relatives;
  };
  const told = (relatives: Relatives, word: string) =>
    relatives.of(word).map(({ term, likeness }) => [term.text, likeness]);

  it("are few, the same in whatever order those came, and whatever has gone or is about to go", () => {
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

  it("are those that are most alike, without the word itself", () => {
    const relatives = relativesAmong(words.map((word) => termOf(word)));
    const found = relatives.of("internationdef").map(({ term }) => term.text);
    expect(found).to.include.members(["internationdeg", "internationdea"]);
    expect(found).not.to.include("internationdef");
    expect(found).to.deep.equal(found.toSorted());
  });

  it("are no more when all have gone", () => {
    const terms = words.slice(0, 50).map((word) => termOf(word));
    const relatives = relativesAmong(terms);
    for (const term of terms) relatives.remove(term);
    expect(relatives.of("internationaaz")).to.deep.equal([]);
  });
});
