import { expect } from "chai";
import { tokensOf } from "../../../src/adapters/language/search/tokens.js";

/** The names in a text and whose they are. */
const roles = (text: string): string[] =>
  tokensOf(text).flatMap(({ term, role }) => (role === undefined ? [] : `${role} ${term}`));

describe("the names in a turn of a talk", () => {
  it("are of its speaker in a label at its beginning", () => {
    expect(roles("Ana: I am home")).to.deep.equal(["speaker ana"]);
    expect(roles("Ana Sol: I am home")).to.deep.equal(["speaker ana", "speaker sol"]);
    expect(roles("[Ana]: I am home")).to.deep.equal(["speaker ana"]);
  });

  it("are of whom it is said to after a greeting, and where nothing but the name is said", () => {
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

  it("are of nobody in particular where somebody is spoken about", () => {
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
