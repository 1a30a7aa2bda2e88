import { expect } from "chai";
import { tokenizeText } from "../../../src/adapters/text-analysis/tokenizer.js";

/** The names in a text and whose they are. */
const roles = (text: string): string[] =>
  tokenizeText(text).flatMap(({ term, role }) => (role === undefined ? [] : `${role} ${term}`));

describe("The role of a name in a turn", () => {
  it("is speaker in a label at the start", () => {
    expect(roles("Ana: I am home")).to.deep.equal(["speaker ana"]);
    expect(roles("Ana Sol: I am home")).to.deep.equal(["speaker ana", "speaker sol"]);
    expect(roles("[Ana]: I am home")).to.deep.equal(["speaker ana"]);
  });

  it("is addressee after a greeting or when the name stands alone", () => {
    for (const text of [
      "Hey Ana! I am home",
      "Thanks so much, Ana, it is lovely",
      "I could not agree more, Ana!",
      "Ana!! So good to see you",
      "Ana, guess what",
      "How are you today, Ana?",
    ])
      expect(roles(text), text).to.deep.equal(["addressee ana"]);
  });

  it("is undefined when the text is about the person", () => {
    for (const text of [
      "I met Ana in town",
      "Ana, who lives in Ghent, is a nurse",
      "Then Tom, Ana and Bo went home",
      "Ana's house is yellow",
      "The train leaves at 7:30 from Ghent",
    ])
      expect(roles(text), text).to.deep.equal([]);
  });
});
