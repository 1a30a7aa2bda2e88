import { expect } from "chai";
import { LogisticClassifier } from "../../../src/adapters/language/text/logistic-classifier.js";
import { factExchanges } from "../../../tools/exchanges.js";
import { factFolds, labelledFacts, memoryQuality, trainedOnFacts } from "../../../tools/fact-training.js";

const tsv = [
  "Yes\tU: I whittle spoons for friends.\tWhittles spoons for friends",
  "Yes\tU: I whittle ducks every winter.\tWhittles ducks every winter",
  "Yes\tO: What are you up to? || U: I whittle chess pieces at the club.\tWhittles chess pieces at the club",
  "No\tU: I dropped the spoon on the floor.",
  "No\tO: Ready? || U: I dropped my keys in the car.",
  "No\tU: I dropped the plates, sorry.",
].join("\n");

describe("the training of the classifier of facts", () => {
  const told = labelledFacts(factExchanges(tsv));

  it("labels what is told by the memories that should be kept", async () => {
    const labels = (await told).map(({ facts }) => facts.some(({ isPositive }) => isPositive));
    expect(labels).to.deep.equal([true, true, true, false, false, false]);
  });

  it("learns what is worth keeping, the same each time", async () => {
    const weights = trainedOnFacts(await told);
    const classifier = new LogisticClassifier(weights);
    for (const { slots, isPositive } of (await told).flatMap(({ facts }) => facts))
      expect(classifier.probability(slots) > 0.5).to.equal(isPositive);
    expect(trainedOnFacts(await told)).to.deep.equal(weights);
  });

  it("measures the memories that are made against those that should be kept", async () => {
    const tellings = await told;
    const quality = memoryQuality([{ held: tellings, weights: trainedOnFacts(tellings) }]);
    expect(quality).to.deep.equal({ precision: 100, recall: 100, f1: 100 });
  });

  it("holds each exchange out once, and never trains on what it holds out", async () => {
    const tellings = await told;
    const parts = factFolds(tellings);
    expect(parts.flatMap(({ held }) => held)).to.have.members(tellings);
    for (const { held, rest } of parts) expect([...held, ...rest]).to.have.members(tellings);
  });
});
