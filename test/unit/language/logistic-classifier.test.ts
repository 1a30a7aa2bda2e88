import { expect } from "chai";
import { LogisticClassifier, slotOf, slotsNamed } from "../../../src/adapters/language/text/logistic-classifier.js";

describe("a feature", () => {
  it("lies where it lies, whether its name is put together first or not", () => {
    const inTalk = slotsNamed("talk", 2 ** 15);
    for (const word of ["", "a", "naïve", "don't", "日本", "x".repeat(100)]) {
      expect(inTalk(word)).to.equal(slotOf(`talk ${word}`, 2 ** 15));
      expect(inTalk(word, "b")).to.equal(slotOf(`talk ${word} b`, 2 ** 15));
    }
  });
});

describe("a logistic classifier", () => {
  const weights = Buffer.from(Int8Array.from([100, -100, 0, 0]).buffer).toString("base64");
  const classifier = new LogisticClassifier({ weights, scale: 0.05, bias: 0 });

  it("takes what speaks for it for likely, what speaks against it not, and what tells nothing as even", () => {
    expect(classifier.probability([0])).to.be.greaterThan(0.9);
    expect(classifier.probability([1])).to.be.lessThan(0.1);
    expect(classifier.probability([2])).to.equal(0.5);
  });

  it("weighs few features as much as many", () => {
    expect(classifier.probability([0, 1])).to.equal(0.5);
    expect(classifier.probability([0, 2, 3])).to.be.lessThan(classifier.probability([0]));
  });
});
