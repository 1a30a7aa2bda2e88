import { expect } from "chai";
import { taskExchanges } from "../../../tools/exchanges.js";
import { labelledPronouns, pronounQuality, trainedOnPronouns } from "../../../tools/mention-training.js";

const tsv = [
  "Yes\tZed: The boiler is cold, and my soup is, too. || Mia: I'll repair it tonight.\tMia: Repair the boiler",
  "Yes\tZed: The bicycle has a flat tyre in the shed. || Mia: I'll repair it on Sunday.\tMia: Repair the bicycle",
  "Yes\tZed: Lovely weather. || Mia: I'll repair it on Sunday.\tMia: Repair the fence",
].join("\n");

describe("The training of pronoun resolution", () => {
  const labelled = Promise.all(taskExchanges(tsv).map(labelledPronouns));

  it("labels a mention as positive when the task names it, and skips pronouns without one", async () => {
    const right = (await labelled).map((pronouns) =>
      pronouns.map((mentions) => mentions.filter(({ isPositive }) => isPositive).length),
    );
    expect(right).to.deep.equal([[1], [1], []]);
  });

  it("learns the right mention when it is not the nearest", async () => {
    const pronouns = (await labelled).flat();
    const quality = pronounQuality([{ held: pronouns, weights: trainedOnPronouns(pronouns) }]);
    expect(quality).to.deep.equal({ likeliest: 1, nearest: 0 });
  });
});
