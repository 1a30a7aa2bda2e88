import { expect } from "chai";
import { labelledExchanges } from "../../../tools/exchanges.js";
import { actExamples, actProbability, trainedOnActs } from "../../../tools/act-training.js";

const tsv = [
  "Yes\tZed: The boiler is cold. || Mia: I'll ring the plumber tomorrow.\tMia: Ring the plumber about the boiler",
  "Yes\tZed: The tyres are flat. || Mia: I'll pump the tyres tonight.\tMia: Pump up the tyres",
  "No\tZed: Could you water the roses? || Mia: No, sorry, I can't.\t",
  "No\tZed: Could you paint the fence? || Mia: Sorry, no.\t",
].join("\n");

const examplesOf = async (text: string) => (await Promise.all(labelledExchanges(text).map(actExamples))).flat();

describe("the training of the classifier of tasks", () => {
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

  it("reads who takes part, what they say and what is left to do", () => {
    expect(labelledExchanges(tsv)[0]).to.deep.equal({
      turns: [
        { speaker: "Zed", text: "The boiler is cold." },
        { speaker: "Mia", text: "I'll ring the plumber tomorrow." },
      ],
      items: [{ owner: "Mia", description: "Ring the plumber about the boiler" }],
    });
  });

  it("refuses a line that is labelled otherwise than its items say", () => {
    expect(() => labelledExchanges("Yes\tZed: Hello.\t")).to.throw("Line 1 is labelled otherwise than its items say");
  });

  it("refuses a turn without a speaker", () => {
    expect(() => labelledExchanges("No\tHello there.\t")).to.throw('Line 1 has no name before "Hello there."');
  });
});
