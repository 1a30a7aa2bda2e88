import { expect } from "chai";
import { taskExchanges } from "../../../tools/exchanges.js";
import { labelledPronouns, pronounQuality, trainedOnPronouns } from "../../../tools/mention-training.js";

const tsv = [
  "Yes\tZed: The boiler is cold, and my soup is, too. || Mia: I'll repair it tonight.\tMia: Repair the boiler",
  "Yes\tZed: The bicycle has a flat tyre in the shed. || Mia: I'll repair it on Sunday.\tMia: Repair the bicycle",
  "Yes\tZed: Lovely weather. || Mia: I'll repair it on Sunday.\tMia: Repair the fence",
].join("\n");

describe("the training of what pronouns mean", () => {
  const labelled = Promise.all(taskExchanges(tsv).map(labelledPronouns));

  it("takes a mention for right where the task names it, and learns nothing where none is", async () => {
    const right = (await labelled).map((pronouns) =>
      pronouns.map((mentions) => mentions.filter(({ isPositive }) => isPositive).length),
    );
    expect(right).to.deep.equal([[1], [1], []]);
  });

  it("learns which of them is meant, where the nearest is not", async () => {
    const pronouns = (await labelled).flat();
    const quality = pronounQuality([{ held: pronouns, weights: trainedOnPronouns(pronouns) }]);
    expect(quality).to.deep.equal({ likeliest: 1, nearest: 0 });
  });
});
