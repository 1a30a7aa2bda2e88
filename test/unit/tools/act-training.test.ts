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

describe("The training of the act classifier", () => {
  it("labels an act as positive when its speaker accepts the item in its words", async () => {
    const examples = await examplesOf(tsv);
    expect(examples.map(({ isPositive }) => isPositive)).to.deep.equal([true, true, false, false]);
  });

  it("is deterministic and fits labelled exchanges", async () => {
    const examples = await examplesOf(tsv);
    const weights = trainedOnActs(examples);
    expect(trainedOnActs(examples)).to.deep.equal(weights);
    for (const example of examples) expect(actProbability(weights, example) > 0.5).to.equal(example.isPositive);
  });
});
