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

describe("The training of the fact classifier", () => {
  const told = labelledFacts(factExchanges(tsv));

  it("labels statements by the expected memories", async () => {
    const labels = (await told).map(({ facts }) => facts.some(({ isPositive }) => isPositive));
    expect(labels).to.deep.equal([true, true, true, false, false, false]);
  });

  it("is deterministic and fits the labelled facts", async () => {
    const weights = trainedOnFacts(await told);
    const classifier = new LogisticClassifier(weights);
    for (const { slots, isPositive } of (await told).flatMap(({ facts }) => facts))
      expect(classifier.probability(slots) > 0.5).to.equal(isPositive);
    expect(trainedOnFacts(await told)).to.deep.equal(weights);
  });

  it("measures extracted memories against the expected ones", async () => {
    const tellings = await told;
    const quality = memoryQuality([{ held: tellings, weights: trainedOnFacts(tellings) }]);
    expect(quality).to.deep.equal({ precision: 100, recall: 100, f1: 100 });
  });

  it("holds out each exchange once and never trains on held-out ones", async () => {
    const tellings = await told;
    const parts = factFolds(tellings);
    expect(parts.flatMap(({ held }) => held)).to.have.members(tellings);
    for (const { held, rest } of parts) expect([...held, ...rest]).to.have.members(tellings);
  });
});
