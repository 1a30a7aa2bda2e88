import { expect } from "chai";
import { MentionClassifier } from "../../../src/adapters/language/tasks/mention-classifier.js";
import { mentionsBefore } from "../../../src/adapters/language/tasks/mentions.js";
import { analyse } from "../../../src/adapters/language/text/analysis.js";
import { Tagger } from "../../../src/adapters/language/text/tagger.js";
import { aConversation, wednesday } from "./fixtures.js";

const tagger = new Tagger();

async function mentioned(said: readonly (readonly [by: string, text: string])[], imperative: string) {
  const { sentences } = await analyse(aConversation(...said), wednesday, tagger);
  const last = sentences.at(-1);
  if (last === undefined) throw new Error("Nothing was said");
  const mentions = mentionsBefore(last, "", sentences, () => undefined);
  const pointing = { act: { kind: "commitment", imperative }, pronoun: "it", sentence: last, sentences } as const;
  const ranked = new MentionClassifier().ranked(mentions, pointing);
  return { nearest: mentions.map(({ name }) => name), ranked: ranked.map(({ name }) => name) };
}

describe("what was mentioned", () => {
  it("is every thing that was named before, the nearest first, and no person", async () => {
    const { nearest } = await mentioned(
      [
        ["Ana", "We have a new boiler."],
        ["Ana", "My sister is at the station with a suitcase."],
        ["me", "I'll repair it tonight."],
      ],
      "repair it tonight",
    );
    expect(nearest).to.deep.equal(["the suitcase", "the station", "the new boiler"]);
  });

  it("is ranked by what is likely to be meant", async () => {
    const { ranked } = await mentioned(
      [
        ["Ana", "The printer is broken, did you see the crack on the side?"],
        ["me", "I'll fix it tonight."],
      ],
      "fix it tonight",
    );
    expect(ranked[0]).to.equal("the printer");
  });
});
