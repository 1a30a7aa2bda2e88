import { expect } from "chai";
import { tokensOf } from "../../../src/adapters/language/search/tokens.js";

const termsOf = (text: string): string[] =>
  tokensOf(text)
    .filter(({ isContent }) => isContent)
    .map(({ term }) => term);
const namesIn = (text: string): string[] =>
  tokensOf(text)
    .filter(({ spelling }) => spelling === "name")
    .map(({ term }) => term);

describe("the words of a text", () => {
  it("are stems, without words of grammar", () => {
    expect(termsOf("She was running the marathons")).to.deep.equal(["run", "marathon"]);
  });

  it("keep what denies, however it is said", () => {
    for (const text of ["does not eat", "doesn't eat", "never eats", "eats nothing", "can’t eat"]) {
      expect(termsOf(text), text).to.have.members(["not", "eat"]);
    }
  });

  it("write a number one way", () => {
    for (const text of ["25", "twenty-five", "twenty five", "25th", "025"])
      expect(termsOf(text), text).to.deep.equal(["25"]);
    expect(termsOf("1,200 at 7:30 and 3.5")).to.deep.equal(["1200", "7:30", "3.5"]);
  });

  it("write a date in digits as one in words", () => {
    expect(termsOf("2024-03-07")).to.have.members(termsOf("7 March 2024"));
  });

  it("know a name by its capital where no sentence begins, by what it owns, or by what it says", () => {
    expect(namesIn("Yesterday Ana met Bo. Then they left")).to.deep.equal(["ana", "bo"]);
    expect(namesIn("Ana's house")).to.deep.equal(["ana"]);
    expect(namesIn("Ana: I am home")).to.deep.equal(["ana"]);
    expect(namesIn("Bread is good")).to.deep.equal([]);
  });

  it("know neither accents nor letter case", () => {
    expect(termsOf("Café MÜNCHEN")).to.deep.equal(termsOf("cafe munchen"));
  });

  it("are pairs of characters in scripts without spaces, and pictures stand for themselves", () => {
    expect(termsOf("東京都")).to.deep.equal(["東京", "京都"]);
    expect(termsOf("🎸")).to.deep.equal(["🎸"]);
  });

  it("are none of great length, but each is told from others that begin alike", () => {
    const long = ["a".repeat(60_000), `${"a".repeat(60_000)}b`, "1".repeat(60_000), "?!".repeat(30_000)];
    const terms = long.flatMap((text) => termsOf(text));
    expect(new Set(terms).size).to.equal(long.length);
    for (const term of terms) expect(term.length).to.be.lessThan(60);
  });

  it("are the text itself where it has none, and none only where it is blank", () => {
    expect(termsOf(" ?! ")).to.deep.equal(["?!"]);
    expect(tokensOf(" \n")).to.deep.equal([]);
  });
});
