import { expect } from "chai";
import { BuiltInMemoryClassifier } from "../../../src/adapters/language/index.js";

const samples = {
  core: ["My daughter Lena was born in May", "I am allergic to penicillin"],
  work: ["I work for a small company", "I retired last year"],
  hobbies: ["I play the violin"],
  habits: ["I usually get up at six", "I run every morning"],
  interests: ["I love old films", "I’m fond of cats"],
  lifestyle: ["We live in a flat with two cats"],
  other: ["42", "The key hangs behind the door", "Она читает"],
};

describe("the category of a memory that the user writes", () => {
  for (const [category, contents] of Object.entries(samples)) {
    it(`is ${category} for what speaks for it`, async () => {
      const classifier = new BuiltInMemoryClassifier();
      for (const content of contents) expect(await classifier.classify(content), content).to.equal(category);
    });
  }

  it("is core for relatives at the beginning, or after a number and two words at most", async () => {
    const classifier = new BuiltInMemoryClassifier();
    for (const content of [
      "Older SISTER in Rome",
      "Mother-in-law, a dear",
      "We have 3 very small nephews",
      "We have no twin",
    ])
      expect(await classifier.classify(content), content).to.equal("core");
    for (const content of ["Sisterhood of the ring", "We have 3 very small but loud nephews", "A key for the twin"])
      expect(await classifier.classify(content), content).to.equal("other");
  });
});
