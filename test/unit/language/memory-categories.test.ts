import { expect } from "chai";
import { memoryCategoryOf } from "../../../src/adapters/language/memory-categories.js";

const samples = {
  core: ["My daughter Lena was born in May", "I am allergic to penicillin"],
  work: ["Works as an engineer at a small company", "My boss is called Tom"],
  hobbies: ["Plays the violin", "I paint and knit"],
  habits: ["Usually gets up at six", "I run every morning"],
  interests: ["Loves old films"],
  skills: ["Speaks fluent Portuguese"],
  learnings: ["Studying for a course in statistics"],
  lifestyle: ["Lives in a flat with two cats"],
  interesting: ["The key hangs behind the door", "Она читает"],
  other: ["42", "🌱"],
};

describe("the category of a memory", () => {
  for (const [category, contents] of Object.entries(samples)) {
    it(`is ${category} for what speaks for it`, () => {
      expect(contents.map(memoryCategoryOf)).to.deep.equal(contents.map(() => category));
    });
  }
});
