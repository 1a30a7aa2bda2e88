import { expect } from "chai";
import fc from "fast-check";
import { answerTypeOf } from "../../../src/adapters/language/search/answer-types.js";
import { gramsIn, Likeness } from "../../../src/adapters/language/search/likeness.js";
import { read } from "../../../src/adapters/language/search/reading.js";
import { tokensOf } from "../../../src/adapters/language/search/tokens.js";

describe("a text that is read", () => {
  it("asks by its questions, and a little by speaking of nobody but whom it is said to", () => {
    expect(read("I bake bread.").asking).to.equal(0);
    expect(read("Who bakes bread?").asking).to.equal(1);
    expect(read("I bake bread. Who eats it?").asking).to.be.within(0.3, 0.6);
    expect(read("You bake good bread!").asking).to.be.within(0.1, 0.5);
    expect(read("???").asking).to.be.within(0, 1);
    expect(read("").asking).to.equal(0);
  });

  it("shows its phrases, and what it has that may be asked for", () => {
    expect(read("They laid off my brother").signs).to.deep.equal(["lai off"]);
    expect(read("She turned forty last Monday").signs).to.include.members(["#number", "#time"]);
    expect(read("I bake bread").signs).to.deep.equal([]);
  });
});

describe("a question", () => {
  const typeOf = (question: string) => answerTypeOf(tokensOf(question));

  it("tells the type of its answer by its first words", () => {
    for (const question of ["When did Ana move?", "Which year was it?", "What date is the wedding?"])
      expect(typeOf(question), question).to.equal("#time");
    for (const question of ["How many cats has she?", "How old is Bo?", "What is the price of the bike?"])
      expect(typeOf(question), question).to.equal("#number");
    for (const question of ["How does she feel?", "What does Bo eat?", "Bo", ""])
      expect(typeOf(question), question).to.equal(undefined);
  });
});

describe("words of one root", () => {
  const likeness = (one: string, other: string): number => new Likeness(one).to(other, gramsIn(other));

  it("are alike, and so is a word that is mistyped; others are not, nor are short ones", () => {
    expect(likeness("photograph", "photographer")).to.be.greaterThan(0.7);
    expect(likeness("restaurant", "restaraunt")).to.be.greaterThan(0);
    expect(likeness("interest", "international")).to.equal(0);
    expect(likeness("bread", "brew")).to.equal(0);
    expect(likeness("same", "same")).to.equal(0);
  });

  it("are as alike as the parts of different letters two by two that they share, each counted once", () => {
    const pairs = (text: string): Set<string> => new Set(Array.from(text.slice(1), (end, at) => text.charAt(at) + end));
    const word = fc.string({ unit: fc.constantFrom("a", "b", "ж"), minLength: 6, maxLength: 14 });
    fc.assert(
      fc.property(word, fc.array(word), (one, others) => {
        const to = new Likeness(one);
        for (const other of others) {
          const [ofOne, ofOther] = [pairs(one), pairs(other)];
          const dice = (2 * [...ofOne].filter((pair) => ofOther.has(pair)).length) / (ofOne.size + ofOther.size);
          expect(to.to(other, gramsIn(other))).to.equal(dice < 0.65 ? 0 : dice);
        }
      }),
    );
  });
});
