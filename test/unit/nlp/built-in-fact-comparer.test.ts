import { expect } from "chai";
import { BuiltInFactComparer } from "../../../src/adapters/nlp/index.js";
import { awkwardTexts } from "../../../src/testing/contracts/awkward-texts.js";
import {
  heldOutImplausiblePairs,
  heldOutPlausiblePairs,
  implausiblePairs,
  plausiblePairs,
  type FactPair,
} from "../../support/fact-pairs.js";

const comparer = new BuiltInFactComparer();
const findPairs = async (pairs: readonly FactPair[], expected: boolean): Promise<FactPair[]> => {
  const results = await Promise.all(
    pairs.map(async (pair) => ({ pair, isSame: await comparer.isSameSubject(...pair) })),
  );
  return results.flatMap(({ pair, isSame }) => (isSame === expected ? [] : [pair]));
};

describe("The built-in fact comparer", () => {
  it("accepts facts that may update the earlier one, in three languages", async () => {
    expect(await findPairs(plausiblePairs, true)).to.deep.equal([]);
  });

  it("rejects facts about another subject or person, in three languages", async () => {
    expect(await findPairs(implausiblePairs, false)).to.deep.equal([]);
  });

  it("is right about at least 30 of 33 pairs that were not used for tuning", async () => {
    const wrong = [
      ...(await findPairs(heldOutPlausiblePairs, true)),
      ...(await findPairs(heldOutImplausiblePairs, false)),
    ];
    expect(heldOutPlausiblePairs.length + heldOutImplausiblePairs.length).to.equal(33);
    expect(wrong.length, JSON.stringify(wrong)).to.be.at.most(3);
  });

  it("returns a result for any text", async () => {
    for (const text of [...awkwardTexts, "", " "]) {
      expect(await comparer.isSameSubject(text, "Lives in Rome")).to.be.a("boolean");
    }
  });
});
