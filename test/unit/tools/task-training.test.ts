import { expect } from "chai";
import { ActClassifier } from "../../../src/adapters/language/tasks/act-classifier.js";
import { MentionClassifier } from "../../../src/adapters/language/tasks/mention-classifier.js";
import { LogisticClassifier } from "../../../src/adapters/language/text/logistic-classifier.js";
import { taskExchanges } from "../../../tools/exchanges.js";
import { labelledTasks, taskFolds, taskQuality, trainedOnTasks } from "../../../tools/task-training.js";

const tsv = [
  "Yes\tZed: The boiler is cold. || Mia: I'll ring the plumber tomorrow. || Zed: Thanks.\tMia: Ring the plumber",
  "Yes\tZed: The tyres are flat. || Mia: I'll pump the tyres tonight. || Zed: Great.\tMia: Pump up the tyres",
  "No\tZed: Will you have soup? || Mia: I'll take the soup, please. || Zed: Right away.\t",
  "No\tZed: Where is the spade? || Mia: I'll get the spade. || Zed: Oh, there it is.\t",
].join("\n");

describe("The training of the task classifier", () => {
  const classifiers = { acts: new ActClassifier(), mentions: new MentionClassifier() };
  const labelled = Promise.all(taskExchanges(tsv).map((exchange) => labelledTasks(exchange, classifiers)));

  it("labels a candidate as positive when it is one of the items", async () => {
    const right = (await labelled).map(({ candidates }) => candidates.some(({ isPositive }) => isPositive));
    expect(right).to.deep.equal([true, true, false, false]);
  });

  it("is deterministic and fits the labelled candidates", async () => {
    const weights = trainedOnTasks(await labelled);
    const classifier = new LogisticClassifier(weights);
    for (const { slots, isPositive } of (await labelled).flatMap(({ candidates }) => candidates))
      expect(classifier.probability(slots) > 0.5).to.equal(isPositive);
    expect(trainedOnTasks(await labelled)).to.deep.equal(weights);
  });

  it("measures extracted items against the expected ones", async () => {
    const all = await labelled;
    const quality = taskQuality([{ held: all, weights: trainedOnTasks(all) }]);
    expect(quality).to.deep.equal({ precision: 100, recall: 100, f1: 100 });
  });

  it("holds out each conversation once and never trains on held-out ones", async () => {
    const all = await labelled;
    const parts = taskFolds(all);
    expect(parts.flatMap(({ held }) => held)).to.have.members(all);
    for (const { held, rest } of parts) expect([...held, ...rest]).to.have.members(all);
  });
});
