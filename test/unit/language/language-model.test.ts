import { expect } from "chai";
import model from "wink-eng-lite-web-model";
import { coreOfModel, languageModel } from "../../../src/adapters/language/text/language-model.js";

describe("the model of English", () => {
  it("is, read a piece at a time, what the library reads in one go", async () => {
    const core = await coreOfModel();
    expect(core).to.deep.equal((model.core as () => unknown)());
  });

  it("tells how many words it has added to its lexicon", async () => {
    const { nlp, countAddedWords } = await languageModel();
    nlp.readDoc("Ana sends the budget.");
    const before = countAddedWords();
    nlp.readDoc("Ana sends the budget.");
    expect(countAddedWords()).to.equal(before);
    nlp.readDoc("Ana sends the qwertzu and the qwertzi and the qwertzu.");
    expect(countAddedWords()).to.equal(before + 2);
  });

  it("can be read as often as one likes", async () => {
    for (let time = 0; time < 3; time += 1) {
      const { nlp } = await languageModel();
      const tokens = nlp.readDoc("Ana sends the budget.").tokens();
      // eslint-disable-next-line @typescript-eslint/unbound-method -- the library's selectors are plain functions
      const tags = tokens.out(nlp.its.pos);
      expect(tags).to.deep.equal(["PROPN", "VERB", "DET", "NOUN", "PUNCT"]);
    }
  });
});
