import { expect } from "chai";
import { withApostrophes } from "../../../src/adapters/language/text/apostrophes.js";

describe("speech written without apostrophes", () => {
  for (const [said, meant] of [
    ["ill bring it and youll pay", "I'll bring it and you'll pay"],
    ["ok lets go, dont wait", "ok let's go, don't wait"],
    ["id like the soup", "I'd like the soup"],
    ["so im fetching them", "so I'm fetching them"],
  ] as const) {
    it(`has them put back in "${said}"`, () => {
      expect(withApostrophes(said)).to.equal(meant);
    });
  }

  for (const said of [
    "she was ill with it",
    "it's fine, ill people wait",
    "the ill child",
    "show your id at the door",
  ]) {
    it(`keeps "${said}"`, () => {
      expect(withApostrophes(said)).to.equal(said);
    });
  }
});
