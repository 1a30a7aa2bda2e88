import { expect } from "chai";
import { BuiltInFactComparer } from "../../../src/adapters/language/index.js";
import { awkwardTexts } from "../../../src/testing/contracts/awkward-texts.js";
import {
  heldOutImplausiblePairs,
  heldOutPlausiblePairs,
  implausiblePairs,
  plausiblePairs,
  type FactPair,
} from "../../support/fact-pairs.js";

const comparer = new BuiltInFactComparer();
const judge = async (pairs: readonly FactPair[], expected: boolean): Promise<FactPair[]> => {
  const judged = await Promise.all(
    pairs.map(async (pair) => ({ pair, isSame: await comparer.isSameSubject(...pair) })),
  );
  return judged.flatMap(({ pair, isSame }) => (isSame === expected ? [] : [pair]));
};

describe("the built-in comparison of facts", () => {
  it("takes for the same subject what may be news of the earlier fact, in three languages", async () => {
    expect(await judge(plausiblePairs, true)).to.deep.equal([]);
  });

  it("tells apart what is about something else or somebody else, in three languages", async () => {
    expect(await judge(implausiblePairs, false)).to.deep.equal([]);
  });

  it("is right about at least 30 of 33 pairs that it was not tuned on", async () => {
    const wrong = [...(await judge(heldOutPlausiblePairs, true)), ...(await judge(heldOutImplausiblePairs, false))];
    expect(heldOutPlausiblePairs.length + heldOutImplausiblePairs.length).to.equal(33);
    expect(wrong.length, JSON.stringify(wrong)).to.be.at.most(3);
  });

  it("has an answer for whatever text", async () => {
    for (const text of [...awkwardTexts, "", " "]) {
      expect(await comparer.isSameSubject(text, "Lives in Rome")).to.be.a("boolean");
    }
  });
});
