import { expect } from "chai";
import { builtInMeanings, Meanings } from "../../../src/adapters/language/search/meanings.js";
import { thesaurus } from "../../../src/adapters/language/search/thesaurus.js";
import { tokensOf } from "../../../src/adapters/language/search/tokens.js";

const meanings = new Meanings(`
# animals
dog puppy hound
pet dog cat puppy
# work
job work lay_off
`);
const nearTo = (key: string): Record<string, number> =>
  Object.fromEntries(meanings.nearTo(key).map(({ key: other, nearness }) => [other, nearness]));

describe("what words mean", () => {
  it("makes those near that stand in a concept together, and nearer those that do so more often", () => {
    const { puppi, hound, pet, cat, ...others } = nearTo("dog");
    expect(others).to.deep.equal({});
    for (const nearness of [hound, pet, cat]) expect(nearness).to.be.within(0.5, 1);
    expect(puppi)
      .to.be.greaterThan(hound ?? 1)
      .and.at.most(1);
  });

  it("is nothing for a word that is not known", () => {
    expect(nearTo("xylophon")).to.deep.equal({});
    expect(meanings.unitsIn(tokensOf("xylophone")).map(({ meaning }) => meaning)).to.deep.equal([undefined]);
  });

  it("is told of phrases before it is of their words", () => {
    const units = meanings.unitsIn(tokensOf("My dog was laid off"));
    expect(units.map(({ phrase }) => phrase)).to.deep.equal([undefined, undefined, undefined, "lai off"]);
    expect(units.map(({ meaning }) => meaning?.numbers)).to.deep.equal([undefined, [0, 1, 3], undefined, [2, 4]]);
  });

  it("comes from a thesaurus of concepts under topics, none of them twice, each of two words or more", () => {
    const lines = thesaurus.trim().split("\n");
    expect(lines[0]).to.match(/^# /);
    for (const line of lines) expect(line).to.match(/^# [a-z ]+$|^[^ #]+( [^ #]+)+$/);
    expect(new Set(lines).size).to.equal(lines.length);
    for (const { nearness } of builtInMeanings().nearTo("dog")) expect(nearness).to.be.within(0, 1);
  });
});
