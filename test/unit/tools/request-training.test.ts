import { expect } from "chai";
import { RequestClassifier } from "../../../src/adapters/language/index.js";
import { qualityOf } from "../../../tools/logistic-regression.js";
import { labelledSentences, requestFolds, trainedOnRequests } from "../../../tools/request-training.js";

const tsv = [
  "Yes\tPlease send me the report.",
  "Yes\tPlease call the bank.",
  "Yes\tCould you water the plants?",
  "No\tThe report is long.",
  "No\tThe bank is closed today.",
  "No\tPlants grow in the garden.",
].join("\n");

describe("The training of the request classifier", () => {
  it("learns from labelled sentences", () => {
    const classifier = new RequestClassifier(trainedOnRequests(labelledSentences(tsv)));
    expect(classifier.probability("Please water the garden.")).to.be.above(0.5);
    expect(classifier.probability("The garden is closed.")).to.be.below(0.5);
  });

  it("is deterministic", () => {
    expect(trainedOnRequests(labelledSentences(tsv))).to.deep.equal(trainedOnRequests(labelledSentences(tsv)));
  });

  it("holds out each sentence once and never trains on held-out ones", () => {
    const sentences = labelledSentences(tsv);
    const parts = requestFolds(sentences);
    expect(parts.flatMap(({ held }) => held)).to.have.members(sentences);
    for (const { held, rest } of parts) expect([...held, ...rest]).to.have.members(sentences);
  });

  it("rejects a line without a label", () => {
    expect(() => labelledSentences("Maybe\tCall me.")).to.throw("Line 1 is not a label");
  });

  it("measures precision, recall and F1", () => {
    const quality = qualityOf([
      { taken: true, isPositive: true },
      { taken: true, isPositive: false },
      { taken: false, isPositive: true },
      { taken: true, isPositive: true },
    ]);
    expect(quality.precision).to.be.closeTo(66.7, 0.1);
    expect(quality.recall).to.be.closeTo(66.7, 0.1);
    expect(quality.f1).to.be.closeTo(66.7, 0.1);
  });
});
