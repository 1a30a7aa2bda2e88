import { expect } from "chai";
import { getBuiltInSynonymGraph, SynonymGraph } from "../../../src/adapters/text-analysis/synonym-graph.js";
import { thesaurus } from "../../../src/adapters/text-analysis/thesaurus.js";
import { tokenizeText } from "../../../src/adapters/text-analysis/tokenizer.js";

const meanings = new SynonymGraph(`
# animals
dog puppy hound
pet dog cat puppy
# work
job work lay_off
`);
const nearTo = (key: string): Record<string, number> =>
  Object.fromEntries(meanings.findSynonyms(key).map(({ key: other, similarity: nearness }) => [other, nearness]));

describe("The synonym graph", () => {
  it("relates words of the same concept, and more strongly those that share several", () => {
    const { puppi, hound, pet, cat, ...others } = nearTo("dog");
    expect(others).to.deep.equal({});
    for (const nearness of [hound, pet, cat]) expect(nearness).to.be.within(0.5, 1);
    expect(puppi)
      .to.be.greaterThan(hound ?? 1)
      .and.at.most(1);
  });

  it("returns nothing for an unknown word", () => {
    expect(nearTo("xylophon")).to.deep.equal({});
    expect(meanings.splitIntoUnits(tokenizeText("xylophone")).map(({ concepts: meaning }) => meaning)).to.deep.equal([
      undefined,
    ]);
  });

  it("matches phrases before their words", () => {
    const units = meanings.splitIntoUnits(tokenizeText("My dog was laid off"));
    expect(units.map(({ phrase }) => phrase)).to.deep.equal([undefined, undefined, undefined, "lai off"]);
    expect(units.map(({ concepts: meaning }) => meaning?.dimensions)).to.deep.equal([
      undefined,
      [0, 1, 3],
      undefined,
      [2, 4],
    ]);
  });

  it("is built from a thesaurus without duplicate concepts, each of at least two words", () => {
    const lines = thesaurus.trim().split("\n");
    expect(lines[0]).to.match(/^# /);
    for (const line of lines) expect(line).to.match(/^# [a-z ]+$|^[^ #]+( [^ #]+)+$/);
    expect(new Set(lines).size).to.equal(lines.length);
    for (const { similarity: nearness } of getBuiltInSynonymGraph().findSynonyms("dog"))
      expect(nearness).to.be.within(0, 1);
  });
});
