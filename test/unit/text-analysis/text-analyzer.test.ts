import { expect } from "chai";
import fc from "fast-check";
import { detectAnswerType } from "../../../src/adapters/text-analysis/answer-types.js";
import { countBigrams, DiceSimilarity } from "../../../src/adapters/text-analysis/dice-similarity.js";
import { analyzeText } from "../../../src/adapters/text-analysis/text-analyzer.js";
import { tokenizeText } from "../../../src/adapters/text-analysis/tokenizer.js";

describe("analyzeText", () => {
  it("measures the share of questions and of text that only addresses the listener", () => {
    expect(analyzeText("I bake bread.").questionShare).to.equal(0);
    expect(analyzeText("Who bakes bread?").questionShare).to.equal(1);
    expect(analyzeText("I bake bread. Who eats it?").questionShare).to.be.within(0.3, 0.6);
    expect(analyzeText("You bake good bread!").questionShare).to.be.within(0.1, 0.5);
    expect(analyzeText("???").questionShare).to.be.within(0, 1);
    expect(analyzeText("").questionShare).to.equal(0);
  });

  it("finds phrases, numbers and times", () => {
    expect(analyzeText("They laid off my brother").phrases).to.deep.equal(["lai off"]);
    expect(analyzeText("She turned forty last Monday").answerTypes).to.deep.equal(["#number", "#time"]);
    expect(analyzeText("I bake bread")).to.deep.include({ phrases: [], answerTypes: [] });
  });
});

describe("detectAnswerType", () => {
  const typeOf = (question: string) => detectAnswerType(tokenizeText(question));

  it("detects the answer type from the first words of the question", () => {
    for (const question of ["When did Ana move?", "Which year was it?", "What date is the wedding?"])
      expect(typeOf(question), question).to.equal("#time");
    for (const question of ["How many cats has she?", "How old is Bo?", "What is the price of the bike?"])
      expect(typeOf(question), question).to.equal("#number");
    for (const question of ["How does she feel?", "What does Bo eat?", "Bo", ""])
      expect(typeOf(question), question).to.equal(undefined);
  });
});

describe("The similarity of words", () => {
  const likeness = (one: string, other: string): number =>
    new DiceSimilarity(one).compareTo(other, countBigrams(other));

  it("is high for words of one root and misspellings, and zero for others and short words", () => {
    expect(likeness("photograph", "photographer")).to.be.greaterThan(0.7);
    expect(likeness("restaurant", "restaraunt")).to.be.greaterThan(0);
    expect(likeness("interest", "international")).to.equal(0);
    expect(likeness("bread", "brew")).to.equal(0);
    expect(likeness("same", "same")).to.equal(0);
  });

  it("equals the Dice coefficient of distinct bigrams above the threshold", () => {
    const pairs = (text: string): Set<string> => new Set(Array.from(text.slice(1), (end, at) => text.charAt(at) + end));
    const word = fc.string({ unit: fc.constantFrom("a", "b", "ж"), minLength: 6, maxLength: 14 });
    fc.assert(
      fc.property(word, fc.array(word), (one, others) => {
        const to = new DiceSimilarity(one);
        for (const other of others) {
          const [ofOne, ofOther] = [pairs(one), pairs(other)];
          const dice = (2 * [...ofOne].filter((pair) => ofOther.has(pair)).length) / (ofOne.size + ofOther.size);
          expect(to.compareTo(other, countBigrams(other))).to.equal(dice < 0.65 ? 0 : dice);
        }
      }),
    );
  });
});
