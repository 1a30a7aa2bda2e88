import { expect } from "chai";
import { taskExchanges } from "../../../tools/exchanges.js";
import { actExamples, actProbability, trainedOnActs } from "../../../tools/act-training.js";

const tsv = [
  "Yes\tZed: The boiler is cold. || Mia: I'll ring the plumber tomorrow.\tMia: Ring the plumber about the boiler",
  "Yes\tZed: The tyres are flat. || Mia: I'll pump the tyres tonight.\tMia: Pump up the tyres",
  "No\tZed: Could you water the roses? || Mia: No, sorry, I can't.\t",
  "No\tZed: Could you paint the fence? || Mia: Sorry, no.\t",
].join("\n");

const examplesOf = async (text: string) => (await Promise.all(taskExchanges(text).map(actExamples))).flat();

describe("the training of the classifier of acts", () => {
  it("takes an act for right where its speaker took on an item in its words", async () => {
    const examples = await examplesOf(tsv);
    expect(examples.map(({ isPositive }) => isPositive)).to.deep.equal([true, true, false, false]);
  });

  it("learns from labelled exchanges, the same each time", async () => {
    const examples = await examplesOf(tsv);
    const weights = trainedOnActs(examples);
    expect(trainedOnActs(examples)).to.deep.equal(weights);
    for (const example of examples) expect(actProbability(weights, example) > 0.5).to.equal(example.isPositive);
  });
});
