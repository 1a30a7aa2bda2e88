import { expect } from "chai";
import { getBuiltInSynonymGraph, SynonymGraph } from "../../../src/adapters/text-analysis/synonym-graph.js";
import thesaurus from "../../../src/adapters/text-analysis/thesaurus.json" with { type: "json" };
import { tokenizeText } from "../../../src/adapters/text-analysis/tokenizer.js";

const meanings = new SynonymGraph({ animals: ["dog puppy hound", "pet dog cat puppy"], work: ["job work lay_off"] });
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
    expect(meanings.findTopics("xylophon")).to.deep.equal([]);
  });

  it("finds phrases in any form of their words", () => {
    expect(meanings.findPhrases(tokenizeText("My dog was laid off"))).to.deep.equal(["lai off"]);
  });

  it("is built from a thesaurus without duplicate concepts, each of at least two words", () => {
    const concepts = Object.values(thesaurus.topics).flat();
    for (const concept of concepts) expect(concept).to.match(/^[^ #]+( [^ #]+)+$/);
    expect(new Set(concepts).size).to.equal(concepts.length);
    for (const { similarity: nearness } of getBuiltInSynonymGraph().findSynonyms("dog"))
      expect(nearness).to.be.within(0, 1);
  });
});
